"""Pages of the documentation that are made from the program: commands, settings, Python API."""
