"""A model over the rows of many files: files are read, computed and written in parts, so that
memory does not grow with them (`docs/decisions/067-batches.md`)."""
