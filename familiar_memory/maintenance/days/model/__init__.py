"""The bullets of a day as a model words them: what it is asked, and what of its reply counts."""
