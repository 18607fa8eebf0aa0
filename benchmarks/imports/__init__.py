"""What reading the files of other programs costs."""
