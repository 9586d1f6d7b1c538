"""Passes on memref."""
