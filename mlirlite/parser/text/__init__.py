"""A position in a text, and readers of small items: words, numbers, strings."""
