"""Regular expressions of JavaScript, translated to such as can be stopped; nothing is run here."""
