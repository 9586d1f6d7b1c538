"""Conversions of element types, numbers from texts and texts from numbers."""
