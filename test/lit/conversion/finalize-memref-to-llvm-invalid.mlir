// Functions of the C library that a module declares in its own way.
// RUN: mlirlite-opt %s --finalize-memref-to-llvm --split-input-file --verify-diagnostics

// expected-error @+1 {{redefinition of reserved function 'malloc' of different type '!llvm.func<void (i64)>' is prohibited}}
llvm.func @malloc(i64)
func.func @allocates() {
  %0 = memref.alloc() : memref<4xf32>
  return
}

// -----

// expected-error @+1 {{redefinition of reserved function 'free' of different type '!llvm.func<void (i64)>' is prohibited}}
llvm.func @free(i64)
func.func @frees(%m: memref<4xf32>) {
  memref.dealloc %m : memref<4xf32>
  return
}
