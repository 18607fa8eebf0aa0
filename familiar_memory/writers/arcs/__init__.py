"""What a session left open and what it settled: threads of the talk, and their lines."""
