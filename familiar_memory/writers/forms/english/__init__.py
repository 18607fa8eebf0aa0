"""The rows of English: what is said plainly of oneself, a subject a module."""
