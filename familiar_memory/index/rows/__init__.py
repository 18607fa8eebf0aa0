"""The index on the disk, as rows: what sync writes, and what is read back by number."""
