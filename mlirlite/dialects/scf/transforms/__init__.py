"""Passes over scf."""
