"""`familiar doctor`: what is looked at, and how it is told."""
