// What is wrong with shape's ops, in upstream's words.
// RUN: mlirlite-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

func.func @a(%s: !shape.shape, %z: !shape.size) {
  // expected-error @+1 {{'shape.reduce' op ReduceOp body is expected to have 3 arguments}}
  %0 = shape.reduce(%s, %z) : !shape.shape -> !shape.size {
  ^bb0(%i: index, %d: !shape.size):
    shape.yield %d : !shape.size
  }
  return
}

// -----

func.func @a(%s: !shape.shape, %z: !shape.size) {
  // expected-error @+1 {{'shape.reduce' op argument 0 of ReduceOp body is expected to be of IndexType}}
  %0 = shape.reduce(%s, %z) : !shape.shape -> !shape.size {
  ^bb0(%i: f32, %d: !shape.size, %e: !shape.size):
    shape.yield %d : !shape.size
  }
  return
}

// -----

func.func @a(%s: !shape.shape, %z: !shape.size) {
  // expected-error @+1 {{'shape.reduce' op argument 1 of ReduceOp body is expected to be of SizeType if the ReduceOp operates on a ShapeType}}
  %0 = shape.reduce(%s, %z) : !shape.shape -> !shape.size {
  ^bb0(%i: index, %d: f32, %e: !shape.size):
    shape.yield %e : !shape.size
  }
  return
}

// -----

func.func @a(%s: tensor<?xindex>, %z: index) {
  // expected-error @+1 {{'shape.reduce' op argument 1 of ReduceOp body is expected to be of IndexType if the ReduceOp operates on an extent tensor}}
  %0 = shape.reduce(%s, %z) : tensor<?xindex> -> index {
  ^bb0(%i: index, %d: f32, %e: index):
    shape.yield %e : index
  }
  return
}

// -----

func.func @a(%s: !shape.shape, %z: f32) {
  // expected-error @+1 {{'shape.reduce' op type mismatch between argument 2 of ReduceOp body and initial value 0}}
  %0 = shape.reduce(%s, %z) : !shape.shape -> f32 {
  ^bb0(%i: index, %d: !shape.size, %e: !shape.size):
    shape.yield
  }
  return
}

// -----

func.func @a(%s: !shape.shape, %z: !shape.size) {
  %0 = shape.reduce(%s, %z) : !shape.shape -> !shape.size {
  ^bb0(%i: index, %d: !shape.size, %e: !shape.size):
    // expected-error @+1 {{'shape.yield' op number of operands does not match number of results of its parent}}
    shape.yield %d, %d : !shape.size, !shape.size
  }
  return
}

// -----

func.func @a(%s: !shape.shape, %z: !shape.size) {
  %0 = shape.reduce(%s, %z) : !shape.shape -> !shape.size {
  ^bb0(%i: index, %d: !shape.size, %e: !shape.size):
    // expected-error @+1 {{'shape.yield' op types mismatch between yield op and its parent}}
    shape.yield %i : index
  }
  return
}

// -----

func.func @a() {
  // expected-error @+1 {{'shape.assuming_all' op no operands specified}}
  %0 = shape.assuming_all
  return
}

// -----

func.func @a(%v: !shape.value_shape) {
  // expected-error @+1 {{'shape.shape_of' op if at least one of the operands can hold error values then the result must be of type `shape` to propagate them}}
  %0 = shape.shape_of %v : !shape.value_shape -> tensor<?xindex>
  return
}

// -----

func.func @a(%s: !shape.shape) {
  // expected-error @+1 {{'shape.rank' op if at least one of the operands can hold error values then the result must be of type `size` to propagate them}}
  %0 = shape.rank %s : !shape.shape -> index
  return
}

// -----

func.func @a(%s: tensor<?xindex>) {
  %c0 = shape.const_size 0
  // expected-error @+1 {{'shape.get_extent' op if at least one of the operands can hold error values then the result must be of type `size` to propagate them}}
  %0 = shape.get_extent %s, %c0 : tensor<?xindex>, !shape.size -> index
  return
}

// -----

func.func @a(%a: !shape.size, %b: index) {
  // expected-error @+1 {{'shape.mul' op if at least one of the operands can hold error values then the result must be of type `size` to propagate them}}
  %0 = shape.mul %a, %b : !shape.size, index -> index
  return
}

// -----

func.func @a(%a: !shape.size, %b: index) {
  // expected-error @+1 {{'shape.div' op if at least one of the operands can hold error values then the result must be of type `size` to propagate them}}
  %0 = shape.div %a, %b : !shape.size, index -> index
  return
}

// -----

func.func @a(%s: !shape.shape) {
  // expected-error @+1 {{'shape.num_elements' op if at least one of the operands can hold error values then the result must be of type `size` to propagate them}}
  %0 = shape.num_elements %s : !shape.shape -> index
  return
}

// -----

func.func @a(%s: !shape.shape, %e: tensor<?xindex>) {
  // expected-error @+1 {{'shape.broadcast' op if at least one of the operands can hold error values then the result must be of type `shape` to propagate them}}
  %0 = shape.broadcast %s, %e : !shape.shape, tensor<?xindex> -> tensor<?xindex>
  return
}

// -----

func.func @a(%s: !shape.shape) {
  // expected-error @+1 {{'shape.cstr_broadcastable' op required at least 2 input shapes}}
  %0 = shape.cstr_broadcastable %s : !shape.shape
  return
}

// -----

func.func @a(%s: f32) {
  // expected-error @+1 {{'shape.add' op operand #0 must be size or index, but got 'f32'}}
  %0 = shape.add %s, %s : f32, f32 -> !shape.size
  return
}

// -----

func.func @a(%s: !shape.witness) {
  // expected-error @+1 {{'shape.any' op operand #0 must be variadic of shape or extent tensor, but got '!shape.witness'}}
  %0 = shape.any %s : !shape.witness -> !shape.shape
  return
}

// -----

func.func @a(%s: tensor<2x2xindex>) {
  // expected-error @+1 {{'shape.from_extent_tensor' op operand #0 must be 1D tensor of index values, but got 'tensor<2x2xindex>'}}
  %0 = shape.from_extent_tensor %s : tensor<2x2xindex>
  return
}

// -----

func.func @a() {
  // expected-error @+1 {{integer literal not valid for specified type}}
  %0 = shape.const_shape 3 : !shape.shape
  return
}

// -----

func.func @a() {
  // expected-error @+1 {{'shape.const_shape' op attribute 'shape' failed to satisfy constraint: index elements attribute}}
  %0 = "shape.const_shape"() {shape = dense<1> : tensor<1xi32>} : () -> !shape.shape
  return
}

// -----

func.func @a(%w: !shape.witness) {
  // expected-error @+1 {{'shape.assuming' op along control flow edge from Operation shape.assuming_yield to parent: region branch point has 0 operands, but region successor needs 1 inputs}}
  %0 = shape.assuming %w -> (f32) {
    // expected-note @+1 {{region branch point}}
    shape.assuming_yield
  }
  return
}

// -----

func.func @a(%w: !shape.witness) {
  // expected-error @+1 {{'shape.assuming_yield' op expects parent op 'shape.assuming'}}
  shape.assuming_yield
}

// -----

func.func @inferred(%x: tensor<2xindex>, %y: tensor<3xindex>) {
  // expected-error @+2 {{unequal shape cardinality}}
  // expected-error @+1 {{'shape.meet' op failed to infer returned types}}
  %0 = shape.meet %x, %y : tensor<2xindex>, tensor<3xindex> -> tensor<?xindex>
  return
}

// -----

// expected-error @+1 {{shape function library @nowhere not found}}
module attributes {shape.lib = @nowhere} {
}

// -----

// expected-error @+1 {{@f required to be shape function library}}
module attributes {shape.lib = @f} {
  func.func private @f()
}

// -----

// expected-error @+1 {{only one op to shape mapping allowed, found multiple for `"test.op"`}}
module attributes {shape.lib = [@a, @b]} {
  shape.function_library @a {
    shape.func private @same(!shape.value_shape) -> !shape.shape
  } mapping {test.op = @same}
  shape.function_library @b {
    shape.func private @same(!shape.value_shape) -> !shape.shape
  } mapping {test.op = @same}
}

// -----

func.func @on_an_op() {
  // expected-error @+1 {{shape.lib attribute may only be on op implementing SymbolTable}}
  %0 = arith.constant {shape.lib = @a} 1 : i32
  return
}
