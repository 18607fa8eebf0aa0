"""Made-up notes, turns and dialogues of any size, the same for a seed."""
