"""An import in two halves: everything read and checked, then written, all or nothing."""
