"""Rules of conduct that are set, archived and removed in the note of rules."""
