"""Convolutions and poolings, over planes and in blocks of channels."""
