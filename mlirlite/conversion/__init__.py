"""Passes from one dialect to another: `--convert-a-to-b` is in `a_to_b.py` or `a_to_b/`."""
