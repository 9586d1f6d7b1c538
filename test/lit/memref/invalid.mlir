// What is wrong with memref's ops, in upstream's words.
// RUN: mlirlite-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

func.func @a(%m: memref<?x4xf32>, %i: index) {
  // expected-error @+1 {{'memref.load' op incorrect number of indices for load, expected 2 but got 1}}
  %0 = "memref.load"(%m, %i) : (memref<?x4xf32>, index) -> f32 
  return
}

// -----

func.func @a(%m: memref<?x4xf32>, %i: index) {
  // expected-error @+1 {{'memref.load' op failed to verify that result type matches element type of 'memref'}}
  %0 = "memref.load"(%m, %i, %i) : (memref<?x4xf32>, index, index) -> f64 
  return
}

// -----

func.func @a(%i: index) {
  // expected-error @+1 {{'memref.load' op operand #0 must be memref of any type values, but got 'index'}}
  %0 = "memref.load"(%i, %i, %i) : (index, index, index) -> f64 
  return
}

// -----

func.func @a(%m: memref<?x4xf32>, %i: i32) {
  // expected-error @+1 {{'memref.load' op operand #1 must be variadic of index, but got 'i32'}}
  %0 = "memref.load"(%m, %i, %i) : (memref<?x4xf32>, i32, i32) -> f32 
  return
}

// -----

func.func @a(%m: memref<?x4xf32>, %i: index) {
  // expected-error @+1 {{'memref.store' op failed to verify that type of 'value' matches element type of 'memref'}}
  "memref.store"(%i, %m, %i, %i) : (index, memref<?x4xf32>, index, index) -> () 
  return
}

// -----

func.func @a(%m: memref<?x4xf32>, %i: index, %f: f32) {
  // expected-error @+1 {{'memref.store' op store index operand count not equal to memref rank}}
  "memref.store"(%f, %m, %i) : (f32, memref<?x4xf32>, index) -> () 
  return
}

// -----

func.func @a() {
  // expected-error @+1 {{'memref.alloc' op incorrect number of dynamic sizes, has 0, expected 1}}
  %0 = memref.alloc() : memref<?xf32> 
  return
}

// -----

func.func @a(%i: index) {
  // expected-error @+1 {{'memref.alloc' op symbol operand count does not equal memref symbol count: expected 0, got 1}}
  %0 = memref.alloc(%i)[%i] : memref<?xf32> 
  return
}

// -----

func.func @a(%i: index) {
  // expected-error @+1 {{custom op 'memref.alloc' invalid kind of type specified: expected builtin.memref, but found 'f32'}}
  %0 = memref.alloc(%i) : f32 
  return
}

// -----

// expected-error @+1 {{'memref.alloca' op requires an ancestor op with AutomaticAllocationScope trait}}
%0 = memref.alloca() : memref<f32>

// -----

"foo.scope"() ({
  // expected-error @+1 {{'memref.alloca' op requires an ancestor op with AutomaticAllocationScope trait}}
  %0 = memref.alloca() : memref<f32>
}) : () -> ()

// -----

func.func @transposed(%v: memref<?x?xf32, affine_map<(i, j)[off, m] -> (off + m * i + j)>>) {
  // expected-error @+1 {{'memref.transpose' op result type 'memref<?x?xf32, affine_map<(d0, d1)[s0, s1] -> (d0 * s1 + s0 + d1)>>' is not equivalent to the canonical transposed input type 'memref<?x?xf32, affine_map<(d0, d1)[s0, s1] -> (d0 + s0 + d1 * s1)>>'}}
  memref.transpose %v (i, j) -> (j, i) : memref<?x?xf32, affine_map<(i, j)[off, m] -> (off + m * i + j)>> to memref<?x?xf32, affine_map<(i, j)[off, m] -> (off + m * i + j)>>
  return
}

// -----

func.func @a(%f: f32) {
  // expected-error @+1 {{custom op 'memref.dealloc' invalid kind of type specified}}
  memref.dealloc %f : f32 
  return
}

// -----

func.func @a(%i: index, %f: f32) {
  // expected-error @+1 {{'memref.dim' op operand #0 must be unranked.memref of any type values or non-0-ranked.memref of any type values, but got 'f32'}}
  %0 = "memref.dim"(%f, %i) : (f32, index) -> index 
  return
}

// -----

func.func @a(%m: memref<f32>, %i: index) {
  // expected-error @+1 {{'memref.dim' op operand #0 must be unranked.memref of any type values or non-0-ranked.memref of any type values, but got 'memref<f32>'}}
  %0 = memref.dim %m, %i : memref<f32> 
  return
}

// -----

func.func @a(%f: f32) {
  // expected-error @+1 {{custom op 'memref.rank' invalid kind of type specified}}
  %0 = memref.rank %f : f32 
  return
}

// -----

func.func @a() {
  // expected-error @+1 {{'memref.get_global' op result #0 must be statically shaped memref of any type values, but got 'memref<?xf32>'}}
  %0 = memref.get_global @foo : memref<?xf32> 
  return
}

// -----

func.func @a() {
  // expected-error @+1 {{'memref.get_global' op 'foo' does not reference a valid global memref}}
  %0 = memref.get_global @foo : memref<3xf32> 
  return
}

// -----

memref.global @foo : memref<4xf32>
// expected-error @+1 {{'memref.get_global' op result type 'memref<3xf32>' does not match type 'memref<4xf32>' of the global memref @foo}}
func.func @a(%m: memref<?x4xf32>, %i: index, %f: f32) { %0 = memref.get_global @foo : memref<3xf32>  return }

// -----

// expected-error @+1 {{custom op 'memref.global' type should be static shaped memref, but got 'memref<?xf32>'}}
memref.global @foo : memref<?xf32>

// -----

// expected-error @+1 {{custom op 'memref.global' type should be static shaped memref, but got 'tensor<3xf32>'}}
memref.global @foo : tensor<3xf32>

// -----

// expected-error @+1 {{custom op 'memref.global' initial value should be a unit or elements attribute}}
memref.global @foo : memref<4xf32> = "a"

// -----

// expected-error @+1 {{expected operation name in quotes}}
memref.global @foo : memref<4xf32> = dense<1.0> : tensor<3xf32>

// -----

// expected-error @+2 {{unexpected decimal integer literal for a floating point value}}
// expected-note @+1 {{add a trailing dot to make the literal a float}}
memref.global @foo : memref<4xf32> = dense<1> : tensor<4xi32>

// -----

// expected-error @+1 {{'memref.global' op visibility expected to be one of ["public", "private", "nested"], but got "priv"}}
memref.global "priv" @foo : memref<4xf32> = dense<1.0>

// -----

func.func @a(%m: memref<?x4xf32>, %n: memref<?x4xi32>) {
  // expected-error @+1 {{'memref.copy' op requires the same element type for all operands}}
  memref.copy %m, %n : memref<?x4xf32> to memref<?x4xi32> 
  return
}

// -----

func.func @a(%m: memref<?x4xf32>, %n: memref<?x5xf32>) {
  // expected-error @+1 {{'memref.copy' op requires the same shape for all operands}}
  memref.copy %m, %n : memref<?x4xf32> to memref<?x5xf32> 
  return
}

// -----

func.func @a(%m: memref<?x4xf32>, %n: memref<?x5xf32>) {
  // expected-error @+1 {{custom op 'memref.copy' invalid kind of type specified}}
  memref.copy %m, %n : memref<?x4xf32> to f32 
  return
}

// -----

func.func @a(%m: memref<?x4xf32>) {
  // expected-error @+1 {{'memref.cast' op operand type 'memref<?x4xf32>' and result type 'memref<?x5xf32>' are cast incompatible}}
  %0 = memref.cast %m : memref<?x4xf32> to memref<?x5xf32> 
  return
}

// -----

func.func @a(%m: memref<?x4xf32>) {
  // expected-error @+1 {{'memref.cast' op operand type 'memref<?x4xf32>' and result type 'memref<?x4xi32>' are cast incompatible}}
  %0 = memref.cast %m : memref<?x4xf32> to memref<?x4xi32> 
  return
}

// -----

func.func @a(%m: memref<?x4xf32>, %f: f32) {
  // expected-error @+1 {{use of undeclared SSA value name}}
  %0 = memref.atomic_rmw addi %f, %m[%i,%i] : (f32, memref<?x4xf32>) -> f32
  return
}

// -----

func.func @a(%m: memref<?x4xi32>, %f: i32) {
  // expected-error @+1 {{use of undeclared SSA value name}}
  %0 = memref.atomic_rmw addf %f, %m[%i,%i] : (i32, memref<?x4xi32>) -> i32
  return
}

// -----

func.func @a(%m: memref<?x4xf32>, %f: f32) {
  // expected-error @+1 {{use of undeclared SSA value name}}
  %0 = memref.atomic_rmw addf %f, %m[%i] : (f32, memref<?x4xf32>) -> f32
  return
}

// -----

func.func @a(%m: memref<?x4xf32>, %f: f64) {
  // expected-error @+1 {{use of undeclared SSA value name}}
  %0 = memref.atomic_rmw addf %f, %m[%i,%i] : (f64, memref<?x4xf32>) -> f64
  return
}

// -----

// expected-note @+1 {{prior use here}}
func.func @a(%m: memref<?x4xf32>, %f: f64) {
  // expected-error @+1 {{use of value '%m' expects different type than prior uses: 'memref<?x4xf64>' vs 'memref<?x4xf32>'}}
  %0 = memref.atomic_rmw addf %f, %m[%i,%i] : (f64, memref<?x4xf64>) -> f32
  return
}

// -----

func.func @a(%m: memref<?x4xindex>) {
  // expected-error @+1 {{use of undeclared SSA value name}}
  %0 = memref.atomic_rmw addi %i, %m[%i,%i] : (index, memref<?x4xindex>) -> index
  return
}

// -----

func.func @a(%m: memref<?x4xf32>) {
  // expected-error @+1 {{use of undeclared SSA value name}}
  %0 = memref.generic_atomic_rmw %m[%i,%i] : memref<?x4xf32> { 
^bb0(%x: f32, %y: f32):
  memref.atomic_yield %x : f32
}
  return
}

// -----

func.func @a(%m: memref<?x4xf32>) {
  // expected-error @+1 {{use of undeclared SSA value name}}
  %0 = memref.generic_atomic_rmw %m[%i,%i] : memref<?x4xf32> { 
^bb0(%x: f64):
  memref.atomic_yield %x : f64
}
  return
}

// -----

func.func @a(%m: memref<?x4xf32>, %f: f64) {
  // expected-error @+1 {{use of undeclared SSA value name}}
  %0 = memref.generic_atomic_rmw %m[%i,%i] : memref<?x4xf32> { 
^bb0(%x: f32):
  memref.atomic_yield %f : f64
}
  return
}

// -----

func.func @a(%m: memref<?x4xf32>) {
  // expected-error @+1 {{use of undeclared SSA value name}}
  %0 = memref.generic_atomic_rmw %m[%i,%i] : memref<?x4xf32> { 
^bb0(%x: f32):
  memref.store %x, %m[%i,%i] : memref<?x4xf32>
  memref.atomic_yield %x : f32
}
  return
}

// -----

func.func @a(%m: memref<?x4xf32>) {
  // expected-error @+1 {{use of undeclared SSA value name}}
  %0 = memref.generic_atomic_rmw %m[%i] : memref<?x4xf32> { 
^bb0(%x: f32):
  memref.atomic_yield %x : f32
}
  return
}

// -----

func.func @a(%m: memref<?x4xf32>) {
  // expected-error @+1 {{'memref.prefetch' op attribute 'localityHint' failed to satisfy constraint: 32-bit signless integer attribute whose minimum value is 0 whose maximum value is 3}}
  "memref.prefetch"(%m) {isWrite=true, isDataCache=true, localityHint=9: i32} : (memref<?x4xf32>) -> ()
  return
}

// -----

func.func @a(%m: memref<?x4xf32>) {
  // expected-error @+1 {{custom op 'memref.prefetch' rw specifier has to be 'read' or 'write'}}
  memref.prefetch %m[%i, %i], rw, locality<3>, data : memref<?x4xf32>
  return
}

// -----

func.func @a(%m: memref<?x4xf32>) {
  // expected-error @+1 {{custom op 'memref.prefetch' cache type has to be 'data' or 'instr'}}
  memref.prefetch %m[%i, %i], read, locality<3>, foo : memref<?x4xf32>
  return
}

// -----

func.func @a(%m: memref<?x4xf32>) {
  // expected-error @+1 {{use of undeclared SSA value name}}
  memref.prefetch %m[%i], read, locality<3>, data : memref<?x4xf32>
  return
}

// -----

func.func @a(%m: memref<?xf32>) {
  // expected-error @+1 {{missing dimension operand for result type 'memref<?xf32>'}}
  %0 = memref.realloc %m : memref<?xf32> to memref<?xf32>
  return
}

// -----

func.func @a(%m: memref<?xf32>) {
  // expected-error @+1 {{use of undeclared SSA value name}}
  %0 = memref.realloc %m(%i) : memref<?xf32> to memref<3xf32>
  return
}

// -----

func.func @a(%m: memref<?xf32>) {
  // expected-error @+1 {{different element types specified for source memref type 'memref<?xf32>' and result memref type 'memref<3xf64>'}}
  %0 = memref.realloc %m : memref<?xf32> to memref<3xf64>
  return
}

// -----

func.func @a(%m: memref<?xf32>) {
  // expected-error @+1 {{different memory spaces specified for source memref type 'memref<?xf32>' and result memref type 'memref<3xf32, 1>'}}
  %0 = memref.realloc %m : memref<?xf32> to memref<3xf32, 1>
  return
}

// -----

func.func @a(%m: memref<?xf32, strided<[3]>>) {
  // expected-error @+1 {{unsupported layout for source memref type 'memref<?xf32, strided<[3]>>'}}
  %0 = memref.realloc %m : memref<?xf32, strided<[3]>> to memref<3xf32>
  return
}

// -----

func.func @a(%m: memref<?x?xf32>) {
  // expected-error @+1 {{'memref.realloc' op operand #0 must be 1D memref of any type values, but got 'memref<?x?xf32>'}}
  %0 = memref.realloc %m : memref<?x?xf32> to memref<3xf32>
  return
}

// -----

func.func @a() {
  // expected-error @+1 {{'memref.alloca_scope.return' op expects parent op 'memref.alloca_scope'}}
  memref.alloca_scope.return
  return
}

// -----

func.func @a() {
  // expected-error @+1 {{use of undeclared SSA value name}}
  %0 = memref.alloca_scope -> i32 { memref.alloca_scope.return %i : index } 
  return
}

// -----

func.func @a() {
  // expected-error @+2 {{'memref.alloca_scope' op along control flow edge from Operation memref.alloca_scope.return to parent: region branch point has 0 operands, but region successor needs 1 inputs}}
  // expected-note @+1 {{region branch point}}
  %0 = memref.alloca_scope -> i32 { } 
  return
}

// -----

func.func @a() {
  // expected-error @+2 {{'memref.alloca_scope' op along control flow edge from Operation memref.alloca_scope.return to parent: region branch point has 0 operands, but region successor needs 1 inputs}}
  // expected-note @+1 {{region branch point}}
  %0 = memref.alloca_scope -> i32 { %1 = memref.alloca() : memref<4xf32> } 
  return
}

// -----

func.func @a(%m: memref<?x4xf32>) {
  // expected-error @+1 {{use of undeclared SSA value name}}
  memref.dma_start %m[%i], %m[%i,%i], %i, %m[%i,%i] : memref<?x4xf32>, memref<?x4xf32>, memref<?x4xf32> 
  return
}

// -----

func.func @a(%m: memref<?x4xf32>) {
  // expected-error @+1 {{use of undeclared SSA value name}}
  memref.dma_wait %m[%i], %i : memref<?x4xf32> 
  return
}

// -----

func.func @a(%m: memref<?x4xf32>) {
  // expected-error @+1 {{'memref.assume_alignment' op alignment must be power of 2}}
  memref.assume_alignment %m, 5 : memref<?x4xf32> 
  return
}

// -----

func.func @a(%m: memref<?x4xf32>) {
  // expected-error @+1 {{'memref.assume_alignment' op attribute 'alignment' failed to satisfy constraint: 32-bit signless integer attribute whose value is positive}}
  memref.assume_alignment %m, 0 : memref<?x4xf32> 
  return
}

// -----

func.func @a() {
  // expected-error @+1 {{expected ':'}}
  memref.distinct_objects 
  return
}

// -----

func.func @a() {
  // expected-error @+1 {{'memref.distinct_objects' op expected at least one operand}}
  "memref.distinct_objects"() : () -> () 
  return
}

// -----

func.func @a(%m: memref<?x4xf32>) {
  // expected-error @+1 {{'memref.distinct_objects' op operand types and result types must match}}
  %0 = "memref.distinct_objects"(%m) : (memref<?x4xf32>) -> (memref<4x4xf32>) 
  return
}

// -----

func.func @a(%m: memref<?x4xf32>) {
  // expected-error @+1 {{'memref.memory_space_cast' op operand type 'memref<?x4xf32>' and result type 'memref<4x4xf32, 1>' are cast incompatible}}
  %0 = memref.memory_space_cast %m : memref<?x4xf32> to memref<4x4xf32,1> 
  return
}

// -----

func.func @a(%f: f64) {
  // expected-error @+1 {{use of undeclared SSA value name}}
  "memref.store"(%i, %f, %i, %i) : (index, f64, index, index) -> () 
  return
}

// -----

func.func @a(%t: memref<8x8xf32>) {
  // expected-error @+1 {{'memref.collapse_shape' op collapsed dim size (64) must equal reassociation group size (8)}}
  %0 = memref.collapse_shape %t [[0]] : memref<8x8xf32> into memref<64xf32>
  return
}

// -----

func.func @a(%t: memref<8x8xf32>) {
  // expected-error @+1 {{'memref.collapse_shape' op collapsed dim (0) must be dynamic if and only if reassociation group is dynamic}}
  %0 = memref.collapse_shape %t [[0, 1]] : memref<8x8xf32> into memref<?xf32>
  return
}

// -----

func.func @a(%t: memref<8x8xf32, strided<[16, 1]>>) {
  // expected-error @+1 {{'memref.collapse_shape' op invalid source layout map or collapsing non-contiguous dims}}
  %0 = memref.collapse_shape %t [[0, 1]] : memref<8x8xf32, strided<[16, 1]>> into memref<64xf32>
  return
}

// -----

func.func @a(%t: memref<8x8xf32, strided<[8, 1]>>) {
  // expected-error @+1 {{'memref.collapse_shape' op expected collapsed type to be 'memref<64xf32, strided<[1]>>' but found 'memref<64xf32>'}}
  %0 = memref.collapse_shape %t [[0, 1]] : memref<8x8xf32, strided<[8, 1]>> into memref<64xf32>
  return
}

// -----

func.func @a(%t: memref<8x8xf32>) {
  // expected-error @+1 {{'memref.expand_shape' op collapsed dim size (8) must equal reassociation group size (10)}}
  %0 = memref.expand_shape %t [[0], [1, 2]] output_shape [8, 2, 4] : memref<8x8xf32> into memref<8x2x5xf32>
  return
}

// -----

func.func @a(%t: memref<8x8xf32>) {
  // expected-error @+1 {{'memref.expand_shape' op has source rank 2 and result rank 1. This is not an expansion (2 > 1).}}
  %0 = memref.expand_shape %t [[0], [1]] output_shape [8] : memref<8x8xf32> into memref<8xf32>
  return
}

// -----

func.func @a(%t: memref<8x8xf32>) {
  // expected-error @+1 {{'memref.expand_shape' op expected expanded type to be 'memref<8x2x4xf32>' but found 'memref<8x2x4xf32, strided<[8, 4, 1]>>'}}
  %0 = memref.expand_shape %t [[0], [1, 2]] output_shape [8, 2, 4] : memref<8x8xf32> into memref<8x2x4xf32, strided<[8, 4, 1]>>
  return
}

// -----

func.func @a(%t: memref<8x16xf32>) {
  // expected-error @+1 {{expected result type to be 'memref<4x4xf32, strided<[16, 1]>>' or a rank-reduced version. (mismatch of result layout), but got 'memref<4x4xf32>'}}
  %0 = memref.subview %t[0, 0][4, 4][1, 1] : memref<8x16xf32> to memref<4x4xf32>
  return
}

// -----

func.func @a(%t: memref<8x16xf32>) {
  // expected-error @+1 {{expected result type to be 'memref<4x4xf32, strided<[16, 1]>>' or a rank-reduced version. (mismatch of result sizes), but got 'memref<4x5xf32, strided<[16, 1]>>'}}
  %0 = memref.subview %t[0, 0][4, 4][1, 1] : memref<8x16xf32> to memref<4x5xf32, strided<[16, 1]>>
  return
}

// -----

func.func @a(%t: memref<8x16xf32>) {
  // expected-error @+1 {{expected result element type to be 'f32', but got 'memref<4x4xf64, strided<[16, 1]>>'}}
  %0 = memref.subview %t[0, 0][4, 4][1, 1] : memref<8x16xf32> to memref<4x4xf64, strided<[16, 1]>>
  return
}

// -----

func.func @a(%t: memref<8x16xf32>) {
  // expected-error @+1 {{different memory spaces specified for base memref type 'memref<8x16xf32>' and subview memref type 'memref<4x4xf32, strided<[16, 1]>, 1>'}}
  %0 = memref.subview %t[0, 0][4, 4][1, 1] : memref<8x16xf32> to memref<4x4xf32, strided<[16, 1]>, 1>
  return
}

// -----

func.func @a(%t: memref<8x16xf32>) {
  // expected-error @+1 {{expected result rank to be smaller or equal to the source rank, but got 'memref<4x4x1xf32>'}}
  %0 = memref.subview %t[0, 0][4, 4][1, 1] : memref<8x16xf32> to memref<4x4x1xf32>
  return
}

// -----

func.func @a(%t: memref<8x16xf32>) {
  // expected-error @+1 {{slice along dimension 1 runs out-of-bounds: 17 >= 16}}
  %0 = memref.subview %t[0, 14][4, 4][1, 1] : memref<8x16xf32> to memref<4x4xf32, strided<[16, 1], offset: 14>>
  return
}

// -----

func.func @a(%t: memref<8x16xf32>) {
  // expected-error @+1 {{offset 0 is out-of-bounds: 8 >= 8}}
  %0 = memref.subview %t[8, 0][4, 4][1, 1] : memref<8x16xf32> to memref<4x4xf32, strided<[16, 1], offset: 128>>
  return
}

// -----

func.func @a(%t: memref<8x16xf32>) {
  // expected-error @+1 {{expected mixed offsets rank to match mixed sizes rank (1 vs 2) so the rank of the result type is well-formed.}}
  %0 = memref.subview %t[0][4, 4][1, 1] : memref<8x16xf32> to memref<4x4xf32, strided<[16, 1]>>
  return
}

// -----

func.func @a(%t: memref<8x16xf32>) {
  // expected-error @+1 {{expected offsets to be non-negative, but got -1}}
  %0 = memref.subview %t[-1, 0][4, 4][1, 1] : memref<8x16xf32> to memref<4x4xf32, strided<[16, 1]>>
  return
}

// -----

func.func @a(%t: memref<8x16xf32>) {
  // expected-error @+1 {{expected result type with offset = 1 instead of 0}}
  %0 = memref.reinterpret_cast %t to offset: [1], sizes: [4], strides: [1] : memref<8x16xf32> to memref<4xf32>
  return
}

// -----

func.func @a(%t: memref<8x16xf32>) {
  // expected-error @+1 {{expected result type with stride = 2 instead of 1 in dim = 0}}
  %0 = memref.reinterpret_cast %t to offset: [0], sizes: [4], strides: [2] : memref<8x16xf32> to memref<4xf32>
  return
}

// -----

func.func @a(%t: memref<8x16xf32>) {
  // expected-error @+1 {{different element types specified for source type 'memref<8x16xf32>' and result memref type 'memref<4xf64>'}}
  %0 = memref.reinterpret_cast %t to offset: [0], sizes: [4], strides: [1] : memref<8x16xf32> to memref<4xf64>
  return
}

// -----

func.func @a(%t: memref<8x16xf32>) {
  // expected-error @+1 {{expected mixed offsets rank to match mixed sizes rank (2 vs 1) so the rank of the result type is well-formed.}}
  %0 = memref.reinterpret_cast %t to offset: [0, 1], sizes: [4], strides: [1] : memref<8x16xf32> to memref<4xf32>
  return
}

// -----

func.func @a(%t: memref<8x16xf32>) {
  // expected-error @+1 {{'memref.transpose' op result type 'memref<16x8xf32>' is not equivalent to the canonical transposed input type 'memref<16x8xf32, affine_map<(d0, d1) -> (d0 + d1 * 16)>>'}}
  %0 = memref.transpose %t (d0, d1) -> (d1, d0) : memref<8x16xf32> to memref<16x8xf32>
  return
}

// -----

func.func @a(%t: memref<8x16xf32>) {
  // expected-error @+1 {{'memref.transpose' op expected a permutation map}}
  %0 = memref.transpose %t (d0, d1) -> (d0, d0) : memref<8x16xf32> to memref<16x8xf32>
  return
}

// -----

func.func @a(%t: memref<8x16xf32>) {
  // expected-error @+1 {{'memref.transpose' op expected a permutation map of same rank as the input}}
  %0 = memref.transpose %t (d0, d1, d2) -> (d0, d1, d2) : memref<8x16xf32> to memref<16x8xf32>
  return
}

// -----

func.func @a(%t: memref<8xi8>, %i: index) {
  // expected-error @+1 {{'memref.view' op incorrect number of dynamic sizes, has 1, expected 0}}
  %0 = memref.view %t[%i][%i] : memref<8xi8> to memref<16x8xf32>
  return
}

// -----

func.func @a(%t: memref<8xi8, strided<[2]>>, %i: index) {
  // expected-error @+1 {{unsupported map for base memref type 'memref<8xi8, strided<[2]>>'}}
  %0 = memref.view %t[%i][] : memref<8xi8, strided<[2]>> to memref<16x8xf32>
  return
}

// -----

func.func @a(%t: memref<8xi8>, %i: index) {
  // expected-error @+1 {{different memory spaces specified for base memref type 'memref<8xi8>' and view memref type 'memref<16x8xf32, 1>'}}
  %0 = memref.view %t[%i][] : memref<8xi8> to memref<16x8xf32, 1>
  return
}

// -----

func.func @a(%t: memref<8x16xf32>, %s: memref<2xindex>) {
  // expected-error @+1 {{'memref.reshape' op length of shape operand differs from the result's memref rank}}
  %0 = memref.reshape %t(%s) : (memref<8x16xf32>, memref<2xindex>) -> memref<128xf32>
  return
}

// -----

func.func @a(%t: memref<8x16xf32>, %s: memref<1xindex>) {
  // expected-error @+1 {{'memref.reshape' op element types of source and destination memref types should be the same}}
  %0 = memref.reshape %t(%s) : (memref<8x16xf32>, memref<1xindex>) -> memref<128xf64>
  return
}

// -----

func.func @a(%t: memref<8x16xf32>, %s: memref<?xindex>) {
  // expected-error @+1 {{'memref.reshape' op cannot use shape operand with dynamic length to reshape to statically-ranked memref type}}
  %0 = memref.reshape %t(%s) : (memref<8x16xf32>, memref<?xindex>) -> memref<128xf32>
  return
}

// -----

func.func @a(%t: memref<8x16xf32, strided<[32, 1]>>, %s: memref<1xindex>) {
  // expected-error @+1 {{'memref.reshape' op source memref type should have identity affine map}}
  %0 = memref.reshape %t(%s) : (memref<8x16xf32, strided<[32, 1]>>, memref<1xindex>) -> memref<128xf32>
  return
}

// -----

// expected-error @+1 {{'memref.global' op initial value shape expected to be 4 but was 5}}
"memref.global"() {sym_name = "g", type = memref<4xf32>, initial_value = dense<1.0> : tensor<5xf32>} : () -> ()

// -----

// expected-error @+1 {{'memref.global' op initial value element expected to be of type 'f32', but was of type 'i32'}}
"memref.global"() {sym_name = "g", type = memref<4xf32>, initial_value = dense<1> : tensor<4xi32>} : () -> ()

// -----

// expected-error @+1 {{'memref.global' op initial value should be a unit or elements attribute, but got 3 : i64}}
"memref.global"() {sym_name = "g", type = memref<4xf32>, initial_value = 3} : () -> ()

// -----

// expected-error @+1 {{'memref.global' op type should be static shaped memref, but got 'memref<?xf32>'}}
"memref.global"() {sym_name = "g", type = memref<?xf32>} : () -> ()

// -----

// expected-error @+1 {{'memref.global' op attribute 'type' failed to satisfy constraint: memref type attribute}}
"memref.global"() {sym_name = "g", type = f32} : () -> ()

// -----

func.func @a(%i: index, %f: f32) {
  // expected-error @+1 {{'memref.dim' op operand #0 must be unranked.memref of any type values or non-0-ranked.memref of any type values, but got 'f32'}}
  %0 = memref.dim %f, %i : f32
  return
}

// -----

func.func @a(%f: f32) {
  // expected-error @+1 {{custom op 'memref.cast' invalid kind of type specified}}
  %0 = memref.cast %f : f32 to memref<f32>
  return
}

// -----

func.func @a(%f: f32) {
  // expected-error @+1 {{custom op 'memref.subview' invalid kind of type specified: expected builtin.memref, but found 'f32'}}
  %0 = memref.subview %f[][][] : f32 to memref<f32>
  return
}

// -----

func.func @a(%i: index, %f: f32) {
  // expected-error @+1 {{custom op 'memref.view' invalid kind of type specified: expected builtin.memref, but found 'f32'}}
  %0 = memref.view %f[%i][] : f32 to memref<f32>
  return
}

// -----

// expected-note @+1 {{prior use here}}
func.func @a(%i: index, %f: f32) {
  // expected-error @+1 {{use of value '%f' expects different type than prior uses: 'memref<4xi8>' vs 'f32'}}
  %0 = memref.view %f[%i][] : memref<4xi8> to f32
  return
}

// -----

func.func @a() {
  // expected-error @+1 {{custom op 'memref.get_global' invalid kind of type specified: expected builtin.memref, but found 'f32'}}
  %0 = memref.get_global @a : f32
  return
}

// -----

func.func @a(%f: f32) {
  // expected-error @+1 {{custom op 'memref.atomic_rmw' invalid kind of type specified: expected builtin.memref, but found 'f32'}}
  %0 = memref.atomic_rmw addf %f, %f[] : (f32, f32) -> f32
  return
}

// -----

func.func @a(%f: f32) {
  // expected-error @+1 {{custom op 'memref.store' invalid kind of type specified: expected builtin.memref, but found 'f32'}}
  memref.store %f, %f[] : f32
  return
}

// -----

func.func @a(%f: f32) {
  // expected-error @+1 {{custom op 'memref.assume_alignment' invalid kind of type specified: expected builtin.memref, but found 'f32'}}
  memref.assume_alignment %f, 3 : f32
  return
}

// -----

func.func @a(%f: f32) {
  // expected-error @+1 {{custom op 'memref.extract_strided_metadata' invalid kind of type specified: expected builtin.memref, but found 'f32'}}
  memref.extract_strided_metadata %f : f32 -> f32
  return
}

// -----

func.func @a(%f: f32) {
  // expected-error @+1 {{custom op 'memref.extract_aligned_pointer_as_index' invalid kind of type specified}}
  memref.extract_aligned_pointer_as_index %f : f32 -> f32
  return
}

// -----

func.func @a(%f: f32) {
  // expected-error @+1 {{custom op 'memref.collapse_shape' invalid kind of type specified: expected builtin.memref, but found 'f32'}}
  memref.collapse_shape %f [] : f32 into f32
  return
}

// -----

func.func @a(%f: f32) {
  // expected-error @+1 {{custom op 'memref.realloc' invalid kind of type specified: expected builtin.memref, but found 'f32'}}
  memref.realloc %f : f32 to f32
  return
}

// -----

func.func @expand_to_nothing(%m: memref<f32>) {
  // expected-error @+1 {{'memref.expand_shape' op rank 0 memrefs can only be extended/collapsed with/from ones}}
  %0 = memref.expand_shape %m [] output_shape [3] : memref<f32> into memref<3xf32>
  return
}

// -----

func.func @expand_unknown(%m: memref<?xf32>) {
  // expected-error @+1 {{'memref.expand_shape' op collapsed dim (0) must be dynamic if and only if reassociation group is dynamic}}
  %0 = memref.expand_shape %m [[0, 1]] output_shape [2, 3] : memref<?xf32> into memref<2x3xf32>
  return
}

// -----

func.func @operands_of_a_copy(%m: memref<4x4xf32>, %i: index) {
  // expected-error @+1 {{'memref.dma_start' op expected at least 6 operands}}
  "memref.dma_start"(%m, %i, %i, %m) : (memref<4x4xf32>, index, index, memref<4x4xf32>) -> ()
  return
}
