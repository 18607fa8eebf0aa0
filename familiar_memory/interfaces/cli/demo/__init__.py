"""`familiar demo`: a made-up community, to show what memory does."""
