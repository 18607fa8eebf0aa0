"""SillyTavern: character cards and lorebooks, in and out."""
