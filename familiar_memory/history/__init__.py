"""What was said: the turns of every conversation, in one SQLite file that is truth."""
