"""What an owner asks about the writer: what a run came to, and how it stands."""
