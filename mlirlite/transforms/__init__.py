"""Passes that know no dialect, one a file."""
