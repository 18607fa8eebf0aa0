"""Many familiars in one process: who is awake, and what they share."""
