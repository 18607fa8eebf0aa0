"""What curation sees: the days as they stand, which notes they are about, and a page of each."""
