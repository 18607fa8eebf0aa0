"""Questions about what is known: which facts they ask for, and how hits name these."""
