"""What a person agreed to for whole notes, as the texts of all the notes that it touches."""
