"""Quantized numbers, and products of bytes."""
