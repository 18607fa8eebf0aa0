"""What can be asked about a familiar by its owner, answered as frozen values; nothing is printed.

The command line asks here, and so may any other door: each function takes the `Parts` of an
open familiar, or the one or two of them that it needs.
"""
