"""Who changed what, and every version that a file has had."""
