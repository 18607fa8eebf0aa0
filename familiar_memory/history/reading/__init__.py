"""What a history file is asked, a protocol of `history/base.py` a module."""
