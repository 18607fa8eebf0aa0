"""Where a familiar lives and how it is set up: paths, settings, environment."""
