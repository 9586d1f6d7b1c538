"""Passes on krnl."""
