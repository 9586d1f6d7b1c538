"""The IR core: attributes, types, values, operations, blocks, regions, declarations, verification.
No text, no dialect."""
