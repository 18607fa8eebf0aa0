"""The settings of an open familiar: those in force, those that are saved, and who goes by them."""
