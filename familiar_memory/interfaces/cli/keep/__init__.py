"""Commands that put something in or take it out whole: init, record, write, import, export."""
