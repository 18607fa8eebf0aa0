"""What each operation takes, and how a model is told of it."""
