"""Which entries of lore come into a prompt: pure, given books, messages and settings."""
