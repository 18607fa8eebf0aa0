"""Reading the memory files of other programs, within bounds."""
