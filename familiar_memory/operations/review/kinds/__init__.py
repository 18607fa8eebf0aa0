"""Each kind of proposal: what a line of it says, and what is done when it is accepted."""
