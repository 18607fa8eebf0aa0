"""What was said since the last time, as far as a day may be made of it."""
