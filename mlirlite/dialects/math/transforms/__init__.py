"""Passes on math."""
