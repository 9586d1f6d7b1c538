"""Convolutions, over planes and in blocks of channels."""
