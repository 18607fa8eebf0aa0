"""Notes of sessions: which lines of talk they hold, and what heads them."""
