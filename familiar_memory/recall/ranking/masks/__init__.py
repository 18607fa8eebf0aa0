"""What takes a passage out before anything is ranked."""
