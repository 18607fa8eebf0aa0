"""A room's recent conversation, chosen for a prompt."""
