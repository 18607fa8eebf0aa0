"""What is remembered by request: kept, edited, retired, deleted, merged and moved by name."""
