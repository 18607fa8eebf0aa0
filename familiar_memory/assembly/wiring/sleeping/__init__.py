"""Wire the steps of the night, a function a step."""
