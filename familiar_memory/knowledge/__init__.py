"""Pure rules about what is known: no I/O, no time, no models."""
