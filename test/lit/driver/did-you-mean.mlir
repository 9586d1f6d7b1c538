// The nearest symbol is suggested for one that is not there.
// RUN: not mlirlite-opt %s --split-input-file 2>&1 | FileCheck %s

func.func private @helper()
func.func @f() {
  // CHECK: 'func.call' op 'helpe' does not reference a valid function; did you mean 'helper'?
  call @helpe() : () -> ()
  return
}

// -----

memref.global @table : memref<2xf32>
func.func @f() {
  // CHECK: 'tabel' does not reference a valid global memref; did you mean 'table'?
  %0 = memref.get_global @tabel : memref<2xf32>
  return
}

// -----

llvm.func @helper()
llvm.mlir.global internal @table(1 : i32) : i32
llvm.func @f() {
  // CHECK: 'helpe' does not reference a symbol in the current scope; did you mean 'helper'?
  llvm.call @helpe() : () -> ()
  // CHECK: must reference a global defined by {{.*}}; did you mean 'table'?
  %0 = llvm.mlir.addressof @tabl : !llvm.ptr
  llvm.return
}

// -----

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @k() kernel {
      gpu.return
    }
  }
  func.func @f(%n: index) {
    // CHECK: kernel container 'kernel' is undefined; did you mean 'kernels'?
    gpu.launch_func @kernel::@k blocks in (%n, %n, %n) threads in (%n, %n, %n)
    return
  }
}
