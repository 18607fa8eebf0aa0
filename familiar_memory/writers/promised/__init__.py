"""What people promised to do, and what says that it is done."""
