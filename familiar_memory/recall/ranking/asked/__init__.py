"""What a question says of its answer: its words, whom it names, which days it means."""
