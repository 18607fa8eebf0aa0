"""What a person may want to tidy up, found at night and proposed in `review.md`."""
