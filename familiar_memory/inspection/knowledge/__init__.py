"""What is known, read: facts of anybody and anything, and how they came and went."""
