"""What a sync has changed: as a feed of writes, and as what became of each document."""
