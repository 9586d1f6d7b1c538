"""Passes that know no dialect, one per file."""
