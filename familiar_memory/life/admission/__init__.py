"""What is let in of what is said, and what stands there where nothing is."""
