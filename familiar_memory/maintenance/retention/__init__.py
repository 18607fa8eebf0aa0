"""What goes with time: dated notes, what was said, former versions, logs; never a durable note."""
