"""One file, safely: the only calls on the operating system."""
