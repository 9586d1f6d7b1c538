"""Operators on strings, and their basis: UTF-8, regular expressions as automata."""
