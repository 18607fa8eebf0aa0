"""One SQLite file: opened, its files, its damage, copies of it, and what it still holds."""
