"""Quantised numbers, and products of bytes."""
