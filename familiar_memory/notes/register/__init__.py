"""Which file is whose note: its `id:` says it, wherever it stands and whatever it is called."""
