"""The disposable index: SQLite behind a small façade; it knows no files and no Markdown."""
