"""Text inside a line: escapes, code, HTML, characters that nobody sees."""
