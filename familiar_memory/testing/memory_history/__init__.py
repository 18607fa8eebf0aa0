"""A history in the memory of one process: plain values behind the protocol `History`."""
