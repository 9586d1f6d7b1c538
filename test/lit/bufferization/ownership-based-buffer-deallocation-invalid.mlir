// What the pass refuses.
// RUN: mlirlite-opt %s --ownership-based-buffer-deallocation --split-input-file --verify-diagnostics --allow-unregistered-dialect

// expected-error @+1 {{Only structured control-flow loops are supported.}}
func.func @loop(%c: i1) {
  cf.br ^bb1
^bb1:
  cf.cond_br %c, ^bb1, ^bb2
^bb2:
  return
}

// -----

func.func @freed(%m: memref<4xf32>) {
  // expected-error @+1 {{memory free side-effect on MemRef value not supported!}}
  memref.dealloc %m : memref<4xf32>
  return
}

// -----

func.func @freed_already(%m: memref<f32>, %c: i1) {
  // expected-error @+1 {{No deallocation operations must be present when running this pass!}}
  bufferization.dealloc (%m : memref<f32>) if (%c)
  return
}

// -----

func.func @unknown(%m: memref<4xf32>) {
  // expected-error @+1 {{ops with unknown memory side effects are not supported}}
  "x.use"(%m) : (memref<4xf32>) -> ()
  return
}

// -----

func.func @many(%m: memref<4xf32>, %i: i32) {
  // expected-error @+1 {{Terminators with more than one successor are not supported!}}
  cf.switch %i : i32, [
    default: ^bb1(%m : memref<4xf32>),
    1: ^bb2
  ]
^bb1(%a: memref<4xf32>):
  return
^bb2:
  return
}
