"""Plain forms of stating a fact, as tables; and how a fact is found by them."""
