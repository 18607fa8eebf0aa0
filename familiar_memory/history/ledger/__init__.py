"""What became of the turns: the batches of the writer, and how far each reader has come."""
