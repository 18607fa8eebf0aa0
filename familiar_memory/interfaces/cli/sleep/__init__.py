"""What is done to a memory at night."""
