"""Passes on affine."""
