"""What the notes look like that people open."""
