"""What a model is shown of a batch: the talk, what is known, what it is told to do."""
