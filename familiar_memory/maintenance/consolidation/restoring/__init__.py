"""What comes back when a merged line is deleted by hand, and what was only edited."""
