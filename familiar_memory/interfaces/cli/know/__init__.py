"""Commands about what is known: facts and how they came and went."""
