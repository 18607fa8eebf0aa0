"""What a model is asked about a room, and what is made of its reply."""
