"""Passes that compile and run code."""
