"""The C headers of compiled models."""
