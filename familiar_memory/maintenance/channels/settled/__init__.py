"""What a room has settled: found in plain words, read from its note, ended by what comes later."""
