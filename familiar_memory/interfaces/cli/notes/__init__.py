"""Commands about notes and their past: show, log, undo."""
