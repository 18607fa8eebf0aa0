"""What a message does to the facts that are known of its speaker: it ends one, or names another."""
