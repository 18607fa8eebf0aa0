"""Fields of a card as notes, and what was edited there carried back."""
