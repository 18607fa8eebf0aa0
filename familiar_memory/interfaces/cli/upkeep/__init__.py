"""Commands that look after the index: index, embedder, watch, stats."""
