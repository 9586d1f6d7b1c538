// RUN: mlirlite-opt %s --split-input-file --verify-diagnostics

func.func @f(%x: memref<f32>) {
  // expected-error @+1 {{data clause associated with create operation must match its intent or specify original clause this operation was decomposed from}}
  %d = acc.create varPtr(%x : memref<f32>) -> memref<f32> {dataClause = #acc<data_clause acc_copyin>}
  return
}

// -----

func.func @f(%x: memref<f32>) {
  // expected-error @+1 {{invalid data clause modifiers: readonly}}
  %d = acc.create varPtr(%x : memref<f32>) -> memref<f32> {modifiers = #acc<data_clause_modifier readonly,zero>}
  return
}

// -----

func.func @f(%x: memref<f32>) {
  // expected-error @+1 {{'acc.private' op expected symbol reference @none to point to a private declaration}}
  %d = acc.private varPtr(%x : memref<f32>) recipe(@none) -> memref<f32>
  return
}

// -----

// expected-error @+1 {{'acc.private.recipe' op expects init region first argument of the privatization type}}
acc.private.recipe @r : memref<f32> init {
^bb0(%x: memref<i32>):
  acc.yield %x : memref<i32>
}

// -----

func.func @f(%a: index) {
  // expected-error @+1 {{gang, worker or vector cannot appear with seq}}
  acc.loop gang control(%i : index) = (%a : index) to (%a : index) step (%a : index) {
    acc.yield
  } attributes {seq = [#acc.device_type<none>]}
  return
}

// -----

// expected-error @+1 {{only one of `gang`, `worker`, `vector`, `seq` can be present at the same time}}
acc.routine @r func(@f) gang seq

// -----

func.func @f(%x: memref<i32>, %v: memref<i32>) {
  acc.atomic.capture {
    // expected-error @+1 {{invalid sequence of operations in the capture region}}
    acc.atomic.read %v = %x : memref<i32>, memref<i32>, i32
    acc.atomic.read %v = %x : memref<i32>, memref<i32>, i32
    acc.terminator
  }
  return
}
