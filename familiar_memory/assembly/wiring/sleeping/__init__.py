"""Wire the steps of the night, a module a step."""
