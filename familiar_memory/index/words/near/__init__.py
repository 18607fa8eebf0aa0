"""Words that mean nearly the same: a table of the English language, made ahead of time.

It depends on no embedder and on nobody's talk, so it works with every familiar, says nothing
about what anybody wrote, and a rebuild repeats it. `python -m familiar_memory.index.words.near`
shows and makes it; NOTICE.txt says where its words and their nearness come from.
"""
