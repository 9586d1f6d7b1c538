"""Operators on strings, and what they are made of: UTF-8, regular expressions as automata."""
