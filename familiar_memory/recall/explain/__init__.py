"""Why something came, and why something else did not."""
