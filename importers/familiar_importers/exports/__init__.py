"""What a memory can be made into: a zip of the tree, lines of records, one person's bundle."""
