"""What is done to a memory as a whole, at somebody's request."""
