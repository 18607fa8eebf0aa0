"""What comes in from elsewhere: found, checked as a whole, then written."""
