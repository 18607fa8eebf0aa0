"""The values that every layer speaks: frozen, typed, free of I/O."""
