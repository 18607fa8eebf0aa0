"""What is known of languages, as data: a file each, and the one way to read them."""
