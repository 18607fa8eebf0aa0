"""What a chat model may call, tried out and listed by a person."""
