"""Documents into rows: what a document says anew is written, what it still says is left."""
