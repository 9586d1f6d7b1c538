"""The language server: `mlirlite-lsp-server` tells editors what a text of MLIR means while it is
being written."""
