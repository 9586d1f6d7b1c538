"""--html: the explorer of passes, and the page of a profile; each one self-contained file."""
