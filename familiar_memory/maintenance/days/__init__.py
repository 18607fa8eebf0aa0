"""The memories of a day: what of its talk will be worth knowing, in `days/<date>.md`."""
