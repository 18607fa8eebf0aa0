"""What each operation takes, and how that is described to a model."""
