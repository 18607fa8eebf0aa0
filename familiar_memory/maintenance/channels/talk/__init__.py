"""Which talk waits, room by room, and how far each was gone through."""
