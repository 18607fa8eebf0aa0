"""Memory as it was at an earlier moment."""
