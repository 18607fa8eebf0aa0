"""Commands that ask: recall, search, grep, people; and how answers look."""
