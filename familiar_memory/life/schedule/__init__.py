"""When the writer is run: by how much was said, by silence, at the end of a session, of the day."""
