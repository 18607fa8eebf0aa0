"""What code makes of a reply: each item is looked up, checked and borne out, or refused."""
