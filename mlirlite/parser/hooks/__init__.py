"""What hooks read with: a cursor for types and attributes, a parser for operations."""
