"""Passes on bufferization."""
