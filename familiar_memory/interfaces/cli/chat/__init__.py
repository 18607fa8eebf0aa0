"""`familiar chat`: the terminal of the bot in `familiar_memory.chat`."""
