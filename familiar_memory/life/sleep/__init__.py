"""What a familiar does at night: which steps, when, by whose order, and who hears what came of it.

The steps are in `maintenance`; here they are driven, one after the other.
"""
