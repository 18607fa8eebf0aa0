"""Which words can be found: text to terms, and terms as bytes."""
