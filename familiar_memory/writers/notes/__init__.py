"""What is proposed for each kind of note."""
