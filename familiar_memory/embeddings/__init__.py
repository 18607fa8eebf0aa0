"""Texts to vectors: models behind one small protocol, loaded on first use."""
