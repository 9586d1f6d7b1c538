"""Passes on vhlo."""
