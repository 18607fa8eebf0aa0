"""What waits for a person: proposals as lines of `review.md`, written, read and settled."""
