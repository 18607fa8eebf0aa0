"""What is of whom or of what, wherever it is kept: turns, notes, names, and links to them."""
