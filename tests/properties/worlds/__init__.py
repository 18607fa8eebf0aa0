"""Worlds in which people talk, edit and ask: the non-interference oracle, piece by piece.

`values` what a world is made of · `strategies` how worlds are drawn · `pages` notes as text,
with and without what is forbidden · `oracle` who may know what, written anew · `life` a world
lived through by a familiar · `asking` everything that a viewer can be told.
"""
