"""Where the links of notes lead, and which lead to a note, as one viewer may know them."""
