"""What is asked for of a note: by a model or by what is said again, read and judged."""
