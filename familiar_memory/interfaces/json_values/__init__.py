"""Values as JSON, the same through every door: one encoder, and views where keys differ."""
