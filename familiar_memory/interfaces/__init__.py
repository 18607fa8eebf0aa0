"""How the world reaches a familiar: thin; parse a request, ask, show the answer."""
