"""What was found, fitted into the room there is, and rendered."""
