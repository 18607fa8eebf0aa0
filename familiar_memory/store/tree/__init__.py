"""The files of a tree: listed, matched by path, reached and locked."""
