"""Chat models: a small protocol, two providers, and what is laid over any of them."""
