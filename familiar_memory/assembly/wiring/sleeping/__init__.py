"""Wire the steps of the sleep cycle, a module each."""
