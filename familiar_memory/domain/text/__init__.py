"""Small rules about text that every layer needs: names for files, one line, tokens, marks."""
