"""What is held about one person, for whoever has a right to see it."""
