"""What other packages put into a context: found by entry point, asked in bounded time."""
