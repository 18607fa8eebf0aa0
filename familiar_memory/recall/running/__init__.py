"""How a recall is run: its list of steps, one thread, and what becomes of those that are stuck."""
