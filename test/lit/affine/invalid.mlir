// What is wrong with affine's ops, in upstream's words.
// RUN: mlirlite-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

func.func @a(%i: index) {
  // expected-error @+1 {{custom op 'affine.apply' dimension or symbol index mismatch}}
  %0 = affine.apply affine_map<(d0) -> (d0)>(%i)[%i]
  return
}

// -----

func.func @a(%i: index) {
  // expected-error @+1 {{'affine.apply' op operand count and affine map dimension and symbol count must match}}
  %0 = "affine.apply"(%i, %i) {map=affine_map<(d0) -> (d0)>} : (index, index) -> index
  return
}

// -----

func.func @a(%i: index) {
  // expected-error @+1 {{'affine.apply' op mapping must produce one value}}
  %0 = "affine.apply"(%i) {map=affine_map<(d0) -> (d0,d0)>} : (index) -> index
  return
}

// -----

func.func @a(%i: index) {
  // expected-error @+1 {{'affine.for' op operand cannot be used as a symbol}}
  scf.for %x = %i to %i step %i { affine.for %j = 0 to %x {} }
  return
}

// -----

func.func @a(%i: index) {
  // expected-error @+1 {{'affine.for' op operand cannot be used as a dimension id}}
  scf.for %x = %i to %i step %i { affine.for %j = 0 to affine_map<(d0) -> (d0)>(%x) {} }
  return
}

// -----

func.func @a(%i: index) {
  // expected-error @+1 {{'affine.min' op affine map expect at least one result}}
  %0 = affine.min affine_map<(d0) -> ()>(%i)
  return
}

// -----

func.func @a(%i: index, %m: memref<?x?xf32>) {
  // expected-error @+1 {{'affine.load' op affine map num results must equal memref rank}}
  %0 = affine.load %m[%i] : memref<?x?xf32>
  return
}

// -----

func.func @a(%i: index, %m: memref<?x?xf32>) {
  // expected-error @+1 {{'affine.load' op operand cannot be used as a dimension id}}
  scf.for %x = %i to %i step %i {  %0 = affine.load %m[%x,%x] : memref<?x?xf32> }
  return
}

// -----

// expected-note @+1 {{prior use here}}
func.func @a(%i: index, %m: memref<?x?xf32>) {
   // expected-error @+1 {{use of value '%i' expects different type than prior uses: 'f32' vs 'index'}}
   affine.store %i, %m[%i, %i] : memref<?x?xf32> 
  return
}

// -----

func.func @a(%i: index, %f: f32, %m: memref<?x?xf32>) {
   // expected-error @+1 {{'affine.store' op affine map num results must equal memref rank}}
   affine.store %f, %m[%i] : memref<?x?xf32> 
  return
}

// -----

func.func @a() {
   // expected-error @+1 {{custom op 'affine.for' expected step to be representable as a positive signed integer}}
   affine.for %k = 0 to 10 step -1 {}
  return
}

// -----

func.func @a(%i: index) {
   // expected-error @+1 {{custom op 'affine.for' lower loop bound affine map with multiple results requires 'max' prefix}}
   affine.for %k = affine_map<(d0)->(d0,d0)>(%i) to 10 {}
  return
}

// -----

func.func @a(%i: index) {
   // expected-error @+1 {{custom op 'affine.for' upper loop bound affine map with multiple results requires 'min' prefix}}
   affine.for %k = 0 to affine_map<(d0)->(d0,d0)>(%i) {}
  return
}

// -----

func.func @a(%i: index) {
   // expected-error @+1 {{custom op 'affine.for' dim operand count and affine map dim count must match}}
   affine.for %k = 0 to affine_map<(d0)->(d0)>(%i,%i) {}
  return
}

// -----

func.func @a(%i: index) {
   // expected-error @+1 {{custom op 'affine.for' symbol operand count and affine map symbol count must match}}
   affine.for %k = 0 to affine_map<(d0)->(d0)>(%i)[%i] {}
  return
}

// -----

func.func @a() {
   // expected-error @+1 {{custom op 'affine.for' expected valid affine map representation for loop bounds}}
   affine.for %k = 0 to i32 {}
  return
}

// -----

func.func @a() {
   // expected-error @+1 {{custom op 'affine.for' expected valid affine map representation for loop bounds}}
   affine.for %k = "a" to 2 {}
  return
}

// -----

func.func @a(%f: f32) {
   // expected-error @+1 {{custom op 'affine.for' mismatch between the number of loop-carried values and results}}
   affine.for %k = 0 to 2 iter_args(%a = %f) -> (f32, f32) {}
  return
}

// -----

func.func @a(%f: f32) {
   // expected-error @+1 {{'affine.yield' op parent of yield must have same number of results as the yield operands}}
   %0 = affine.for %k = 0 to 2 iter_args(%a = %f) -> (f32) {}
  return
}

// -----

func.func @a(%f: f32) {
   // expected-error @+1 {{'affine.yield' op types mismatch between yield op and its parent}}
   %0 = affine.for %k = 0 to 2 iter_args(%a = %f) -> (f32) {affine.yield %k : index}
  return
}

// -----

func.func @a() {
   // expected-error @+1 {{'affine.for' op expected body to have a single index argument for the induction variable}}
   "affine.for"() ({^bb0(%x : i32): affine.yield}) {lowerBoundMap=affine_map<()->(0)>, upperBoundMap=affine_map<()->(0)>, step=1:index, operandSegmentSizes=array<i32: 0,0,0>} : () -> ()
  return
}

// -----

func.func @a(%i: index) {
   // expected-error @+1 {{custom op 'affine.if' symbol operand count and integer set symbol count must match}}
   affine.if affine_set<(d0) : (d0 >= 0)>(%i)[%i] {}
  return
}

// -----

func.func @a(%i: index) {
   // expected-error @+1 {{custom op 'affine.if' invalid kind of attribute specified}}
   affine.if affine_map<(d0) -> (d0)>(%i) {}
  return
}

// -----

func.func @a(%i: index) {
   // expected-error @+1 {{'affine.if' op attribute 'condition' failed to satisfy constraint: IntegerSet attribute}}
   "affine.if"(%i) ({affine.yield}, {}) {condition = affine_map<(d0) -> (d0)>} : (index) -> ()
  return
}

// -----

func.func @a(%i: index) {
   // expected-error @+1 {{'affine.if' op requires attribute 'condition'}}
   "affine.if"(%i) ({affine.yield}, {}) : (index) -> ()
  return
}

// -----

func.func @a(%i: index) {
   // expected-error @+1 {{'affine.if' op operand count and condition integer set dimension and symbol count must match}}
   "affine.if"(%i, %i) ({affine.yield}, {}) {condition = affine_set<(d0) : (d0 >= 0)>}: (index, index) -> ()
  return
}

// -----

func.func @a(%i: index) {
   // expected-error @+1 {{'affine.if' op operand cannot be used as a dimension id}}
   scf.for %x = %i to %i step %i { affine.if affine_set<(d0) : (d0 >= 0)>(%x) {} }
  return
}

// -----

func.func @a(%i: index, %f: f32) {
  // expected-error @+2 {{'affine.if' op along control flow edge from parent to parent: region branch point has 0 operands, but region successor needs 1 inputs}}
  // expected-note @+1 {{region branch point}}
  %0 = affine.if affine_set<(d0) : (d0 >= 0)>(%i) -> f32 { affine.yield %f : f32 } 
  return
}

// -----

func.func @a() {
  // expected-error @+1 {{'affine.parallel' op the number of region arguments (2) and the number of map groups for lower (1) and upper bound (2), and the number of steps (2) must all match}}
  affine.parallel (%a, %b) = (0) to (1,2) { } 
  return
}

// -----

func.func @a(%i: index) {
  // expected-error @+1 {{custom op 'affine.parallel' steps must be constant integers}}
  affine.parallel (%a) = (0) to (1) step(%i) { } 
  return
}

// -----

func.func @a() {
  // expected-error @+1 {{'affine.parallel' op the number of region arguments (1) and the number of map groups for lower (1) and upper bound (1), and the number of steps (2) must all match}}
  affine.parallel (%a) = (0) to (1) step(1,2) { } 
  return
}

// -----

func.func @a(%f: f32) {
  // expected-error @+1 {{custom op 'affine.parallel' invalid reduction value: "foo"}}
  %0 = affine.parallel (%a) = (0) to (1) reduce ("foo") -> (f32) { affine.yield %f : f32 } 
  return
}

// -----

func.func @a(%f: f32) {
  // expected-error @+1 {{'affine.parallel' op result type cannot match reduction attribute}}
  %0 = affine.parallel (%a) = (0) to (1) reduce ("addi") -> (f32) { affine.yield %f : f32 } 
  return
}

// -----

func.func @a(%f: f32) {
  // expected-error @+1 {{'affine.parallel' op a reduction must be specified for each output}}
  %0 = affine.parallel (%a) = (0) to (1) reduce ("addf", "addf") -> (f32) { affine.yield %f : f32 } 
  return
}

// -----

func.func @a() {
  // expected-error @+1 {{'affine.yield' op only terminates affine.if/for/parallel regions}}
  affine.yield
}

// -----

func.func @a(%i: index, %m: memref<?x?xf32>) {
  // expected-error @+1 {{'affine.prefetch' op affine.prefetch affine map num results must equal memref rank}}
  affine.prefetch %m[%i], read, locality<3>, data : memref<?x?xf32>
  return
}

// -----

func.func @a(%i: index, %m: memref<?x?xf32>) {
  // expected-error @+1 {{custom op 'affine.prefetch' rw specifier has to be 'read' or 'write'}}
  affine.prefetch %m[%i,%i], foo, locality<3>, data : memref<?x?xf32>
  return
}

// -----

func.func @a(%i: index, %m: memref<?x?xf32>) {
  // expected-error @+1 {{custom op 'affine.prefetch' cache type has to be 'data' or 'instr'}}
  affine.prefetch %m[%i,%i], read, locality<3>, foo : memref<?x?xf32>
  return
}

// -----

func.func @a(%i: index, %m: memref<?x?xf32>) {
  // expected-error @+1 {{'affine.vector_load' op requires memref and vector types of the same elemental type}}
  %0 = affine.vector_load %m[%i,%i] : memref<?x?xf32>, vector<4xf64>
  return
}

// -----

func.func @a(%i: index, %m: memref<?x?xf32>, %v: vector<2xf64>) {
  // expected-error @+1 {{'affine.vector_store' op requires memref and vector types of the same elemental type}}
  affine.vector_store %v, %m[%i,%i] : memref<?x?xf32>, vector<2xf64>
  return
}

// -----

func.func @a(%i: index, %m: memref<?x?xf32>, %v: vector<f32>) {
  // expected-error @+1 {{'affine.vector_store' op operand #0 must be vector of any type values, but got 'vector<f32>'}}
  affine.vector_store %v, %m[%i,%i] : memref<?x?xf32>, vector<f32>
  return
}

// -----

func.func @a(%i: index) {
  // expected-error @+1 {{'affine.delinearize_index' op should return an index for each basis element and up to one extra index}}
  %0:3 = affine.delinearize_index %i into (2) : index, index, index
  return
}

// -----

func.func @a(%i: index) {
  // expected-error @+1 {{expected ':'}}
  affine.delinearize_index %i into ()
  return
}

// -----

func.func @a(%i: index) {
  // expected-error @+1 {{'affine.linearize_index' op should be passed a basis element for each index except possibly the first}}
  %0 = affine.linearize_index [%i, %i] by (2, 3, 4) : index
  return
}

// -----

func.func @a(%i: index, %f: f32) {
  // expected-error @+1 {{custom op 'affine.load' invalid kind of type specified: expected builtin.memref, but found 'f32'}}
  %0 = affine.load %f[%i] : f32
  return
}

// -----

func.func @a(%i: index, %m: memref<?x?xf32>) {
  // expected-error @+1 {{custom op 'affine.dma_start' expected two stride related operands}}
  affine.dma_start %m[%i,%i], %m[%i+3,%i], %m[%i,0], %i, %i : memref<?x?xf32>, memref<?x?xf32>, memref<?x?xf32> affine.dma_wait %m[%i+1, %i], %i : memref<?x?xf32>
  return
}

// -----

func.func @a(%i: index, %m: memref<?x?xf32>) {
  // expected-error @+1 {{custom op 'affine.dma_start' expected three types}}
  affine.dma_start %m[%i,%i], %m[%i], %m[%i,0], %i, %i, %i : memref<?x?xf32>, memref<?x?xf32>
  return
}

// -----

func.func @a(%f: f32) {
  // expected-error @+1 {{custom op 'affine.vector_load' invalid kind of type specified: expected builtin.memref, but found 'f32'}}
  %0 = affine.vector_load %f[] : f32, f32
  return
}

// -----

func.func @a(%f: memref<f32>) {
  // expected-error @+1 {{custom op 'affine.vector_load' invalid kind of type specified: expected builtin.vector, but found 'f32'}}
  %0 = affine.vector_load %f[] : memref<f32>, f32
  return
}

// -----

func.func @a(%i: index) {
  // expected-error @+1 {{custom op 'affine.store' invalid kind of type specified: expected builtin.memref, but found 'f32'}}
  affine.store %i, %i[] : f32
  return
}

// -----

func.func @numbered_counter() {
  // expected-error @+1 {{result number not allowed in argument list}}
  affine.for %i#0 = 0 to 4 {
  }
  return
}

// -----

func.func @bounds_without_to() {
  // expected-error @+1 {{expected 'to' between bounds}}
  affine.for %i = 0 till 4 {
  }
  return
}

// -----

func.func @stored_type(%x: i32, %m: memref<4xf32>, %i: index) {
  // expected-error @+1 {{value to store must have the same type as memref element type}}
  "affine.store"(%x, %m, %i) <{map = affine_map<(d0) -> (d0)>}> : (i32, memref<4xf32>, index) -> ()
  return
}

// -----

func.func @tag_index(%t: memref<1xi32>, %n: index) {
  affine.for %i = 0 to 4 {
    %j = arith.muli %i, %i : index
    // expected-error @+1 {{'affine.dma_wait' op index must be a valid dimension or symbol identifier}}
    affine.dma_wait %t[%j], %n : memref<1xi32>
  }
  return
}

// -----

func.func @no_comma(%m: memref<4x4xf32>, %i: index) {
  // expected-error @+1 {{expected ']' in affine map}}
  %0 = affine.load %m[%i %i] : memref<4x4xf32>
  return
}

// -----

func.func @comma_at_the_end(%m: memref<4xf32>, %i: index) {
  // expected-error @+1 {{expected affine expression}}
  %0 = affine.load %m[%i, ] : memref<4xf32>
  return
}

// -----

func.func @no_bound(%i: index) {
  // expected-error @+1 {{expected affine expression}}
  affine.parallel (%j) = (0) to (%i, ) {
  }
  return
}
