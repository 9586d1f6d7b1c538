"""Object files and archives as bytes: what LLVM's writer does not do."""
