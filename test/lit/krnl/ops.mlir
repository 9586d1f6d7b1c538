// RUN: mlirlite-opt %s | mlirlite-opt | FileCheck %s
// RUN: mlirlite-opt %s --mlir-print-op-generic | mlirlite-opt | FileCheck %s
// RUN: mlirlite-opt %s --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC

// CHECK-DAG: #[[DIFF:.*]] = affine_map<(d0, d1) -> (d0 - d1, 0)>
// CHECK-DAG: #[[SUM:.*]] = affine_map<(d0, d1)[s0] -> (d0 + d1, s0)>
// CHECK-DAG: #[[NEXT:.*]] = affine_map<(d0) -> (d0 + 1)>

// CHECK-LABEL: func.func @iterate
// CHECK-SAME: (%[[N:.*]]: index)
// GENERIC-LABEL: "func.func"
// GENERIC: %[[L:.*]]:3 = "krnl.define_loops"() {num_loops = 3 : i64} : () -> (!krnl.loop, !krnl.loop, !krnl.loop)
func.func @iterate(%n: index) {
  // CHECK: %[[L:.*]]:3 = krnl.define_loops 3
  %ii, %jj, %kk = krnl.define_loops 3
  // CHECK: krnl.iterate(%[[L]]#0, %[[L]]#1) with (%[[L]]#0 -> %[[I:.*]] = 0 to 10, %[[L]]#1 -> %[[J:.*]] = 1 to %[[N]]){
  // GENERIC: "krnl.iterate"(%[[L]]#0, %[[L]]#1, %[[L]]#0, %[[L]]#1, %{{.*}}) ({
  // GENERIC-NEXT: ^bb0(%{{.*}}: index, %{{.*}}: index):
  krnl.iterate(%ii, %jj) with (%ii -> %i = 0 to 10, %jj -> %j = 1 to %n) {
    // CHECK: krnl.iterate(%[[L]]#2) with (%[[L]]#2 -> %{{.*}} = max #[[DIFF]](%[[I]], %[[J]]) to min #[[SUM]](%[[I]], %[[J]])[%[[N]]]){
    // CHECK-NEXT: }
    // GENERIC: "krnl.yield"() : () -> ()
    // GENERIC-NEXT: }) {bounds = [#{{.*}}, #{{.*}}], num_optimized_loops = 1 : i64} : (!krnl.loop, !krnl.loop, index, index, index, index, index) -> ()
    krnl.iterate(%kk) with (%kk -> %k = max affine_map<(d0, d1) -> (d0 - d1, 0)>(%i, %j) to min affine_map<(d0, d1)[s0] -> (d0 + d1, s0)>(%i, %j)[%n]) {
    }
    // CHECK: krnl.iterate(%[[L]]#2) with (%[[L]]#2 -> %{{.*}} = #[[NEXT]](%[[I]]) to 7){
    krnl.iterate(%kk) with (%kk -> %k = affine_map<(d0) -> (d0 + 1)>(%i) to affine_map<() -> (7)>()) {
    }
    // GENERIC: }) {bounds = [#{{.*}}, #{{.*}}, #{{.*}}, #{{.*}}], num_optimized_loops = 2 : i64}
  }
  // CHECK: krnl.iterate() with (){
  // CHECK-NEXT: }
  krnl.iterate() with () {
  }
  return
}

// CHECK-LABEL: func.func @values
// CHECK-SAME: (%[[F:.*]]: f32, %[[X:.*]]: i32)
func.func @values(%f: f32, %x: i32) -> f32 {
  // CHECK: %[[L:.*]] = krnl.define_loops 1
  %l = krnl.define_loops 1
  // CHECK: %[[R:.*]]:2 = krnl.iterate(%[[L]]) with (%[[L]] -> %{{.*}} = 0 to 10) iter_args(%[[A:.*]] = %[[F]], %[[B:.*]] = %[[X]]) -> (f32, i32){
  // CHECK-NEXT: krnl.yield %[[A]], %[[B]] : f32, i32
  // CHECK-NEXT: }
  %r:2 = krnl.iterate(%l) with (%l -> %i = 0 to 10) iter_args(%a = %f, %b = %x) -> (f32, i32) {
    krnl.yield %a, %b : f32, i32
  }
  // CHECK: %{{.*}} = krnl.iterate() with () iter_args(%{{.*}} = %[[R]]#0) -> (f32){
  %s = krnl.iterate() with () iter_args(%a = %r#0) -> f32 {
    krnl.yield %a : f32
  }
  return %s : f32
}

// CHECK-LABEL: func.func @schedule
func.func @schedule() {
  // CHECK: %[[L:.*]]:2 = krnl.define_loops 2
  %ii, %jj = krnl.define_loops 2
  // CHECK: %loop_block, %loop_local = krnl.block %[[L]]#0 4 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
  %ib, %il = krnl.block %ii 4 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
  // CHECK: krnl.permute(%loop_block, %loop_local, %[[L]]#1) [0, 2, 1] : !krnl.loop, !krnl.loop, !krnl.loop
  krnl.permute(%ib, %il, %jj) [0, 2, 1] : !krnl.loop, !krnl.loop, !krnl.loop
  // CHECK: krnl.unroll %loop_local : !krnl.loop
  krnl.unroll %il : !krnl.loop
  // CHECK: krnl.parallel(%loop_block, %[[L]]#1) : !krnl.loop, !krnl.loop
  krnl.parallel(%ib, %jj) : !krnl.loop, !krnl.loop
  // CHECK: %[[T:.*]] = arith.constant 8 : i32
  %threads = arith.constant 8 : i32
  // CHECK: krnl.parallel(%loop_block), num_threads(%[[T]]) {proc_bind = "spread"} : !krnl.loop
  // GENERIC: "krnl.parallel"(%{{.*}}, %{{.*}}) <{operandSegmentSizes = array<i32: 1, 1>, proc_bind = "spread"}>
  krnl.parallel(%ib), num_threads(%threads) {proc_bind = "spread"} : !krnl.loop
  // CHECK: krnl.iterate(%loop_block, %loop_local, %[[L]]#1) with
  krnl.iterate(%ib, %il, %jj) with (%ii -> %i = 0 to 10, %jj -> %j = 0 to 20) {
    // CHECK: %[[V:.*]]:2 = krnl.get_induction_var_value(%loop_block, %loop_local) : (!krnl.loop, !krnl.loop) -> (index, index)
    %x, %y = krnl.get_induction_var_value(%ib, %il) : (!krnl.loop, !krnl.loop) -> (index, index)
    // CHECK: %{{.*}} = krnl.get_induction_var_value(%[[L]]#1) : (!krnl.loop) -> index
    %z = krnl.get_induction_var_value(%jj) : (!krnl.loop) -> (index)
    // CHECK: krnl.parallel_clause(%[[V]]#0), num_threads(%[[T]]) {proc_bind = "close"} : index
    krnl.parallel_clause(%x), num_threads(%threads) {proc_bind = "close"} : index
    // CHECK: krnl.specialized_kernel(%loop_local, %[[L]]#1) : !krnl.loop, !krnl.loop
    krnl.specialized_kernel(%il, %jj) : !krnl.loop, !krnl.loop
  }
  // CHECK: krnl.movable {
  // CHECK-NEXT: %{{.*}} = arith.constant 1 : index
  // CHECK-NEXT: }
  // GENERIC: "krnl.terminate"() : () -> ()
  krnl.movable {
    %one = arith.constant 1 : index
  }
  return
}

// CHECK-LABEL: func.func @memory
// CHECK-SAME: (%[[M:.*]]: memref<10x10xf32>, %[[S:.*]]: memref<f32>, %[[I:.*]]: index, %[[N:.*]]: index)
func.func @memory(%m: memref<10x10xf32>, %s: memref<f32>, %i: index, %n: index) {
  // CHECK: %[[V:.*]] = krnl.load %[[M]][%[[I]], %[[N]]] : memref<10x10xf32>
  %v = krnl.load %m[%i, %n] : memref<10x10xf32>
  // CHECK: krnl.store %[[V]], %[[S]][] : memref<f32>
  krnl.store %v, %s[] : memref<f32>
  // CHECK: krnl.get_linear_offset_index %[[M]] at [%[[I]] + 3, symbol(%[[N]]) * 2] : memref<10x10xf32>
  // GENERIC: "krnl.get_linear_offset_index"(%{{.*}}, %{{.*}}, %{{.*}}) <{map = #{{.*}}}> : (memref<10x10xf32>, index, index) -> index
  %o = krnl.get_linear_offset_index %m at [%i + 3, symbol(%n) * 2] : memref<10x10xf32>
  // CHECK: krnl.prefetch %[[M]][%[[I]], %[[N]] + 5], write, locality<2>, instr : memref<10x10xf32>
  // GENERIC: "krnl.prefetch"(%{{.*}}) <{isDataCache = false, isWrite = true, localityHint = 2 : i32, map = #{{.*}}}>
  krnl.prefetch %m[%i, %n + 5], write, locality<2>, instr : memref<10x10xf32>
  // CHECK: krnl.memset %[[M]], %[[V]] : memref<10x10xf32>
  krnl.memset %m, %v : memref<10x10xf32>
  // CHECK: krnl.memset %[[M]], %[[V]] {delayed = true} : memref<10x10xf32>
  krnl.memset %m, %v {delayed = true} : memref<10x10xf32>
  // CHECK: %[[C:.*]] = arith.constant 4 : i64
  %count = arith.constant 4 : i64
  // CHECK: krnl.may_overwrite %[[M]], 2 : memref<10x10xf32>
  %yes = krnl.may_overwrite %m, 2 : memref<10x10xf32>
  // CHECK: "krnl.memcpy"(%[[M]], %[[S]], %[[C]], %[[I]], %[[N]]) : (memref<10x10xf32>, memref<f32>, i64, index, index) -> ()
  "krnl.memcpy"(%m, %s, %count, %i, %n) : (memref<10x10xf32>, memref<f32>, i64, index, index) -> ()
  // CHECK: "krnl.global"() <{alignment = 16 : i64, name = "constant_0", offset = 8 : i64, shape = [2], value = dense<[1, 2]> : tensor<2xi64>}> : () -> memref<2xi64>
  %c = "krnl.global"() {name = "constant_0", shape = [2], alignment = 16 : i64, offset = 8 : i64, value = dense<[1, 2]> : tensor<2xi64>} : () -> memref<2xi64>
  // CHECK: krnl.vector_type_cast %{{.*}} : memref<6x8xf32> to memref<6x1xvector<8xf32>>
  %a = memref.alloc() : memref<6x8xf32>
  %w = krnl.vector_type_cast %a : memref<6x8xf32> to memref<6x1xvector<8xf32>>
  return
}

// CHECK-LABEL: func.func @tiles
// CHECK-SAME: (%[[A:.*]]: memref<8x8xf32>, %[[SRC:.*]]: memref<64x64xf32>, %[[I:.*]]: index, %[[F:.*]]: f32)
func.func @tiles(%a: memref<8x8xf32>, %src: memref<64x64xf32>, %i: index, %f: f32) {
  // CHECK: %[[L:.*]]:3 = krnl.define_loops 3
  %l:3 = krnl.define_loops 3
  // CHECK: krnl.matmul %[[A]][%[[I]], %[[I]]], %[[A]][%[[I]], %[[I]]], %[[A]][%[[I]], %[[I]]], (%[[L]]#0, %[[L]]#1, %[[L]]#2), (%[[I]], %[[I]], %[[I]]), (%[[I]], %[[I]], %[[I]]) {aTileSize = [], bTileSize = [], cTileSize = [], computeTileSize = [4, 8, 8], simdize = false} : memref<8x8xf32>, memref<8x8xf32>, memref<8x8xf32>, (!krnl.loop, !krnl.loop, !krnl.loop)
  krnl.matmul %a[%i, %i], %a[%i, %i], %a[%i, %i], (%l#0, %l#1, %l#2), (%i, %i, %i), (%i, %i, %i) {aTileSize = [], bTileSize = [], cTileSize = [], computeTileSize = [4, 8, 8], simdize = false, unroll = true} : memref<8x8xf32>, memref<8x8xf32>, memref<8x8xf32>, (!krnl.loop, !krnl.loop, !krnl.loop)
  // CHECK: krnl.copy_to_tile_buffer %[[A]], %[[SRC]][%[[I]], %[[I]]], %[[F]] {padToNext = [], tileSize = [], transpose = true} : memref<8x8xf32>, memref<64x64xf32>
  krnl.copy_to_tile_buffer %a, %src[%i, %i], %f {padToNext = [], tileSize = [], transpose = true} : memref<8x8xf32>, memref<64x64xf32>
  // CHECK: krnl.copy_from_tile_buffer %[[A]], %[[SRC]][%[[I]], %[[I]]] {tileSize = []} : memref<8x8xf32>, memref<64x64xf32>
  krnl.copy_from_tile_buffer %a, %src[%i, %i] {tileSize = []} : memref<8x8xf32>, memref<64x64xf32>
  return
}

// CHECK-LABEL: func.func @math
// CHECK-SAME: (%[[X:.*]]: f32, %[[V:.*]]: vector<4xf32>)
func.func @math(%x: f32, %v: vector<4xf32>) {
  // CHECK: "krnl.erf"(%[[X]]) : (f32) -> f32
  %0 = "krnl.erf"(%x) : (f32) -> f32
  // CHECK: "krnl.acos"(%[[X]]) : (f32) -> f32
  %1 = "krnl.acos"(%x) : (f32) -> f32
  // CHECK: "krnl.acosh"(%[[X]]) : (f32) -> f32
  %2 = "krnl.acosh"(%x) : (f32) -> f32
  // CHECK: "krnl.asin"(%[[X]]) : (f32) -> f32
  %3 = "krnl.asin"(%x) : (f32) -> f32
  // CHECK: "krnl.asinh"(%[[X]]) : (f32) -> f32
  %4 = "krnl.asinh"(%x) : (f32) -> f32
  // CHECK: "krnl.atan"(%[[X]]) : (f32) -> f32
  %5 = "krnl.atan"(%x) : (f32) -> f32
  // CHECK: "krnl.atanh"(%[[X]]) : (f32) -> f32
  %6 = "krnl.atanh"(%x) : (f32) -> f32
  // CHECK: "krnl.tan"(%[[X]]) : (f32) -> f32
  %7 = "krnl.tan"(%x) : (f32) -> f32
  // CHECK: "krnl.isinf"(%[[X]]) : (f32) -> i1
  %8 = "krnl.isinf"(%x) : (f32) -> i1
  // CHECK: "krnl.isnan"(%[[X]]) : (f32) -> i1
  %9 = "krnl.isnan"(%x) : (f32) -> i1
  // CHECK: "krnl.round_even"(%[[V]]) : (vector<4xf32>) -> vector<4xf32>
  %10 = "krnl.round_even"(%v) : (vector<4xf32>) -> vector<4xf32>
  return
}

// CHECK-LABEL: func.func @sequences
// CHECK-SAME: (%[[E:.*]]: memref<3x4xf32>, %[[I:.*]]: index)
func.func @sequences(%e: memref<3x4xf32>, %i: index) {
  // CHECK: %[[S:.*]] = "krnl.seqalloc"(%[[I]]) : (index) -> memref<?xmemref<?x4xf32>>
  %s = "krnl.seqalloc"(%i) : (index) -> memref<?xmemref<?x4xf32>>
  // CHECK: "krnl.seqstore"(%[[E]], %[[S]], %[[I]]) : (memref<3x4xf32>, memref<?xmemref<?x4xf32>>, index) -> ()
  "krnl.seqstore"(%e, %s, %i) : (memref<3x4xf32>, memref<?xmemref<?x4xf32>>, index) -> ()
  // CHECK: "krnl.seqextract"(%[[S]], %[[I]]) <{copy = 1 : ui1}> : (memref<?xmemref<?x4xf32>>, index) -> memref<?x4xf32>
  %0 = "krnl.seqextract"(%s, %i) <{copy = 1 : ui1}> : (memref<?xmemref<?x4xf32>>, index) -> memref<?x4xf32>
  // CHECK: "krnl.seqextract"(%[[S]], %[[I]]) <{copy = 0 : ui1}>
  %1 = "krnl.seqextract"(%s, %i) {copy = 0 : ui1} : (memref<?xmemref<?x4xf32>>, index) -> memref<?x4xf32>
  // CHECK: "krnl.seqdealloc"(%[[S]]) : (memref<?xmemref<?x4xf32>>) -> ()
  "krnl.seqdealloc"(%s) : (memref<?xmemref<?x4xf32>>) -> ()
  return
}

// CHECK-LABEL: func.func @runtime
// CHECK-SAME: (%[[T:.*]]: !krnl.string, %[[M:.*]]: memref<3xi32>, %[[N:.*]]: memref<2x!krnl.string>, %[[F:.*]]: f32, %[[R:.*]]: memref<8xf32>)
func.func @runtime(%t: !krnl.string, %m: memref<3xi32>, %names: memref<2x!krnl.string>, %f: f32, %r: memref<8xf32>) {
  // CHECK: %[[LEN:.*]] = "krnl.strlen"(%[[T]]) : (!krnl.string) -> i64
  %len = "krnl.strlen"(%t) : (!krnl.string) -> i64
  // CHECK: %[[CMP:.*]] = "krnl.strncmp"(%[[T]], %[[T]], %[[LEN]]) : (!krnl.string, !krnl.string, i64) -> i32
  %cmp = "krnl.strncmp"(%t, %t, %len) : (!krnl.string, !krnl.string, i64) -> i32
  // CHECK: "krnl.find_index"(%[[T]], %[[M]], %[[M]], %[[CMP]]) : (!krnl.string, memref<3xi32>, memref<3xi32>, i32) -> index
  %0 = "krnl.find_index"(%t, %m, %m, %cmp) : (!krnl.string, memref<3xi32>, memref<3xi32>, i32) -> index
  // CHECK: "krnl.find_index"(%[[LEN]], %[[M]], %[[M]], %[[CMP]]) : (i64, memref<3xi32>, memref<3xi32>, i32) -> index
  %1 = "krnl.find_index"(%len, %m, %m, %cmp) : (i64, memref<3xi32>, memref<3xi32>, i32) -> index
  // CHECK: "krnl.random_normal"(%[[R]], %{{.*}}, %[[F]], %[[F]], %[[F]]) : (memref<8xf32>, index, f32, f32, f32) -> ()
  "krnl.random_normal"(%r, %0, %f, %f, %f) : (memref<8xf32>, index, f32, f32, f32) -> ()
  // CHECK: %[[NONE:.*]] = "krnl.noValue"() <{value}> : () -> none
  %none = "krnl.noValue"() <{value}> : () -> none
  // CHECK: "krnl.call"(%[[R]], %[[M]], %[[NONE]]) <{funcName = "f", numOfOutput = 1 : si64}> {axis = 1 : si64} : (memref<8xf32>, memref<3xi32>, none) -> ()
  "krnl.call"(%r, %m, %none) <{funcName = "f", numOfOutput = 1 : si64}> {axis = 1 : si64} : (memref<8xf32>, memref<3xi32>, none) -> ()
  // CHECK: "krnl.call"(%[[R]]) <{funcName = "g", numOfOutput = 0 : si64}> : (memref<8xf32>) -> i64
  %2 = "krnl.call"(%r) <{funcName = "g", numOfOutput = 0 : si64}> : (memref<8xf32>) -> i64
  // CHECK: "krnl.print"(%[[F]]) <{format = "x = %f\0A"}> : (f32) -> ()
  "krnl.print"(%f) <{format = "x = %f\n"}> : (f32) -> ()
  // CHECK: "krnl.print"() <{format = "done"}> : () -> ()
  "krnl.print"() <{format = "done"}> : () -> ()
  // CHECK: "krnl.format"(%{{.*}}, %{{.*}}) <{format = "%.8g"}> : (memref<?xui8>, f64) -> ()
  %eight = arith.constant 8.0 : f64
  %arena = "krnl.arena"() : () -> memref<1xi64>
  %sixteen = arith.constant 16 : index
  %bytes = "krnl.arena_alloc"(%arena, %sixteen) : (memref<1xi64>, index) -> memref<?xui8>
  "krnl.format"(%bytes, %eight) <{format = "%.8g"}> : (memref<?xui8>, f64) -> ()
  // CHECK: "krnl.print_tensor"(%[[R]]) <{msg = "%s r"}> : (memref<8xf32>) -> ()
  "krnl.print_tensor"(%r) <{msg = "%s r"}> : (memref<8xf32>) -> ()
  // CHECK: "krnl.runtime_instrument_init"() <{tag = 4 : i64}> : () -> ()
  "krnl.runtime_instrument_init"() <{tag = 4 : i64}> : () -> ()
  // CHECK: "krnl.runtime_instrument"() <{nodeName = "add1", opName = "onnx.Add", tag = 5 : i64}> : () -> ()
  "krnl.runtime_instrument"() <{nodeName = "add1", opName = "onnx.Add", tag = 5 : i64}> : () -> ()
  // CHECK: "krnl.region"() ({
  // CHECK-NEXT: memref.alloc
  // CHECK-NEXT: }) : () -> ()
  "krnl.region"() ({
    %3 = memref.alloc() : memref<4xf32>
  }) : () -> ()
  return
}

// CHECK: "krnl.entry_point"() {func = @runtime, numInputs = 5 : i32, numOutputs = 0 : i32, signature = "[in]\00@[out]\00"} : () -> ()
"krnl.entry_point"() {func = @runtime, numInputs = 5 : i32, numOutputs = 0 : i32, signature = "[in]\00@[out]\00"} : () -> ()

// CHECK-LABEL: func.func @boxes
// CHECK-SAME: (%[[M:.*]]: memref<2x?xf32>, %[[N:.*]]: index) -> memref<?x!krnl.box>
func.func @boxes(%m: memref<2x?xf32>, %n: index) -> memref<?x!krnl.box> {
  // CHECK: %[[A:.*]] = "krnl.arena"() : () -> memref<1xi64>
  %a = "krnl.arena"() : () -> memref<1xi64>
  // CHECK: %[[B:.*]] = "krnl.arena_alloc"(%[[A]], %[[N]]) : (memref<1xi64>, index) -> memref<?xui8>
  %b = "krnl.arena_alloc"(%a, %n) : (memref<1xi64>, index) -> memref<?xui8>
  // CHECK: %[[S:.*]] = "krnl.string_of"(%[[B]], %[[N]]) : (memref<?xui8>, index) -> !krnl.string
  %s = "krnl.string_of"(%b, %n) : (memref<?xui8>, index) -> !krnl.string
  // CHECK: "krnl.string_bytes"(%[[S]]) : (!krnl.string) -> memref<?xui8>
  %0 = "krnl.string_bytes"(%s) : (!krnl.string) -> memref<?xui8>
  // CHECK: %[[X:.*]] = "krnl.box"(%[[A]], %[[M]]) : (memref<1xi64>, memref<2x?xf32>) -> !krnl.box
  %x = "krnl.box"(%a, %m) : (memref<1xi64>, memref<2x?xf32>) -> !krnl.box
  // CHECK: "krnl.unbox"(%[[X]]) : (!krnl.box) -> memref<?x?xf32>
  %1 = "krnl.unbox"(%x) : (!krnl.box) -> memref<?x?xf32>
  // CHECK: memref.alloc(%[[N]]) : memref<?x!krnl.box>
  %list = memref.alloc(%n) : memref<?x!krnl.box>
  // CHECK: "krnl.arena_free"(%[[A]]) : (memref<1xi64>) -> ()
  "krnl.arena_free"(%a) : (memref<1xi64>) -> ()
  return %list : memref<?x!krnl.box>
}

// CHECK-LABEL: func.func @dots
func.func @dots(%u: vector<16xui8>, %s: vector<16xi8>, %i: vector<4xi32>, %w: vector<8xi16>, %b: vector<8xbf16>, %f: vector<4xf32>) {
  // CHECK: krnl.dot %{{.*}}, %{{.*}}, %{{.*}} : vector<16xui8>, vector<16xi8> into vector<4xi32>
  %0 = krnl.dot %u, %s, %i : vector<16xui8>, vector<16xi8> into vector<4xi32>
  // CHECK: krnl.dot %{{.*}}, %{{.*}}, %{{.*}} : vector<16xi8>, vector<16xi8> into vector<4xi32>
  %1 = krnl.dot %s, %s, %i : vector<16xi8>, vector<16xi8> into vector<4xi32>
  // CHECK: krnl.dot %{{.*}}, %{{.*}}, %{{.*}} : vector<8xbf16>, vector<8xbf16> into vector<4xf32>
  %2 = krnl.dot %b, %b, %f : vector<8xbf16>, vector<8xbf16> into vector<4xf32>
  // CHECK: krnl.dot %{{.*}}, %{{.*}}, %{{.*}} : vector<8xi16>, vector<8xi16> into vector<4xi32>
  %3 = krnl.dot %w, %w, %i : vector<8xi16>, vector<8xi16> into vector<4xi32>
  return
}

// CHECK-LABEL: func.func @runs
func.func @runs(%ok: i1, %n: index) {
  // CHECK: krnl.require %{{.*}}, "%lld is too much"(%{{.*}})
  // GENERIC: "krnl.require"(%{{.*}}, %{{.*}}) <{message = "%lld is too much"}> : (i1, index) -> ()
  krnl.require %ok, "%lld is too much"(%n)
  // CHECK: krnl.poll
  krnl.poll
  return
}

// CHECK-LABEL: func.func @numbers_of_a_table
func.func @numbers_of_a_table(%t: vector<16xf32>, %i: vector<8xi32>) {
  // CHECK: krnl.lookup %{{.*}}[%{{.*}}] : vector<16xf32>, vector<8xi32> -> vector<8xf32>
  %0 = krnl.lookup %t[%i] : vector<16xf32>, vector<8xi32> -> vector<8xf32>
  return
}

// CHECK-LABEL: func.func @pairs_of_bytes
func.func @pairs_of_bytes(%u: vector<16xui8>, %s: vector<16xi8>) {
  // CHECK: krnl.pair_dot %{{.*}}, %{{.*}} : vector<16xui8>, vector<16xi8> into vector<8xi16>
  %0 = krnl.pair_dot %u, %s : vector<16xui8>, vector<16xi8> into vector<8xi16>
  return
}
