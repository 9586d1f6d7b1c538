"""Passes on llvm."""
