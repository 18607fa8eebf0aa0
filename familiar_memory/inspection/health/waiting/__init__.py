"""What waits for a person, looked at."""
