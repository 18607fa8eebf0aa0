"""What may be wrong with a familiar, how to mend it, and what may be mended unasked."""
