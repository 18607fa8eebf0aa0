"""The words of one memory for several: those of one of them, or a model's, which are checked."""
