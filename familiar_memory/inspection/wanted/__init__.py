"""What somebody names, found: whom, which subject, line, message, place; and what to forget."""
