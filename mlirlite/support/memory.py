"""What lowerings and the run time agree on about memory."""

NOT_HEAP = 0xDEADBEEF
"""The allocated pointer of a global, as in upstream: freeing it is a visible mistake."""
