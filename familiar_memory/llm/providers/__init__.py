"""The two providers of chat models, and the HTTP below them."""
