"""Assembly formats, compiled to hooks that read an op, a type or an attribute."""
