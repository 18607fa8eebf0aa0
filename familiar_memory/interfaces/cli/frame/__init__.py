"""What every command stands on: its options, the familiar it opens, where its output goes."""
