"""What people decide of one open familiar's memory: its rules of conduct, and what it proposes."""
