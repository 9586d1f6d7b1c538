// What is wrong with vector's ops, in upstream's words.
// RUN: mlirlite-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

func.func @a(%f: f32) {
  // expected-error @+1 {{'vector.broadcast' op failed to verify that source operand and result have same element type}}
  %0 = vector.broadcast %f : f32 to vector<4xf64>
  return
}

// -----

func.func @a(%w: vector<2x4xf32>) {
  // expected-error @+1 {{'vector.broadcast' op source rank higher than destination rank}}
  %0 = vector.broadcast %w : vector<2x4xf32> to vector<4xf32>
  return
}

// -----

func.func @a(%v: vector<4xf32>) {
  // expected-error @+1 {{'vector.broadcast' op dimension mismatch (4 vs. 8)}}
  %0 = vector.broadcast %v : vector<4xf32> to vector<8xf32>
  return
}

// -----

func.func @a(%w: vector<2x4xf32>) {
  // expected-error @+1 {{'vector.extract' op expected position attribute #2 to be a non-negative integer smaller than the corresponding vector dimension or poison (-1)}}
  %0 = vector.extract %w[0, 4] : f32 from vector<2x4xf32>
  return
}

// -----

func.func @a(%w: vector<2x4xf32>) {
  // expected-error @+1 {{'vector.extract' op expected position attribute of rank no greater than vector rank}}
  %0 = vector.extract %w[0, 1, 2] : f32 from vector<2x4xf32>
  return
}

// -----

func.func @a(%f: f32, %w: vector<2x4xf32>) {
  // expected-error @+1 {{'vector.insert' op expected position attribute rank to match the dest vector rank}}
  %0 = vector.insert %f, %w[0] : f32 into vector<2x4xf32>
  return
}

// -----

func.func @a(%v: vector<4xf32>, %w: vector<2x4xf32>) {
  // expected-error @+1 {{'vector.insert' op expected position attribute rank + source rank to match dest vector rank}}
  %0 = vector.insert %v, %w[0, 1] : vector<4xf32> into vector<2x4xf32>
  return
}

// -----

func.func @a(%v: vector<4xf32>, %w: vector<2x4xf32>) {
  // expected-error @+1 {{'vector.insert' op expected position attribute #1 to be a non-negative integer smaller than the corresponding dest vector dimension}}
  %0 = vector.insert %v, %w[2] : vector<4xf32> into vector<2x4xf32>
  return
}

// -----

func.func @a(%f: f32, %w: vector<2x4xf32>) {
  // expected-error @+1 {{'vector.insert' op expected position attribute of rank no greater than dest vector rank}}
  %0 = vector.insert %f, %w[0,1,2] : f32 into vector<2x4xf32>
  return
}

// -----

func.func @a(%v: vector<4xf32>, %w: vector<2x4xf32>) {
  // expected-error @+1 {{'vector.shuffle' op rank mismatch}}
  %0 = vector.shuffle %v, %w [0] : vector<4xf32>, vector<2x4xf32>
  return
}

// -----

func.func @a(%v: vector<4xf32>) {
  // expected-error @+1 {{'vector.shuffle' op mask index #1 out of range}}
  %0 = vector.shuffle %v, %v [8] : vector<4xf32>, vector<4xf32>
  return
}

// -----

func.func @a(%v: vector<4xf32>) {
  // expected-error @+1 {{'vector.shuffle' op mask length mismatch}}
  %0 = "vector.shuffle"(%v, %v) {mask = array<i64: 1>} : (vector<4xf32>, vector<4xf32>) -> vector<3xf32>
  return
}

// -----

func.func @a(%m: memref<?x?xf32>, %i: index) {
  // expected-error @+1 {{'vector.load' op requires 2 indices}}
  %0 = vector.load %m[%i] : memref<?x?xf32>, vector<4xf32>
  return
}

// -----

func.func @a(%m: memref<?x?xf32>, %i: index) {
  // expected-error @+1 {{'vector.load' op base and result element types should match}}
  %0 = vector.load %m[%i, %i] : memref<?x?xf32>, vector<4xf64>
  return
}

// -----

func.func @a(%v: vector<4xf64>, %m: memref<?x?xf32>, %i: index) {
  // expected-error @+1 {{'vector.store' op base and valueToStore element type should match}}
  vector.store %v, %m[%i, %i] : memref<?x?xf32>, vector<4xf64>
  return
}

// -----

func.func @a(%v: vector<4xf32>, %m: memref<?x?xf32>, %i: index) {
  // expected-error @+1 {{'vector.store' op requires 2 indices}}
  vector.store %v, %m[%i] : memref<?x?xf32>, vector<4xf32>
  return
}

// -----

func.func @a(%v: vector<4xf32>, %m: memref<?x?xf32>, %i: index, %c: vector<4xi1>) {
  // expected-error @+1 {{'vector.maskedload' op requires 2 indices}}
  %0 = vector.maskedload %m[%i], %c, %v : memref<?x?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return
}

// -----

func.func @a(%v: vector<4xf32>, %m: memref<?x?xf32>, %i: index, %c: vector<4xi1>) {
  // expected-error @+1 {{'vector.maskedload' op expected result shape to match mask shape}}
  %0 = vector.maskedload %m[%i,%i], %c, %v : memref<?x?xf32>, vector<4xi1>, vector<4xf32> into vector<5xf32>
  return
}

// -----

func.func @a(%v: vector<4xf32>, %m: memref<?x?xf64>, %i: index, %c: vector<4xi1>) {
  // expected-error @+1 {{'vector.maskedload' op base and result element type should match}}
  %0 = vector.maskedload %m[%i,%i], %c, %v : memref<?x?xf64>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return
}

// -----

func.func @a(%v: vector<5xf32>, %m: memref<?x?xf32>, %i: index, %c: vector<4xi1>) {
  // expected-error @+1 {{'vector.maskedstore' op expected valueToStore shape to match mask shape}}
  vector.maskedstore %m[%i,%i], %c, %v : memref<?x?xf32>, vector<4xi1>, vector<5xf32>
  return
}

// -----

func.func @a(%f: f32, %m: memref<?x?xf32>, %i: index) {
  // expected-error @+1 {{'vector.transfer_read' op requires 2 indices}}
  %0 = vector.transfer_read %m[%i], %f : memref<?x?xf32>, vector<4xf32>
  return
}

// -----

func.func @a(%f: f32, %m: memref<?xf32>, %i: index) {
  // expected-error @+1 {{custom op 'vector.transfer_read' expected a custom permutation_map when rank(source) != rank(destination)}}
  %0 = vector.transfer_read %m[%i], %f : memref<?xf32>, vector<2x4xf32>
  return
}

// -----

func.func @a(%f: f64, %m: memref<?x?xf32>, %i: index) {
  // expected-error @+1 {{'vector.transfer_read' op requires formal padding and source of the same elemental type}}
  %0 = "vector.transfer_read"(%m, %i, %i, %f) {in_bounds = [false], permutation_map = affine_map<(d0, d1) -> (d1)>, operandSegmentSizes = array<i32: 1, 2, 1, 0>} : (memref<?x?xf32>, index, index, f64) -> vector<4xf32>
  return
}

// -----

func.func @a(%f: f32, %m: memref<?x?xf32>, %i: index) {
  // expected-error @+1 {{'vector.transfer_read' op requires a permutation_map with input dims of the same rank as the source type}}
  %0 = vector.transfer_read %m[%i, %i], %f {permutation_map = affine_map<(d0) -> (d0)>} : memref<?x?xf32>, vector<4xf32>
  return
}

// -----

func.func @a(%f: f32, %m: memref<?x?xf32>, %i: index) {
  // expected-error @+1 {{'vector.transfer_read' op requires a permutation_map with result dims of the same rank as the vector type}}
  %0 = vector.transfer_read %m[%i, %i], %f {permutation_map = affine_map<(d0, d1) -> (d0, d1)>} : memref<?x?xf32>, vector<4xf32>
  return
}

// -----

func.func @a(%f: f32, %m: memref<?x?xf32>, %i: index) {
  // expected-error @+1 {{'vector.transfer_read' op requires a permutation_map that is a permutation (found one dim used more than once)}}
  %0 = vector.transfer_read %m[%i, %i], %f {permutation_map = affine_map<(d0, d1) -> (d0, d0)>} : memref<?x?xf32>, vector<2x4xf32>
  return
}

// -----

func.func @a(%f: f32, %m: memref<?x?xf32>, %i: index) {
  // expected-error @+1 {{'vector.transfer_read' op requires a projected permutation_map (at most one dim or the zero constant can appear in each result)}}
  %0 = vector.transfer_read %m[%i, %i], %f {permutation_map = affine_map<(d0, d1) -> (d0 + d1)>} : memref<?x?xf32>, vector<4xf32>
  return
}

// -----

func.func @a(%f: f32, %m: memref<?x?xf32>, %i: index) {
  // expected-error @+1 {{'vector.transfer_read' op requires a projected permutation_map (at most one dim or the zero constant can appear in each result)}}
  %0 = vector.transfer_read %m[%i, %i], %f {permutation_map = affine_map<(d0, d1) -> (1)>} : memref<?x?xf32>, vector<4xf32>
  return
}

// -----

func.func @a(%f: f32, %m: memref<?x?xf32>, %i: index) {
  // expected-error @+1 {{'vector.transfer_read' op expects the in_bounds attr of same rank as permutation_map results: affine_map<(d0, d1) -> (d1)> vs inBounds of size: 2}}
  %0 = vector.transfer_read %m[%i, %i], %f {in_bounds = [true, true]} : memref<?x?xf32>, vector<4xf32>
  return
}

// -----

// expected-note @+1 {{prior use here}}
func.func @a(%f: f32, %m: memref<?x?xf32>, %i: index, %c: vector<4xi1>) {
  // expected-error @+1 {{use of value '%c' expects different type than prior uses: 'vector<2x4xi1>' vs 'vector<4xi1>'}}
  %0 = vector.transfer_read %m[%i, %i], %f, %c : memref<?x?xf32>, vector<2x4xf32>
  return
}

// -----

func.func @a(%f: f32, %m: memref<?x?xf32>, %i: index) {
  // expected-error @+1 {{custom op 'vector.transfer_read' requires two types}}
  %0 = vector.transfer_read %m[%i, %i], %f : memref<?x?xf32>
  return
}

// -----

func.func @a(%v: vector<4xf32>, %m: memref<?x?xf32>, %i: index) {
  // expected-error @+1 {{'vector.transfer_write' op requires 2 indices}}
  vector.transfer_write %v, %m[%i] : vector<4xf32>, memref<?x?xf32>
  return
}

// -----

func.func @a(%v: vector<4xf32>, %m: memref<?x?xf32>, %i: index) {
  // expected-error @+1 {{'vector.transfer_write' op should not have broadcast dimensions}}
  vector.transfer_write %v, %m[%i, %i] {permutation_map = affine_map<(d0, d1) -> (0)>} : vector<4xf32>, memref<?x?xf32>
  return
}

// -----

func.func @a(%w: vector<2x4xf32>) {
  // expected-error @+1 {{'vector.reduction' op unsupported reduction rank: 2}}
  %0 = vector.reduction <add>, %w : vector<2x4xf32> into f32
  return
}

// -----

func.func @a(%v: vector<4xf32>) {
  // expected-error @+1 {{'vector.reduction' op unsupported reduction type ''f32'' for kind 'and'}}
  %0 = vector.reduction <and>, %v : vector<4xf32> into f32
  return
}

// -----

func.func @a(%v: vector<4xf32>) {
  // expected-error @+1 {{'vector.reduction' op failed to verify that source operand and result have same element type}}
  %0 = vector.reduction <add>, %v : vector<4xf32> into f64
  return
}

// -----

func.func @a(%f: f32, %w: vector<2x4xf32>) {
  // expected-error @+1 {{'vector.multi_reduction' op destination type 'f32' is incompatible with source type 'vector<2x4xf32>'}}
  %0 = vector.multi_reduction <add>, %w, %f [0] : vector<2x4xf32> to f32
  return
}

// -----

func.func @a(%w: vector<2x4xf32>) {
  // expected-error @+1 {{'vector.transpose' op dimension size mismatch at: 0}}
  %0 = vector.transpose %w, [0, 1] : vector<2x4xf32> to vector<4x2xf32>
  return
}

// -----

func.func @a(%w: vector<2x4xf32>) {
  // expected-error @+1 {{'vector.transpose' op duplicate position index: 0}}
  %0 = vector.transpose %w, [0, 0] : vector<2x4xf32> to vector<2x2xf32>
  return
}

// -----

func.func @a(%w: vector<2x4xf32>) {
  // expected-error @+1 {{'vector.transpose' op transposition index out of range: 2}}
  %0 = vector.transpose %w, [0, 2] : vector<2x4xf32> to vector<2x2xf32>
  return
}

// -----

func.func @a(%w: vector<2x4xf32>) {
  // expected-error @+1 {{'vector.transpose' op transposition length mismatch: 1}}
  %0 = vector.transpose %w, [0] : vector<2x4xf32> to vector<2x2xf32>
  return
}

// -----

func.func @a(%w: vector<2x4xf32>) {
  // expected-error @+1 {{'vector.shape_cast' op has different number of elements at source (8) and result (9)}}
  %0 = vector.shape_cast %w : vector<2x4xf32> to vector<9xf32>
  return
}

// -----

func.func @a(%w: vector<2x4xf32>) {
  // expected-error @+1 {{'vector.bitcast' op source/result bitwidth of the minor 1-D vectors must be equal}}
  %0 = vector.bitcast %w : vector<2x4xf32> to vector<2x4xf16>
  return
}

// -----

func.func @a(%w: vector<2x4xf32>) {
  // expected-error @+1 {{'vector.bitcast' op failed to verify that all of {source, result} have same rank}}
  %0 = vector.bitcast %w : vector<2x4xf32> to vector<8xf32>
  return
}

// -----

func.func @a(%f: f32) {
  // expected-error @+1 {{custom op 'vector.from_elements' number of operands and types do not match: got 2 operands and 3 types}}
  %0 = vector.from_elements %f, %f : vector<3xf32>
  return
}

// -----

func.func @a(%i: index) {
  // expected-error @+1 {{'vector.create_mask' op must specify an operand for each result vector dimension}}
  %0 = vector.create_mask %i, %i : vector<4xi1>
  return
}

// -----

func.func @a() {
  // expected-error @+1 {{'vector.constant_mask' op array attr of size out of bounds of vector result dimension size}}
  %0 = vector.constant_mask [5] : vector<4xi1>
  return
}

// -----

func.func @a() {
  // expected-error @+1 {{'vector.constant_mask' op must specify array attr of size equal vector result rank}}
  %0 = vector.constant_mask [2, 3] : vector<4xi1>
  return
}

// -----

func.func @a() {
  // expected-error @+1 {{'vector.constant_mask' op expected all mask dim sizes to be zeros, as a result of conjunction with zero mask dim}}
  %0 = vector.constant_mask [0, 3] : vector<4x4xi1>
  return
}

// -----

func.func @a(%v: vector<4xf32>, %w: vector<2x4xf32>) {
  // expected-error @+1 {{'vector.outerproduct' op expected 1-d vector for operand #1}}
  %0 = vector.outerproduct %w, %v : vector<2x4xf32>, vector<4xf32>
  return
}

// -----

func.func @a(%v: vector<4xf32>) {
  // expected-error @+1 {{custom op 'vector.outerproduct' expected at least 2 operands}}
  %0 = vector.outerproduct %v : vector<4xf32>, vector<4xf32>
  return
}

// -----

func.func @a(%f: f32, %v: vector<4xf32>) {
  // expected-error @+1 {{'vector.contract' op expected an indexing map for each vector operand}}
  %0 = vector.contract {indexing_maps = [affine_map<(d0)->(d0)>, affine_map<(d0)->(d0)>], iterator_types = ["reduction"]} %v, %v, %f : vector<4xf32>, vector<4xf32> into f32
  return
}

// -----

func.func @a(%f: f32, %v: vector<4xf32>) {
  // expected-error @+1 {{custom op 'vector.contract' unexpected iterator_type (foo)}}
  %0 = vector.contract {indexing_maps = [affine_map<(d0)->(d0)>, affine_map<(d0)->(d0)>, affine_map<(d0) -> ()>], iterator_types = ["foo"]} %v, %v, %f : vector<4xf32>, vector<4xf32> into f32
  return
}

// -----

func.func @a(%f: f32, %v: vector<4xf32>) {
  // expected-error @+1 {{'vector.contract' op expected indexing map 0 to have 1 number of inputs}}
  %0 = vector.contract {indexing_maps = [affine_map<(d0,d1)->(d0)>, affine_map<(d0)->(d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} %v, %v, %f : vector<4xf32>, vector<4xf32> into f32
  return
}

// -----

func.func @a(%f: f32, %v: vector<4xf32>) {
  // expected-error @+1 {{'vector.contract' op expected indexing map 0 to have 1 number of outputs}}
  %0 = vector.contract {indexing_maps = [affine_map<(d0)->(d0, d0)>, affine_map<(d0)->(d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} %v, %v, %f : vector<4xf32>, vector<4xf32> into f32
  return
}

// -----

func.func @a(%w: vector<2x4xf32>) {
  // expected-error @+1 {{'vector.extract_strided_slice' op expected offsets attribute of rank no greater than vector rank}}
  %0 = vector.extract_strided_slice %w {offsets = [0, 0, 0], sizes = [1, 1, 1], strides = [1,1,1]} : vector<2x4xf32> to vector<1x1xf32>
  return
}

// -----

func.func @a(%w: vector<2x4xf32>) {
  // expected-error @+1 {{'vector.extract_strided_slice' op expected offsets, sizes and strides attributes of same size}}
  %0 = vector.extract_strided_slice %w {offsets = [0], sizes = [1, 1], strides = [1]} : vector<2x4xf32> to vector<1x1xf32>
  return
}

// -----

func.func @a(%w: vector<2x4xf32>) {
  // expected-error @+1 {{'vector.extract_strided_slice' op expected offsets dimension 0 to be confined to [0, 2)}}
  %0 = vector.extract_strided_slice %w {offsets = [2], sizes = [1], strides = [1]} : vector<2x4xf32> to vector<1x4xf32>
  return
}

// -----

func.func @a(%w: vector<2x4xf32>) {
  // expected-error @+1 {{'vector.extract_strided_slice' op expected sizes dimension 0 to be confined to [1, 3)}}
  %0 = vector.extract_strided_slice %w {offsets = [0], sizes = [3], strides = [1]} : vector<2x4xf32> to vector<3x4xf32>
  return
}

// -----

func.func @a(%w: vector<2x4xf32>) {
  // expected-error @+1 {{'vector.extract_strided_slice' op expected strides to be confined to [1, 2)}}
  %0 = vector.extract_strided_slice %w {offsets = [0], sizes = [1], strides = [2]} : vector<2x4xf32> to vector<1x4xf32>
  return
}

// -----

func.func @a(%w: vector<2x4xf32>) {
  // expected-error @+1 {{'vector.extract_strided_slice' op expected sum(offsets, sizes) dimension 0 to be confined to [1, 3)}}
  %0 = vector.extract_strided_slice %w {offsets = [1], sizes = [2], strides = [1]} : vector<2x4xf32> to vector<2x4xf32>
  return
}

// -----

func.func @a(%w: vector<2x4xf32>) {
  // expected-error @+1 {{'vector.extract_strided_slice' op expected result type to be 'vector<1x4xf32>'}}
  %0 = vector.extract_strided_slice %w {offsets = [0], sizes = [1], strides = [1]} : vector<2x4xf32> to vector<1x3xf32>
  return
}

// -----

func.func @a(%v: vector<4xf32>, %w: vector<2x4xf32>) {
  // expected-error @+1 {{'vector.insert_strided_slice' op expected offsets of same size as destination vector rank}}
  %0 = vector.insert_strided_slice %v, %w {offsets = [0], strides = [1]} : vector<4xf32> into vector<2x4xf32>
  return
}

// -----

func.func @a(%v: vector<4xf32>, %w: vector<2x4xf32>) {
  // expected-error @+1 {{'vector.insert_strided_slice' op expected sum(offsets, source vector shape) dimension 1 to be confined to [1, 5)}}
  %0 = vector.insert_strided_slice %v, %w {offsets = [0, 1], strides = [1]} : vector<4xf32> into vector<2x4xf32>
  return
}

// -----

func.func @a(%v: vector<4xf32>, %w: vector<2x4xf32>) {
  // expected-error @+1 {{'vector.insert_strided_slice' op expected source rank to be no greater than destination rank}}
  %0 = vector.insert_strided_slice %w, %v {offsets = [0], strides = [1, 1]} : vector<2x4xf32> into vector<4xf32>
  return
}

// -----

func.func @a(%v: vector<4xf32>) {
  // expected-error @+1 {{'vector.interleave' op failed to verify that type of 'result' is double the width of the inputs}}
  %0 = vector.interleave %v, %v : vector<4xf32> -> vector<9xf32>
  return
}

// -----

func.func @a(%v: vector<5xf32>) {
  // expected-error @+1 {{'vector.deinterleave' op failed to verify that the trailing dimension of the source vector has an even number of elements}}
  %0, %1 = vector.deinterleave %v : vector<5xf32> -> vector<2xf32>
  return
}

// -----

func.func @a(%f: f32, %c: vector<4xi1>) {
  // expected-error @+1 {{'vector.mask' op expects only one operation to mask}}
  %0 = vector.mask %c { %1 = arith.addf %f, %f : f32 %2 = arith.addf %f, %f : f32 } : vector<4xi1> -> f32
  return
}

// -----

func.func @a(%v: vector<4xf32>, %c: vector<4xi1>) {
  // expected-error @+1 {{'vector.mask' op expects a MaskableOpInterface within the mask region}}
  %0 = vector.mask %c { %1 = arith.addf %v, %v : vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  return
}

// -----

func.func @a(%f: f32) {
  // expected-error @+1 {{custom op 'vector.fma' invalid kind of type specified: expected builtin.vector, but found 'f32'}}
  %0 = vector.fma %f, %f, %f : f32
  return
}

// -----

func.func @a(%f: f32) {
  // expected-error @+1 {{custom op 'vector.broadcast' invalid kind of type specified: expected builtin.vector, but found 'f32'}}
  %0 = vector.broadcast %f : f32 to f32
  return
}

// -----

func.func @a(%i: index) {
  // expected-error @+1 {{'vector.create_mask' op result #0 must be vector of 1-bit signless integer values, but got 'f32'}}
  %0 = vector.create_mask %i : f32
  return
}

// -----

func.func @a() {
  // expected-error @+1 {{custom op 'vector.step' invalid kind of type specified: expected builtin.vector, but found 'f32'}}
  %0 = vector.step : f32
  return
}

// -----

// expected-note @+1 {{prior use here}}
func.func @a(%f: f32) {
  // expected-error @+1 {{use of value '%f' expects different type than prior uses: 'vector<4xf32>' vs 'f32'}}
  vector.print %f : vector<4xf32>
  return
}

// -----

func.func @a(%f: f32) {
  // expected-error @+1 {{custom op 'vector.load' invalid kind of type specified: expected builtin.memref, but found 'f32'}}
  %0 = vector.load %f[] : f32, vector<4xf32>
  return
}

// -----

func.func @a(%i: index) {
  // expected-error @+1 {{custom op 'vector.transfer_read' requires memref or ranked tensor type}}
  %0 = vector.transfer_read %i[], %i : f32, f32
  return
}

// -----

func.func @a(%f: memref<f32>) {
  // expected-error @+1 {{custom op 'vector.extract' invalid kind of type specified: expected builtin.vector, but found 'f32'}}
  %0 = vector.extract %f[] : f32 from f32
  return
}

// -----

func.func @a(%f: f32) {
  // expected-error @+1 {{custom op 'vector.reduction' invalid kind of type specified: expected builtin.vector, but found 'f32'}}
  %0 = vector.reduction <add>, %f : f32 into f32
  return
}

// -----

func.func @broadcast_scalable(%v: vector<[2]xf32>) {
  // expected-error @+1 {{'vector.broadcast' op dimension mismatch ([2] vs. 2)}}
  %0 = vector.broadcast %v : vector<[2]xf32> to vector<3x2xf32>
  return
}

// -----

func.func @gather_lengths(%m: memref<?xf32>, %i: index, %v: vector<8xi32>, %k: vector<8xi1>, %p: vector<4xf32>) {
  // expected-error @+1 {{'vector.gather' op expected result dim to match indices dim}}
  %0 = vector.gather %m[%i] [%v], %k, %p : memref<?xf32>, vector<8xi32>, vector<8xi1>, vector<4xf32> into vector<4xf32>
  return
}

// -----

func.func @gather_without_rank(%m: memref<*xf32>, %i: index, %v: vector<8xi32>, %k: vector<8xi1>, %p: vector<8xf32>) {
  // expected-error @+1 {{'vector.gather' op operand #0 must be Tensor or MemRef of any type values, but got 'memref<*xf32>'}}
  %0 = vector.gather %m[%i] [%v], %k, %p : memref<*xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  return
}

// -----

func.func @load_columns(%m: memref<8x8xf32, strided<[1, 8]>>, %i: index) {
  // expected-error @+1 {{'vector.load' op most minor memref dim must have unit stride}}
  %0 = vector.load %m[%i, %i] : memref<8x8xf32, strided<[1, 8]>>, vector<4xf32>
  return
}

// -----

func.func @contract_lengths(%a: vector<4x3xf32>, %b: vector<5x2xf32>, %c: vector<4x2xf32>) {
  // expected-error @+1 {{'vector.contract' op invalid contracting dimension map}}
  %0 = vector.contract {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
    iterator_types = ["parallel", "parallel", "reduction"]} %a, %b, %c : vector<4x3xf32>, vector<5x2xf32> into vector<4x2xf32>
  return
}

// -----

func.func @mask_length(%v: vector<8xi32>, %m: vector<4xi1>) -> i32 {
  // expected-error @+1 {{'vector.mask' op expects a 'vector<8xi1>' mask for the maskable operation}}
  %0 = vector.mask %m { vector.reduction <add>, %v : vector<8xi32> into i32 } : vector<4xi1> -> i32
  return %0 : i32
}

// -----

func.func @scan_initial(%v: vector<4x3xi32>, %i: vector<2xi32>) {
  // expected-error @+1 {{'vector.scan' op incompatible input/initial value shapes}}
  %0:2 = vector.scan <add>, %v, %i {inclusive = true, reduction_dim = 0} : vector<4x3xi32>, vector<2xi32>
  return
}

// -----

func.func @f(%v: vector<4xf32>) {
  // expected-error @+1 {{'vector.scalable.extract' op operand #0 must be  of ranks 1, but got 'vector<4xf32>'}}
  %0 = vector.scalable.extract %v[0] : vector<4xf32> from vector<4xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %i: index, %v: vector<4xf32>, %k: vector<4xi1>) {
  // expected-error @+1 {{'vector.scatter' op operand #2 must be vector of integer or index values, but got 'vector<4xf32>'}}
  %0 = "vector.scatter"(%m, %i, %v, %k, %v) : (memref<4xf32>, index, vector<4xf32>, vector<4xi1>, vector<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%v: vector<16xf32>) -> f32 {
  // expected-error @+2 {{custom op 'vector.reduction' expected ::mlir::vector::CombiningKind to be one of: add, mul, minui, minsi, minnumf, maxui, maxsi, maxnumf, and, or, xor, maximumf, minimumf}}
  // expected-error @+1 {{custom op 'vector.reduction' failed to parse Vector_CombiningKindAttr parameter 'value' which is to be a `::mlir::vector::CombiningKind`}}
  %0 = vector.reduction <plus>, %v : vector<16xf32> into f32
  return %0 : f32
}

// -----

func.func @f(%v: vector<4xf32>) {
  // expected-error @+2 {{expected ::mlir::vector::CombiningKind to be one of: add, mul, minui, minsi, minnumf, maxui, maxsi, maxnumf, and, or, xor, maximumf, minimumf}}
  // expected-error @+1 {{failed to parse Vector_CombiningKindAttr parameter 'value' which is to be a `::mlir::vector::CombiningKind`}}
  "a"() {b = #vector.kind<plus>} : () -> ()
  return
}

// -----

func.func @f(%v: vector<1x2x4xf32>, %i: index) {
  // expected-error @+1 {{'vector.extract' op mismatch between dynamic and static positions (kDynamic marker but no corresponding dynamic position) -- this can only happen due to an incorrect fold/rewrite}}
  %0 = "vector.extract"(%v, %i, %i) <{static_position = array<i64: -1, -9223372036854775808>}> : (vector<1x2x4xf32>, index, index) -> vector<4xf32>
  return
}
