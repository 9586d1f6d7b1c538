"""mlir.lark, the normative grammar, and the builders of values from its trees. Loaded when a text
needs it."""
