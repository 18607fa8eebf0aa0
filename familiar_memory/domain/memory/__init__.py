"""What a memory is made of: documents, records, entities, entries of lore; and its sources."""
