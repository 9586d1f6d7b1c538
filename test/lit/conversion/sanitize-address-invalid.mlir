// RUN: mlirlite-opt %s --sanitize-address --verify-diagnostics

llvm.func @matrix(%p: !llvm.ptr, %m: vector<4xf32>, %stride: i64) {
  // expected-error @+1 {{touches memory in a way that --sanitize-address does not know}}
  llvm.intr.matrix.column.major.store %m, %p, <stride = %stride> {isVolatile = false, rows = 2 : i32, columns = 2 : i32} : vector<4xf32> to !llvm.ptr stride i64
  llvm.return
}
