"""Every change of the tree, in one order of steps; and what a crash leaves behind."""
