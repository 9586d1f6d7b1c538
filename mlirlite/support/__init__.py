"""Ground floor: environment switches, diagnostics, source files, op tables. Standard library
only."""
