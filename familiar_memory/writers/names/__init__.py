"""Names that people give themselves: what they say to be called, and whether it is theirs."""
