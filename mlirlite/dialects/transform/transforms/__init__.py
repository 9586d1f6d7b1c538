"""Passes on the transform dialect."""
