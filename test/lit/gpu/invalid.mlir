// What is wrong with gpu's ops, in upstream's words.
// RUN: mlirlite-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

func.func @a(%x: vector<4xf32>) {
  // expected-error @+1 {{'gpu.all_reduce' op operand #0 must be Integer or Float, but got 'vector<4xf32>'}}
  %0 = gpu.all_reduce add %x {} : (vector<4xf32>) -> vector<4xf32>
  return
}

// -----

func.func @a(%x: f32) {
  // expected-error @+1 {{expected either an op attribute or a non-empty body}}
  %0 = "gpu.all_reduce"(%x) ({}) : (f32) -> f32
  return
}

// -----

func.func @a(%x: f32) {
  // expected-error @+1 {{invalid op kind}}
  %0 = gpu.all_reduce sum %x {} : (f32) -> f32
  return
}

// -----

func.func @a(%x: f32) {
  // expected-error @+1 {{`maxui` reduction operation is not compatible with type 'f32'}}
  %0 = gpu.all_reduce maxui %x {} : (f32) -> f32
  return
}

// -----

func.func @a(%x: i32) {
  // expected-error @+1 {{`minimumf` reduction operation is not compatible with type 'i32'}}
  %0 = gpu.subgroup_reduce minimumf %x : (i32) -> i32
  return
}

// -----

func.func @a(%x: i32) {
  // expected-error @+1 {{'gpu.subgroup_reduce' op cluster size 3 is not a power of two}}
  %0 = gpu.subgroup_reduce add %x cluster(size = 3) : (i32) -> i32
  return
}

// -----

func.func @a(%x: i32) {
  // expected-error @+1 {{'gpu.subgroup_reduce' op cluster stride 6 is not a power of two}}
  %0 = gpu.subgroup_reduce add %x cluster(size = 8, stride = 6) : (i32) -> i32
  return
}

// -----

func.func @a(%x: i32) {
  // expected-error @+1 {{cluster stride can only be specified if cluster size is specified}}
  %0 = gpu.subgroup_reduce add %x {cluster_stride = 2 : i32} : (i32) -> i32
  return
}

// -----

func.func @a(%x: vector<2x2xi32>) {
  // expected-error @+1 {{must be Integer or Float or fixed-length vector of Integer or Float values of ranks 1}}
  %0 = gpu.subgroup_reduce add %x : (vector<2x2xi32>) -> vector<2x2xi32>
  return
}

// -----

func.func @a(%x: f32) {
  // expected-error @+1 {{expected two region arguments}}
  %0 = gpu.all_reduce %x {
  ^bb0(%a: f32):
    gpu.yield %a : f32
  } : (f32) -> f32
  return
}

// -----

func.func @a(%x: f32) {
  // expected-error @+1 {{incorrect region argument type}}
  %0 = gpu.all_reduce %x {
  ^bb0(%a: f32, %b: i32):
    gpu.yield %a : f32
  } : (f32) -> f32
  return
}

// -----

func.func @a(%x: f32) {
  // expected-error @+1 {{expected one gpu.yield operand}}
  %0 = gpu.all_reduce %x {
  ^bb0(%a: f32, %b: f32):
    gpu.yield %a, %b : f32, f32
  } : (f32) -> f32
  return
}

// -----

func.func @a(%x: f32) {
  // expected-error @+1 {{incorrect gpu.yield type}}
  %0 = gpu.all_reduce %x {
  ^bb0(%a: f32, %b: f32):
    %c = arith.constant 1 : i32
    gpu.yield %c : i32
  } : (f32) -> f32
  return
}

// -----

func.func @a(%x: f32) {
  // expected-error @+1 {{expected gpu.yield op in region}}
  %0 = gpu.all_reduce %x {
  ^bb0(%a: f32, %b: f32):
    "x.end"() : () -> ()
  } : (f32) -> f32
  return
}

// -----

func.func @a(%x: f32, %i: i32) {
  // expected-error @+1 {{op failed to verify that all of {value, shuffleResult} have same type}}
  %0, %1 = "gpu.shuffle"(%x, %i, %i) {mode = #gpu<shuffle_mode xor>} : (f32, i32, i32) -> (i32, i1)
  return
}

// -----

func.func @a(%x: index) {
  // expected-error @+1 {{op operand #0 must be Integer or Float or fixed-length vector}}
  %0, %1 = gpu.rotate %x, 4, 16 : index
  return
}

// -----

func.func @a(%x: f32) {
  // expected-error @+1 {{attribute 'width' failed to satisfy constraint: 32-bit signless integer attribute whose value is a power of two > 0}}
  %0, %1 = gpu.rotate %x, 4, 15 : f32
  return
}

// -----

func.func @a(%x: f32) {
  // expected-error @+1 {{attribute 'offset' failed to satisfy constraint: 32-bit signless integer attribute whose minimum value is 0}}
  %0, %1 = gpu.rotate %x, -1, 16 : f32
  return
}

// -----

func.func @a(%x: f32) {
  // expected-error @+1 {{op offset must be in the range [0, 16)}}
  %0, %1 = gpu.rotate %x, 16, 16 : f32
  return
}

// -----

func.func @a(%x: f32, %i: i32) {
  // expected-error @+1 {{lane can only be specified for `specific_lane` broadcast}}
  %0 = gpu.subgroup_broadcast %x, first_active_lane %i : f32
  return
}

// -----

func.func @a(%x: f32) {
  // expected-error @+1 {{lane must be specified for `specific_lane` broadcast}}
  %0 = gpu.subgroup_broadcast %x, specific_lane : f32
  return
}

// -----

gpu.module @m {
  // expected-error @+1 {{gpu.func requires named arguments}}
  gpu.func @f(f32) {
    gpu.return
  }
}

// -----

gpu.module @m {
  // expected-error @+1 {{attribute 'function_type' failed to satisfy constraint: type attribute of function type}}
  "gpu.func"() ({
    gpu.return
  }) {sym_name = "f", function_type = f32} : () -> ()
}

// -----

gpu.module @m {
  // expected-error @+1 {{'gpu.func' op expected memref type in attribution}}
  gpu.func @f() workgroup(%w: i32) {
    gpu.return
  }
}

// -----

gpu.module @m {
  // expected-error @+1 {{'gpu.func' op expected memory space workgroup in attribution}}
  gpu.func @f() workgroup(%w: memref<4xf32, #gpu.address_space<private>>) {
    gpu.return
  }
}

// -----

gpu.module @m {
  // expected-error @+1 {{'gpu.func' op expected memory space private in attribution}}
  gpu.func @f() private(%w: memref<4xf32, #gpu.address_space<workgroup>>) {
    gpu.return
  }
}

// -----

gpu.module @m {
  // expected-error @+1 {{'gpu.func' op expected void return type for kernel function}}
  gpu.func @f() -> index kernel {
    %0 = arith.constant 0 : index
    gpu.return %0 : index
  }
}

// -----

gpu.module @m {
  // expected-error @+1 {{'gpu.func' op expected at least 4 arguments to body region}}
  "gpu.func"() ({
  ^bb0(%a: f32):
    gpu.return
  }) {sym_name = "f", function_type = (f32) -> (), workgroup_attributions = 3 : i64} : () -> ()
}

// -----

gpu.module @m {
  // expected-error @+1 {{'gpu.func' op expected body region argument #0 to be of type 'i32', got 'f32'}}
  "gpu.func"() ({
  ^bb0(%a: f32):
    gpu.return
  }) {sym_name = "f", function_type = (i32) -> ()} : () -> ()
}

// -----

gpu.module @m {
  // expected-error @+1 {{expected body with at least one block}}
  "gpu.func"() ({}) {sym_name = "f", function_type = () -> ()} : () -> ()
}

// -----

gpu.module @m {
  // expected-note @+1 {{return type declared here}}
  gpu.func @f() {
    %0 = arith.constant 0 : index
    // expected-error @+1 {{'gpu.return' op expected 0 result operands}}
    gpu.return %0 : index
  }
}

// -----

gpu.module @m {
  gpu.func @f() -> f32 {
    %0 = arith.constant 0 : index
    // expected-error @+1 {{'gpu.return' op unexpected type `'index'' for operand #0}}
    gpu.return %0 : index
  }
}

// -----

module @m {
  // expected-error @+1 {{'gpu.func' op expects parent op 'gpu.module'}}
  gpu.func @f() {
    gpu.return
  }
}

// -----

// expected-error @+1 {{attribute 'targets' failed to satisfy constraint: array of GPU target attributes with at least 1 elements}}
gpu.module @m [] {
}

// -----

// expected-error @+1 {{expected attribute value}}
gpu.module @m <> {
}

// -----

// expected-error @+1 {{attribute 'objects' failed to satisfy constraint: an array of GPU object attributes with at least 1 elements}}
gpu.binary @b []

// -----

// expected-error @+1 {{'func.func' op gpu.known_block_size must be a dense i32 array}}
func.func @a() attributes {gpu.known_block_size = 32 : i32} {
  return
}

// -----

// expected-error @+1 {{'func.func' op gpu.known_grid_size must contain exactly 3 elements}}
func.func @a() attributes {gpu.known_grid_size = array<i32: 2, 1>} {
  return
}

// -----

gpu.module @m {
  // expected-error @+1 {{attribute 'known_block_size' failed to satisfy constraint: i32 dense array attribute with 3 elements (if present)}}
  gpu.func @f() attributes {known_block_size = array<i32: 2, 1>} {
    gpu.return
  }
}

// -----

func.func @a(%n: index) {
  // expected-error @+1 {{expected the closest surrounding module to have the 'gpu.container_module' attribute}}
  gpu.launch_func @m::@f blocks in (%n, %n, %n) threads in (%n, %n, %n)
  return
}

// -----

module attributes {gpu.container_module} {
  gpu.module @k {
  }
  func.func @a(%n: index, %x: f32) {
    // expected-error @+1 {{kernel container 'm' is undefined}}
    gpu.launch_func @m::@f blocks in (%n, %n, %n) threads in (%n, %n, %n)
    return
  }
}

// -----

module attributes {gpu.container_module} {
  module @m {
  }
  func.func @a(%n: index, %x: f32) {
    // expected-error @+1 {{kernel module 'm' is undefined}}
    gpu.launch_func @m::@f blocks in (%n, %n, %n) threads in (%n, %n, %n)
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @m {
  }
  func.func @a(%n: index, %x: f32) {
    // expected-error @+1 {{kernel function '@m::@f' is undefined}}
    gpu.launch_func @m::@f blocks in (%n, %n, %n) threads in (%n, %n, %n)
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @f() {
      gpu.return
    }
  }
  func.func @a(%n: index, %x: f32) {
    // expected-error @+1 {{kernel function is missing the 'gpu.kernel' attribute}}
    gpu.launch_func @m::@f blocks in (%n, %n, %n) threads in (%n, %n, %n)
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @m {
    // expected-note @+1 {{see the kernel definition here}}
    memref.global "private" @f : memref<4xi32>
  }
  func.func @a(%n: index, %x: f32) {
    // expected-error @+1 {{referenced kernel '@m::@f' is not a function}}
    gpu.launch_func @m::@f blocks in (%n, %n, %n) threads in (%n, %n, %n)
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @f(%x: f32) kernel {
      gpu.return
    }
  }
  func.func @a(%n: index, %x: f32) {
    // expected-error @+1 {{got 0 kernel operands but expected 1}}
    gpu.launch_func @m::@f blocks in (%n, %n, %n) threads in (%n, %n, %n)
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @f(%x: i32) kernel {
      gpu.return
    }
  }
  func.func @a(%n: index, %x: f32) {
    // expected-error @+1 {{type of function argument 0 does not match}}
    gpu.launch_func @m::@f blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%x: f32)
    return
  }
}

// -----

// expected-error @+1 {{expected 'gpu.container_module' attribute to be attached to 'builtin.module'}}
func.func @a() attributes {gpu.container_module} {
  return
}

// -----

func.func @a(%n: index) {
  // expected-note @+1 {{in 'gpu.launch' body region}}
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    // expected-error @+1 {{expected 'gpu.terminator' or a terminator with successors}}
    "x.end"() : () -> ()
  }
  return
}

// -----

func.func @a(%n: index) {
  // expected-error @+1 {{'gpu.launch' op expected memory space workgroup in attribution}}
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n)
             workgroup(%w: memref<4xf32, #gpu.address_space<private>>) {
    gpu.terminator
  }
  return
}

// -----

func.func @a() {
  // expected-error @+1 {{cannot name an operation with no results}}
  %t = gpu.wait
  return
}

// -----

func.func @a() {
  // expected-error @+1 {{needs to be named when marked 'async'}}
  gpu.wait async
  return
}

// -----

func.func @a(%a: memref<?xf32>, %b: memref<?xi32>) {
  // expected-error @+1 {{'gpu.memcpy' op arguments have incompatible element type}}
  gpu.memcpy %a, %b : memref<?xf32>, memref<?xi32>
  return
}

// -----

func.func @a(%a: memref<7xf32>, %b: memref<9xf32>) {
  // expected-error @+1 {{'gpu.memcpy' op arguments have incompatible shape}}
  gpu.memcpy %a, %b : memref<7xf32>, memref<9xf32>
  return
}

// -----

func.func @a(%a: memref<?xf32>, %i: i32) {
  // expected-error @+1 {{'gpu.memset' op failed to verify that all of {dst, value} have same element type}}
  gpu.memset %a, %i : memref<?xf32>, i32
  return
}

// -----

func.func @a(%n: index) {
  // expected-error @+1 {{incorrect number of dynamic sizes, has 1, expected 2}}
  %0 = gpu.alloc (%n) : memref<?x?xf32>
  return
}

// -----

func.func @a(%n: index) {
  // expected-error @+1 {{symbol operand count does not equal memref symbol count}}
  %0 = gpu.alloc ()[%n] : memref<4xf32>
  return
}

// -----

func.func @a() {
  // expected-error @+1 {{'gpu.dynamic_shared_memory' op address space must be address_space<workgroup>}}
  %0 = gpu.dynamic_shared_memory : memref<?xi8>
  return
}

// -----

func.func @a() {
  // expected-error @+1 {{result memref type must be memref<?xi8, #gpu.address_space<workgroup>>}}
  %0 = gpu.dynamic_shared_memory : memref<1xi8, #gpu.address_space<workgroup>>
  return
}

// -----

// expected-error @+1 {{MMAMatrixType must have exactly two dimensions}}
func.func private @a(!gpu.mma_matrix<16x16x16xf16, "AOp">)

// -----

// expected-error @+1 {{operand expected to be one of AOp, BOp or COp}}
func.func private @a(!gpu.mma_matrix<16x16xf16, "EOp">)

// -----

// expected-error @+1 {{MMAMatrixType elements must be SI8, UI8, I32, F16, F32, or F64}}
func.func private @a(!gpu.mma_matrix<16x16xbf16, "AOp">)

// -----

func.func @a(%m: memref<4x4xf16, affine_map<(i, j) -> (j, i)>>, %i: index) {
  // expected-error @+1 {{expected source memref most minor dim must have unit stride}}
  %0 = gpu.subgroup_mma_load_matrix %m[%i, %i] {leadDimension = 4 : index} : memref<4x4xf16, affine_map<(i, j) -> (j, i)>> -> !gpu.mma_matrix<4x4xf16, "AOp">
  return
}

// -----

func.func @a(%m: memref<4x4xf16>, %i: index, %a: !gpu.mma_matrix<4x4xf16, "AOp">) {
  // expected-error @+1 {{expected the operand matrix being stored to have 'COp' operand type}}
  gpu.subgroup_mma_store_matrix %a, %m[%i, %i] {leadDimension = 4 : index} : !gpu.mma_matrix<4x4xf16, "AOp">, memref<4x4xf16>
  return
}

// -----

func.func @a(%a: !gpu.mma_matrix<4x4xf16, "AOp">, %b: !gpu.mma_matrix<4x4xf16, "BOp">, %c: !gpu.mma_matrix<4x4xf16, "COp">) {
  // expected-error @+1 {{operands must be in the order AOp, BOp, COp}}
  %0 = gpu.subgroup_mma_compute %b, %a, %c : !gpu.mma_matrix<4x4xf16, "BOp">, !gpu.mma_matrix<4x4xf16, "AOp"> -> !gpu.mma_matrix<4x4xf16, "COp">
  return
}

// -----

func.func @a(%a: !gpu.mma_matrix<4x8xf16, "AOp">, %b: !gpu.mma_matrix<4x4xf16, "BOp">, %c: !gpu.mma_matrix<4x4xf16, "COp">) {
  // expected-error @+1 {{operand shapes do not satisfy matmul constraints}}
  %0 = gpu.subgroup_mma_compute %a, %b, %c : !gpu.mma_matrix<4x8xf16, "AOp">, !gpu.mma_matrix<4x4xf16, "BOp"> -> !gpu.mma_matrix<4x4xf16, "COp">
  return
}

// -----

func.func @a(%l: index) {
  // expected-error @+1 {{expected same number of yield operands and return values.}}
  %0 = gpu.warp_execute_on_lane_0(%l)[64] -> (vector<4xi32>) {
  }
  return
}

// -----

func.func @a(%l: index) {
  // expected-error @+1 {{expected same number op arguments and block arguments.}}
  gpu.warp_execute_on_lane_0(%l)[64] {
  ^bb0(%a: vector<128xi32>):
  }
  return
}

// -----

func.func @a(%l: index, %v: vector<4xi32>) {
  // expected-error @+1 {{incompatible distribution dimensions from 'vector<128xi32>' to 'vector<4xi32>' with warp size = 64}}
  gpu.warp_execute_on_lane_0(%l)[64] args(%v : vector<4xi32>) {
  ^bb0(%a: vector<128xi32>):
  }
  return
}

// -----

func.func @a(%l: index, %v: vector<3xi32>) {
  // expected-error @+1 {{expected expanded vector dimension #0 (128) to be a multipler of the distributed vector dimension (3)}}
  gpu.warp_execute_on_lane_0(%l)[64] args(%v : vector<3xi32>) {
  ^bb0(%a: vector<128xi32>):
  }
  return
}

// -----

func.func @a(%l: index, %v: vector<4x4xi32>) {
  // expected-error @+1 {{expected distributed vectors to have same rank and element type.}}
  gpu.warp_execute_on_lane_0(%l)[64] args(%v : vector<4x4xi32>) {
  ^bb0(%a: vector<128xi32>):
  }
  return
}

// -----

func.func @a(%l: index, %v: i32) {
  // expected-error @+1 {{expected vector type for distributed operands.}}
  gpu.warp_execute_on_lane_0(%l)[64] args(%v : i32) {
  ^bb0(%a: vector<128xi32>):
  }
  return
}

// -----

module attributes {gpu.container_module} {
  func.func @no_kernel(%n: index) {
    // expected-error @+1 {{'gpu.launch_func' op requires attribute 'kernel'}}
    "gpu.launch_func"(%n, %n, %n, %n, %n, %n) <{operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0>}> : (index, index, index, index, index, index) -> ()
    return
  }
}
