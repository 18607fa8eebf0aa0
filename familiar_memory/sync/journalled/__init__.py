"""What sync has journalled: what people, editors and git have made of the notes."""
