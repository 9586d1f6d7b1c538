"""What hooks read text with: a cursor for types and attributes, a parser for operations."""
