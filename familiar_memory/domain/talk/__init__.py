"""Who said what, and where: turns, people, places."""
