"""Tools that lowerings write IR with: the builder, buffers, scalars and index expressions with
Python's operators, windows, boxes, the table of lowerings and the checks of requirements."""
