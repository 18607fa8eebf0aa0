"""One record for one who asks: what they see, where it belongs, and the one way it is written."""
