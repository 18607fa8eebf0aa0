"""For whom each line of a note is, and a text without what is for fewer."""
