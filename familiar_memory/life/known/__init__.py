"""What is known, and how notes hang together, for the owner or for whoever is in a place."""
