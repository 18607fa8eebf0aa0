"""What somebody says of themselves that no predicate fits: kept in their own plain words."""
