"""A question put to memory, and the shape of what comes back."""
