"""Notes made of the memories of other programs."""
