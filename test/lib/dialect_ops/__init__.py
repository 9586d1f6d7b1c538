"""Ops of upstream's `test` dialect, by what they try out."""
