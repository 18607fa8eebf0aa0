"""The write policy, applied to what an extractor proposes, with the turns that it cites."""
