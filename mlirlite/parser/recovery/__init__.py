"""Going on after an error."""
