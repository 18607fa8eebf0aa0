"""What is looked for at night, a module each."""
