"""The parts of a long text that are shown: whole sentences, nothing turned into its opposite."""
