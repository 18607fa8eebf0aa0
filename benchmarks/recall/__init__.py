"""What recall finds: turns that hold the answer, for every kind of talk, beside peers."""
