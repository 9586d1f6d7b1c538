"""The language server: `mlirlite-lsp-server` tells editors the meaning of MLIR text while it is
being edited."""
