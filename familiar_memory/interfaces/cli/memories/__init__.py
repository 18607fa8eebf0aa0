"""Commands that keep and change single records, and the view of what became of them."""
