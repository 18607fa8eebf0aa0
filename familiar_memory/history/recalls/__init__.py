"""The recall log: what was put before a model, by name."""
