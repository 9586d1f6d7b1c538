"""A place in a text, and the small things that stand there: words, numbers, strings."""
