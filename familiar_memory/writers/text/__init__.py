"""What somebody typed, as a writer sees it: sentences, words, times of the day."""
