"""What is made of talk at night, of days as of rooms: under which gate, and how it is applied."""
