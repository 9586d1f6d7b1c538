// RUN: mlirlite-opt %s --split-input-file --verify-diagnostics

func.func @negative() {
  // expected-error @+1 {{expected a number of loops, found -1}}
  %0 = krnl.define_loops -1
  return
}

// -----

// expected-error @+1 {{'krnl.define_loops' op defines 2 loops but has 1 results}}
%0 = "krnl.define_loops"() {num_loops = 2 : i64} : () -> !krnl.loop

// -----

// expected-error @+1 {{'krnl.define_loops' op requires attribute 'num_loops'}}
%0 = "krnl.define_loops"() : () -> !krnl.loop

// -----

func.func @no_word(%n: index) {
  %i = krnl.define_loops 1
  // expected-error @+1 {{expected 'with'}}
  krnl.iterate(%i) (%i -> %x = 0 to %n) {
  }
  return
}

// -----

func.func @lower_without_max(%n: index) {
  %i = krnl.define_loops 1
  // expected-error @+1 {{lower loop bound affine map with multiple results requires 'max' prefix}}
  krnl.iterate(%i) with (%i -> %x = affine_map<(d0) -> (d0, 0)>(%n) to %n) {
  }
  return
}

// -----

func.func @upper_without_min(%n: index) {
  %i = krnl.define_loops 1
  // expected-error @+1 {{upper loop bound affine map with multiple results requires 'min' prefix}}
  krnl.iterate(%i) with (%i -> %x = 0 to affine_map<(d0) -> (d0, 9)>(%n)) {
  }
  return
}

// -----

func.func @dims(%n: index) {
  %i = krnl.define_loops 1
  // expected-error @+1 {{dim operand count and integer set dim count must match}}
  krnl.iterate(%i) with (%i -> %x = 0 to affine_map<(d0) -> (d0)>()) {
  }
  return
}

// -----

func.func @symbols(%n: index) {
  %i = krnl.define_loops 1
  // expected-error @+1 {{symbol operand count and integer set symbol count must match}}
  krnl.iterate(%i) with (%i -> %x = 0 to affine_map<()[s0] -> (s0)>()) {
  }
  return
}

// -----

func.func @bound(%n: index) {
  %i = krnl.define_loops 1
  // expected-error @+1 {{expected a loop bound: an integer, a value or an affine map}}
  krnl.iterate(%i) with (%i -> %x = 0 to "ten") {
  }
  return
}

// -----

func.func @carried(%f: f32) {
  %i = krnl.define_loops 1
  // expected-error @+1 {{expected 1 result types, one an iteration argument, found 2}}
  %0:2 = krnl.iterate(%i) with (%i -> %x = 0 to 2) iter_args(%a = %f) -> (f32, f32) {
    krnl.yield %a : f32
  }
  return
}

// -----

// expected-note @+1 {{prior use here}}
func.func @no_loop(%n: index) {
  // expected-error @+1 {{use of value '%n' expects different type than prior uses: '!krnl.loop' vs 'index'}}
  krnl.iterate(%n) with () {
  }
  return
}

// -----

func.func @no_bounds() {
  // expected-error @+1 {{'krnl.iterate' op requires attribute 'bounds', an array of affine maps}}
  "krnl.iterate"() ({
  ^bb0:
    "krnl.yield"() : () -> ()
  }) {num_optimized_loops = 0 : i64} : () -> ()
  return
}

// -----

func.func @operands() {
  // expected-error @+1 {{'krnl.iterate' op expects 1 operands for 0 loops, 1 original loops with their bounds and 0 initial values, but found 0}}
  "krnl.iterate"() ({
  ^bb0(%i: index):
    "krnl.yield"() : () -> ()
  }) {bounds = [affine_map<() -> (0)>, affine_map<() -> (9)>], num_optimized_loops = 0 : i64} : () -> ()
  return
}

// -----

func.func @arguments() {
  %0 = krnl.define_loops 1
  // expected-error @+1 {{'krnl.iterate' op expects a body with 1 arguments of type 'index' and one for each initial value}}
  "krnl.iterate"(%0) ({
  ^bb0:
    "krnl.yield"() : () -> ()
  }) {bounds = [affine_map<() -> (0)>, affine_map<() -> (9)>], num_optimized_loops = 0 : i64} : (!krnl.loop) -> ()
  return
}

// -----

func.func @yield_elsewhere() {
  // expected-error @+1 {{'krnl.yield' op only terminates krnl.iterate regions}}
  krnl.yield
}

// -----

func.func @yield_count(%f: f32) {
  %0 = krnl.iterate() with () iter_args(%a = %f) -> (f32) {
    // expected-error @+1 {{'krnl.yield' op parent of yield must have same number of results as the yield operands}}
    krnl.yield %a, %a : f32, f32
  }
  return
}

// -----

func.func @yield_type(%f: f32, %x: i32) {
  %0 = krnl.iterate() with () iter_args(%a = %f) -> (f32) {
    // expected-error @+1 {{'krnl.yield' op types mismatch between yield op and its parent}}
    krnl.yield %x : i32
  }
  return
}

// -----

func.func @tile() {
  %i = krnl.define_loops 1
  // expected-error @+1 {{'krnl.block' op expects a positive tile size, found 0}}
  %b, %l = krnl.block %i 0 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
  return
}

// -----

func.func @permutation() {
  %i, %j = krnl.define_loops 2
  // expected-error @+1 {{'krnl.permute' op expects a permutation of 0 to 1, found [0, 2]}}
  krnl.permute(%i, %j) [0, 2] : !krnl.loop, !krnl.loop
  return
}

// -----

func.func @binding() {
  %i = krnl.define_loops 1
  // expected-error @+1 {{'krnl.parallel' op expects proc_bind to be one of primary, close, spread, found 'far'}}
  krnl.parallel(%i) {proc_bind = "far"} : !krnl.loop
  return
}

// -----

func.func @indices() {
  %i = krnl.define_loops 1
  krnl.iterate(%i) with (%i -> %x = 0 to 9) {
    // expected-error @+1 {{'krnl.get_induction_var_value' op expects one index a loop: 1, found 2}}
    %0:2 = krnl.get_induction_var_value(%i) : (!krnl.loop) -> (index, index)
  }
  return
}

// -----

func.func @load_indices(%m: memref<4x4xf32>, %i: index) {
  // expected-error @+1 {{'krnl.load' op incorrect number of indices for load, expected 2 but got 1}}
  %0 = krnl.load %m[%i] : memref<4x4xf32>
  return
}

// -----

func.func @load_type(%m: memref<4xf32>, %i: index) {
  // expected-error @+1 {{'krnl.load' op failed to verify that result type matches element type of 'memref'}}
  %0 = "krnl.load"(%m, %i) : (memref<4xf32>, index) -> i32
  return
}

// -----

func.func @store_indices(%m: memref<4xf32>, %f: f32) {
  // expected-error @+1 {{'krnl.store' op incorrect number of indices for store, expected 1 but got 0}}
  krnl.store %f, %m[] : memref<4xf32>
  return
}

// -----

func.func @offset_indices(%m: memref<4x4xf32>, %i: index) {
  // expected-error @+1 {{'krnl.get_linear_offset_index' op incorrect number of indices for get_linear_offset_index, expected 2 but got 1}}
  %0 = krnl.get_linear_offset_index %m at [%i] : memref<4x4xf32>
  return
}

// -----

func.func @access(%m: memref<4xf32>, %i: index) {
  // expected-error @+1 {{rw specifier has to be 'read' or 'write'}}
  krnl.prefetch %m[%i], look, locality<3>, data : memref<4xf32>
  return
}

// -----

func.func @cache(%m: memref<4xf32>, %i: index) {
  // expected-error @+1 {{cache type has to be 'data' or 'instr'}}
  krnl.prefetch %m[%i], read, locality<3>, disk : memref<4xf32>
  return
}

// -----

func.func @locality(%m: memref<4xf32>, %i: index) {
  // expected-error @+1 {{'krnl.prefetch' op attribute 'localityHint' failed to satisfy constraint: 32-bit signless integer attribute whose minimum value is 0 whose maximum value is 3}}
  krnl.prefetch %m[%i], read, locality<4>, data : memref<4xf32>
  return
}

// -----

func.func @memset(%m: memref<4xf32>, %x: i32) {
  // expected-error @+1 {{'krnl.memset' op failed to verify that type of 'value' matches element type of 'dest'}}
  "krnl.memset"(%m, %x) <{delayed = false}> : (memref<4xf32>, i32) -> ()
  return
}

// -----

func.func @vectors(%m: memref<6x8xf32>) {
  // expected-error @+1 {{'krnl.vector_type_cast' op operand type 'memref<6x8xf32>' and result type 'memref<6x2xvector<8xf32>>' are cast incompatible}}
  %0 = krnl.vector_type_cast %m : memref<6x8xf32> to memref<6x2xvector<8xf32>>
  return
}

// -----

func.func @constant() {
  // expected-error @+1 {{'krnl.global' op value of type 'tensor<2xi64>' does not fit result type 'memref<3xi64>'}}
  %0 = "krnl.global"() <{name = "c", shape = [3], value = dense<[1, 2]> : tensor<2xi64>}> : () -> memref<3xi64>
  return
}

// -----

func.func @matmul_rank(%a: memref<8xf32>, %i: index) {
  %l:3 = krnl.define_loops 3
  // expected-error @+1 {{'krnl.matmul' op currently only support ranks >=2}}
  krnl.matmul %a[%i], %a[%i], %a[%i], (%l#0, %l#1, %l#2), (%i, %i, %i), (%i, %i, %i) : memref<8xf32>, memref<8xf32>, memref<8xf32>, (!krnl.loop, !krnl.loop, !krnl.loop)
  return
}

// -----

func.func @matmul_start(%a: memref<8x8xf32>, %i: index) {
  %l:3 = krnl.define_loops 3
  // expected-error @+1 {{'krnl.matmul' op bGlobalIndexMemStart should have same rank as memref B}}
  krnl.matmul %a[%i, %i], %a[%i], %a[%i, %i], (%l#0, %l#1, %l#2), (%i, %i, %i), (%i, %i, %i) : memref<8x8xf32>, memref<8x8xf32>, memref<8x8xf32>, (!krnl.loop, !krnl.loop, !krnl.loop)
  return
}

// -----

func.func @matmul_tile(%a: memref<8x8xf32>, %i: index) {
  %l:3 = krnl.define_loops 3
  // expected-error @+1 {{'krnl.matmul' op computeTileSize rank should be 0 or 3}}
  krnl.matmul %a[%i, %i], %a[%i, %i], %a[%i, %i], (%l#0, %l#1, %l#2), (%i, %i, %i), (%i, %i, %i) {computeTileSize = [4]} : memref<8x8xf32>, memref<8x8xf32>, memref<8x8xf32>, (!krnl.loop, !krnl.loop, !krnl.loop)
  return
}

// -----

func.func @copy_shape(%a: memref<?x8xf32>, %src: memref<64x64xf32>, %i: index, %f: f32) {
  // expected-error @+1 {{'krnl.copy_to_tile_buffer' op buffer expect constant dimensions}}
  krnl.copy_to_tile_buffer %a, %src[%i, %i], %f : memref<?x8xf32>, memref<64x64xf32>
  return
}

// -----

func.func @copy_rank(%a: memref<8x8xf32>, %dst: memref<64xf32>, %i: index) {
  // expected-error @+1 {{'krnl.copy_from_tile_buffer' op Rank of memref cannot be smaller than buffer}}
  krnl.copy_from_tile_buffer %a, %dst[%i] : memref<8x8xf32>, memref<64xf32>
  return
}

// -----

// expected-error @+1 {{'krnl.entry_point' op requires attribute 'signature', a string}}
"krnl.entry_point"() {func = @f, numInputs = 1 : i32, numOutputs = 1 : i32} : () -> ()

// -----

// expected-error @+1 {{'krnl.entry_point' op 'f' does not reference a function}}
"krnl.entry_point"() {func = @f, numInputs = 1 : i32, numOutputs = 1 : i32, signature = ""} : () -> ()

// -----

func.func @not_an_arena(%m: memref<2xi64>) {
  // expected-error @+1 {{'krnl.arena_free' op operand #0 must be arena (memref<1xi64>), but got 'memref<2xi64>'}}
  "krnl.arena_free"(%m) : (memref<2xi64>) -> ()
  return
}

// -----

func.func @dot_of_other_signs(%a: vector<16xi8>, %b: vector<16xui8>, %c: vector<4xi32>) {
  // expected-error @+1 {{'krnl.dot' op operand #1 must be 1-D vector of i8/i16/bf16 values, but got 'vector<16xui8>'}}
  krnl.dot %a, %b, %c : vector<16xi8>, vector<16xui8> into vector<4xi32>
  return
}

// -----

func.func @dot_of_bytes_in_floats(%a: vector<16xi8>, %c: vector<4xf32>) {
  // expected-error @+1 {{'krnl.dot' op has no products of 'vector<16xi8>' and 'vector<16xi8>' in 'vector<4xf32>': expected ui8 or i8 by i8, or i16 by i16, in i32, or bf16 by bf16 in f32}}
  krnl.dot %a, %a, %c : vector<16xi8>, vector<16xi8> into vector<4xf32>
  return
}

// -----

func.func @dot_of_too_few(%a: vector<8xi8>, %c: vector<4xi32>) {
  // expected-error @+1 {{'krnl.dot' op expected 16 factors on both sides for 'vector<4xi32>'}}
  krnl.dot %a, %a, %c : vector<8xi8>, vector<8xi8> into vector<4xi32>
  return
}

// -----

func.func @require(%ok: i1, %n: index) {
  // expected-error @+1 {{'krnl.require' op has a message for 2 values, found 1, at most 5}}
  krnl.require %ok, "sizes %lld and %lld differ"(%n)
  return
}

// -----

func.func @pairs_of_other_counts(%u: vector<16xui8>, %s: vector<16xi8>) {
  // expected-error @+1 {{'krnl.pair_dot' op expected 8 factors on both sides for 'vector<4xi16>'}}
  %0 = krnl.pair_dot %u, %s : vector<16xui8>, vector<16xi8> into vector<4xi16>
  return
}

// -----

func.func @look_up_other_counts(%t: vector<16xf32>, %i: vector<8xi32>) {
  // expected-error @+1 {{'krnl.lookup' op has indices of type 'vector<8xi32>', expected as many as in 'vector<4xf32>'}}
  %0 = krnl.lookup %t[%i] : vector<16xf32>, vector<8xi32> -> vector<4xf32>
  return
}
