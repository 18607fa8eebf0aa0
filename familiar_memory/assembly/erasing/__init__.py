"""Something is erased from every store of a familiar, and nobody can bring it back."""
