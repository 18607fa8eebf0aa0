"""What an open familiar does: it records, answers, keeps its index, and goes on by itself."""
