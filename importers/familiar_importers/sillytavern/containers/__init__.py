"""The files in which cards and books come: pictures, archives, JSON."""
