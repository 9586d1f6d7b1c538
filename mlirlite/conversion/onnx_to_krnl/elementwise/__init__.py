"""Operators on one element at a time: arithmetic, comparisons, activations, random numbers."""
