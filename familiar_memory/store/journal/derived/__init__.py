"""What the lines of the journal come to, as tables that may be deleted."""
