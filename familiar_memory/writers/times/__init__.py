"""Since when and until when something holds, as people say it."""
