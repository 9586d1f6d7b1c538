"""Passes on tosa."""
