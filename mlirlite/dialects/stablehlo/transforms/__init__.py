"""Passes on stablehlo."""
