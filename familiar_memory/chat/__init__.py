"""A bot that talks to one person: record, recall, reply, write. What a bot of your own does, too.

`chat.py` is the bot; `request.py` is what its model is sent, `replying.py` what becomes of the
answer, `echo.py` what stands in the place of a model. None of them knows a terminal.
"""
