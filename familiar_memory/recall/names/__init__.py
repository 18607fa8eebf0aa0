"""Who or what a text names, and what a viewer may be shown as a name."""
