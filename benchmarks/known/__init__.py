"""Questions about what is known: how many of them a fact answers first."""
