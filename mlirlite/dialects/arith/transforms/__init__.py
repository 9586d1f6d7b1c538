"""Passes on arith."""
