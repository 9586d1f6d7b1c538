// What is wrong with bufferization's ops, in upstream's words.
// RUN: mlirlite-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

func.func @a(%n: index) {
  // expected-error @+1 {{'bufferization.alloc_tensor' op incorrect number of dynamic sizes, has 1, expected 2}}
  %0 = bufferization.alloc_tensor(%n) : tensor<4x?x?x5xf32>
  return
}

// -----

// expected-note @+1 {{prior use here}}
func.func @a(%t: tensor<?xf32>) {
  // expected-error @+1 {{use of value '%t' expects different type than prior uses: 'tensor<5xf32>' vs 'tensor<?xf32>'}}
  %0 = bufferization.alloc_tensor() copy(%t) : tensor<5xf32>
  return
}

// -----

func.func @a(%t: tensor<?xf32>, %n: index) {
  // expected-error @+1 {{dynamic sizes not needed when copying a tensor}}
  %0 = bufferization.alloc_tensor(%n) copy(%t) : tensor<?xf32>
  return
}

// -----

func.func @a(%t: tensor<?xf32>, %n: index) {
  // expected-error @+1 {{expected that `copy` and return type match}}
  %0 = "bufferization.alloc_tensor"(%t) <{operandSegmentSizes = array<i32: 0, 1, 0>}> : (tensor<?xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @a(%t: tensor<?xf32>, %n: index) {
  // expected-error @+1 {{custom op 'bufferization.alloc_tensor' invalid kind of type specified}}
  %0 = bufferization.alloc_tensor(%n) : memref<?xf32>
  return
}

// -----

func.func @a(%t: tensor<?xf32>) {
  // expected-error @+1 {{custom op 'bufferization.clone' invalid kind of type specified}}
  %0 = bufferization.clone %t : tensor<?xf32> to memref<?xf32>
  return
}

// -----

func.func @a(%a: memref<2xf32>, %b: memref<4xi32>, %c: i1) {
  // expected-error @+1 {{'bufferization.dealloc' op must have the same number of conditions as memrefs to deallocate}}
  bufferization.dealloc (%a, %b : memref<2xf32>, memref<4xi32>) if (%c)
  return
}

// -----

func.func @a(%a: memref<2xf32>, %b: memref<4xi32>, %c: i1) {
  // expected-error @+1 {{'bufferization.dealloc' op operand count (3) does not match with the total size (2) specified in attribute 'operandSegmentSizes'}}
  %0 = "bufferization.dealloc"(%a, %c, %b) <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<2xf32>, i1, memref<4xi32>) -> i1
  return
}

// -----

func.func @a(%a: memref<2xf32>, %b: memref<4xi32>, %c: i1) {
  // expected-error @+1 {{'bufferization.dealloc' op must have the same number of updated conditions (results) as retained operands}}
  "bufferization.dealloc"(%a, %c, %b) <{operandSegmentSizes = array<i32: 1, 1, 1>}> : (memref<2xf32>, i1, memref<4xi32>) -> ()
  return
}

// -----

func.func @a(%a: tensor<?xf32>, %b: tensor<?xf32>, %m: memref<?xf32>) {
  // expected-error @+1 {{'bufferization.materialize_in_destination' op tensor 'dest' implies exactly one tensor result}}
  bufferization.materialize_in_destination %a in %b : (tensor<?xf32>, tensor<?xf32>) -> ()
  return
}

// -----

func.func @a(%a: tensor<?xf32>, %b: tensor<?xf32>, %m: memref<?xf32>) {
  // expected-error @+1 {{'bufferization.materialize_in_destination' op result and 'dest' types must match}}
  %0 = bufferization.materialize_in_destination %a in %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @a(%a: tensor<?xf32>, %b: tensor<?xf32>, %m: memref<?xf32>) {
  // expected-error @+1 {{'bufferization.materialize_in_destination' op memref 'dest' implies zero results}}
  %0 = bufferization.materialize_in_destination %a in writable %m : (tensor<?xf32>, memref<?xf32>) -> tensor<?xf32>
  return
}

// -----

func.func @a(%a: tensor<?xf32>, %b: tensor<?xf32>, %m: memref<?xf32>) {
  // expected-error @+1 {{'bufferization.materialize_in_destination' op 'restrict' is valid only for memref destinations}}
  %0 = bufferization.materialize_in_destination %a in restrict %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return
}

// -----

func.func @a(%a: tensor<?xf32>, %b: tensor<?xf32>, %m: memref<?xf32>) {
  // expected-error @+1 {{'bufferization.materialize_in_destination' op 'writable' must be specified if and only if the destination is of memref type}}
  bufferization.materialize_in_destination %a in %m : (tensor<?xf32>, memref<?xf32>) -> ()
  return
}

// -----

func.func @a(%a: tensor<?xf32>, %b: tensor<?xf32>, %m: memref<?xf32>) {
  // expected-error @+1 {{'bufferization.materialize_in_destination' op 'writable' must be specified if and only if the destination is of memref type}}
  %0 = bufferization.materialize_in_destination %a in writable %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return
}

// -----

func.func @a(%a: tensor<?x4xf32>, %m: memref<?xf32>) {
  // expected-error @+1 {{'bufferization.materialize_in_destination' op rank mismatch between source and destination shape}}
  bufferization.materialize_in_destination %a in writable %m : (tensor<?x4xf32>, memref<?xf32>) -> ()
  return
}

// -----

func.func @a(%a: tensor<3xf32>, %m: memref<4xf32>) {
  // expected-error @+1 {{'bufferization.materialize_in_destination' op source/destination shapes are incompatible}}
  bufferization.materialize_in_destination %a in writable %m : (tensor<3xf32>, memref<4xf32>) -> ()
  return
}

// -----

func.func @a(%a: tensor<?xf32>, %m: memref<?xf64>) {
  // expected-error @+1 {{'bufferization.materialize_in_destination' op failed to verify that all of {source, dest} have same element type}}
  bufferization.materialize_in_destination %a in writable %m : (tensor<?xf32>, memref<?xf64>) -> ()
  return
}

// -----

func.func @a(%a: tensor<?xf32>, %m: vector<4xf32>) {
  // expected-error @+1 {{'bufferization.materialize_in_destination' op 'dest' must be a tensor or a memref}}
  bufferization.materialize_in_destination %a in writable %m : (tensor<?xf32>, vector<4xf32>) -> ()
  return
}

// -----

// expected-error @+1 {{invalid value for 'bufferization.access'}}
func.func private @a(tensor<*xf32> {bufferization.access = "foo"})

// -----

// expected-error @+1 {{'bufferization.access' is expected to be a string attribute}}
func.func private @a(tensor<*xf32> {bufferization.access = 1 : i32})

// -----

// expected-error @+1 {{'bufferization.writable' is invalid on external functions}}
func.func private @a(tensor<*xf32> {bufferization.writable = false})

// -----

// expected-error @+1 {{'bufferization.writable' is expected to be a boolean attribute}}
func.func @a(%a: tensor<*xf32> {bufferization.writable = 1 : i32}) {
  return
}

// -----

// expected-error @+1 {{'bufferization.buffer_layout' is expected to be a memref layout attribute}}
func.func private @a(tensor<?xf32> {bufferization.buffer_layout = "row"})

// -----

// expected-error @+1 {{not supported as a region arg attribute by the bufferization dialect}}
func.func private @a(tensor<?xf32> {bufferization.foo})

// -----

func.func @a() -> index {
  // expected-error @+1 {{attribute '"bufferization.writable"' not supported as an op attribute by the bufferization dialect}}
  %0 = arith.constant {bufferization.writable = true} 0 : index
  return %0 : index
}

// -----

func.func @a(%m: memref<f32>) {
  memref.dealloc %m {bufferization.manual_deallocation} : memref<f32>
  // expected-error @+1 {{op attribute 'bufferization.manual_deallocation' can be used only on ops that have an allocation and/or free side effect}}
  %0 = arith.constant {bufferization.manual_deallocation} 0 : index
  return
}

// -----

// expected-error @+1 {{op requires a single operand}}
"memref.dealloc"() {bufferization.manual_deallocation} : () -> ()

// -----

func.func @f(%t: tensor<1x2xf32>) {
  // expected-error @+2 {{shapes do not match}}
  // expected-error @+1 {{'bufferization.to_buffer' op failed to verify that specified tensor and buffer types match}}
  %0 = bufferization.to_buffer %t : tensor<1x2xf32> to memref<1x2x3xf32>
  return
}

// -----

func.func @f(%t: tensor<*xf32>) {
  // expected-error @+2 {{shapes do not match}}
  // expected-error @+1 {{'bufferization.to_buffer' op failed to verify that specified tensor and buffer types match}}
  %0 = bufferization.to_buffer %t : tensor<*xf32> to memref<1xf32>
  return
}

// -----

func.func @f(%m: memref<1x2xf32>) {
  // expected-error @+2 {{element types do not match}}
  // expected-error @+1 {{'bufferization.to_tensor' op failed to verify that specified tensor and buffer types match}}
  %0 = bufferization.to_tensor %m : memref<1x2xf32> to tensor<1x2xf16>
  return
}
