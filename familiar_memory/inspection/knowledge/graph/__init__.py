"""Who and what is known, and how it hangs together: as one viewer may know it."""
