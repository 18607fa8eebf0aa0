"""The sleep cycle: what a step is, what a night knows, and what came of it.

The steps themselves are rooms beside this one; what runs them is `life/sleep`.
"""
