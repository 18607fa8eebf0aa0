"""Who and what notes are about, and how they hang together: pure rules."""
