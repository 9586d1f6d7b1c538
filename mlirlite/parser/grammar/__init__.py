"""mlir.lark, the normative grammar, and what is made of its trees. Loaded when a text needs it."""
