"""What a new fact or rule does to those that stand: pure rules over values."""
