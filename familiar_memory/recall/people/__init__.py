"""The people who are present: always on the page."""
