"""What is made of talk at night, of days as of rooms: its gate, its evidence, its notes."""
