"""Files of strangers, read strictly and within bounds."""
