"""The writer with a model: what it is shown, the shape of its reply, what code makes of that."""
