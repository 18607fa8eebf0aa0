"""The channel cycle: what a room decided, agreed and took on, kept in the note of the room."""
