// What is wrong in one chunk is told where it stands.
// RUN: mlirlite-translate --mlir-to-llvmir %s --split-input-file --verify-diagnostics

// expected-error @+1 {{no translation for op 'func.func'}}
func.func private @f()

// -----

llvm.func @fine()

// -----

llvm.mlir.global @g() : i32 {
  %0 = llvm.mlir.addressof @g : !llvm.ptr
  // expected-error @+1 {{ops with side effects not allowed in global initializers}}
  %1 = llvm.load %0 : !llvm.ptr -> i32
  llvm.return %1 : i32
}
