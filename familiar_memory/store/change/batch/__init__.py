"""Several files changed as one: all of them or none, also across a crash."""
