"""The runs of the sleep cycle: which steps of a night are done, and what came of them."""
