"""What readers of chats share: fields, times, options, what a file looks like."""
