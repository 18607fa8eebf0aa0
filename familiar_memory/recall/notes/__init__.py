"""A note as a part of a prompt: the lines a viewer may see, cut to size."""
