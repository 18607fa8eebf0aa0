"""The command `familiar`. Nothing heavy is imported before a command runs."""
