"""Wire the steps of the sleep cycle, a function a step."""
