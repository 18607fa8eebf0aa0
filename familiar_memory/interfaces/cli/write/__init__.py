"""The writer at somebody's request: a run, how it stands, what was put aside."""
