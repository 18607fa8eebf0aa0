"""Turns, one by one: recorded, amended, taken away, counted; and whoever said them."""
