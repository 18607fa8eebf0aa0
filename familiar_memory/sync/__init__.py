"""Source to index: scan, diff, update, verify; the files are the truth, the index follows."""
