"""A year of a made-up community: what it costs, how it grows, what is known at its end."""
