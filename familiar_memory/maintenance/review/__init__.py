"""What people decide in `review.md`: found, carried out, and settled there."""
