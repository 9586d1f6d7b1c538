// The custom syntax of xevm's ops, as mlir-opt prints it.
// RUN: mlirlite-opt %s | FileCheck %s
// RUN: mlirlite-opt %s --mlir-print-op-generic | mlirlite-opt | FileCheck %s

// CHECK-LABEL: func.func @ids(
// CHECK-SAME:    ) {
// CHECK-NEXT:     %[[X:.*]] = xevm.group_count.x : i32
// CHECK-NEXT:     %[[Y:.*]] = xevm.group_count.y : i32
// CHECK-NEXT:     %[[Z:.*]] = xevm.group_count.z : i32
// CHECK-NEXT:     %[[X_1:.*]] = xevm.group_id.x : i32
// CHECK-NEXT:     %[[Y_1:.*]] = xevm.group_id.y : i32
// CHECK-NEXT:     %[[Z_1:.*]] = xevm.group_id.z : i32
// CHECK-NEXT:     %[[LANE_ID:.*]] = xevm.lane_id : i32
// CHECK-NEXT:     %[[X_2:.*]] = xevm.local_id.x : i32
// CHECK-NEXT:     %[[Y_2:.*]] = xevm.local_id.y : i32
// CHECK-NEXT:     %[[Z_2:.*]] = xevm.local_id.z : i32
// CHECK-NEXT:     %[[X_3:.*]] = xevm.local_size.x : i32
// CHECK-NEXT:     %[[Y_3:.*]] = xevm.local_size.y : i32
// CHECK-NEXT:     %[[Z_3:.*]] = xevm.local_size.z : i32
// CHECK-NEXT:     %[[SUBGROUP_ID:.*]] = xevm.subgroup_id : i32
// CHECK-NEXT:     %[[SUBGROUP_SIZE:.*]] = xevm.subgroup_size : i32
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @ids() {
  %0 = xevm.group_count.x : i32
  %1 = xevm.group_count.y : i32
  %2 = xevm.group_count.z : i32
  %3 = xevm.group_id.x : i32
  %4 = xevm.group_id.y : i32
  %5 = xevm.group_id.z : i32
  %6 = xevm.lane_id : i32
  %7 = xevm.local_id.x : i32
  %8 = xevm.local_id.y : i32
  %9 = xevm.local_id.z : i32
  %10 = xevm.local_size.x : i32
  %11 = xevm.local_size.y : i32
  %12 = xevm.local_size.z : i32
  %13 = xevm.subgroup_id : i32
  %14 = xevm.subgroup_size : i32
  return
}

// CHECK-LABEL: func.func @memory(
// CHECK-SAME:    %[[ARG0:.*]]: !llvm.ptr<1>, %[[ARG1:.*]]: i32, %[[ARG2:.*]]: vector<4xi32>, %[[ARG3:.*]]: vector<8xi32>) {
// CHECK-NEXT:     %[[BLOCKLOAD:.*]] = xevm.blockload %[[ARG0]] <{cache_control = #xevm.load_cache_control<L1uc_L2uc_L3uc>}> : (!llvm.ptr<1>) -> vector<4xi16>
// CHECK-NEXT:     %[[BLOCKLOAD2D:.*]] = xevm.blockload2d %[[ARG0]], %[[ARG1]], %[[ARG1]], %[[ARG1]], %[[ARG1]], %[[ARG1]] <{elem_size_in_bits = 16 : i32, pack_register = false, tile_height = 8 : i32, tile_width = 16 : i32, transpose = false, v_blocks = 1 : i32}> : (!llvm.ptr<1>, i32, i32, i32, i32, i32) -> vector<8xi16>
// CHECK-NEXT:     xevm.blockprefetch2d %[[ARG0]], %[[ARG1]], %[[ARG1]], %[[ARG1]], %[[ARG1]], %[[ARG1]] <{elem_size_in_bits = 8 : i32, tile_height = 8 : i32, tile_width = 32 : i32, v_blocks = 1 : i32}> : (!llvm.ptr<1>, i32, i32, i32, i32, i32)
// CHECK-NEXT:     xevm.blockstore %[[ARG0]], %[[ARG2]] : (!llvm.ptr<1>, vector<4xi32>)
// CHECK-NEXT:     xevm.blockstore2d %[[ARG0]], %[[ARG1]], %[[ARG1]], %[[ARG1]], %[[ARG1]], %[[ARG1]], %[[ARG3]] <{elem_size_in_bits = 32 : i32, tile_height = 8 : i32, tile_width = 16 : i32}> : (!llvm.ptr<1>, i32, i32, i32, i32, i32, vector<8xi32>)
// CHECK-NEXT:     xevm.memfence <{addrspace = #xevm.addr_space<global>, scope = #xevm.mem_scope<workgroup>}>
// CHECK-NEXT:     xevm.prefetch %[[ARG0]] <{cache_control = #xevm.load_cache_control<L1uc_L2uc_L3uc>}> : (!llvm.ptr<1>)
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @memory(%p: !llvm.ptr<1>, %w: i32, %v: vector<4xi32>, %v_: vector<8xi32>) {
  %0 = xevm.blockload %p <{cache_control = #xevm.load_cache_control<L1uc_L2uc_L3uc>}>
    : (!llvm.ptr<1>) -> vector<4xi16>
  %1 = xevm.blockload2d %p, %w, %w, %w, %w, %w
    <{elem_size_in_bits = 16 : i32, tile_width = 16 : i32, tile_height = 8 : i32,
      v_blocks = 1 : i32, transpose = false, pack_register = false}>
    : (!llvm.ptr<1>, i32, i32, i32, i32, i32) -> vector<8xi16>
  xevm.blockprefetch2d %p, %w, %w, %w, %w, %w
    <{elem_size_in_bits = 8 : i32, tile_width = 32 : i32, tile_height = 8 : i32,
      v_blocks = 1 : i32}> : (!llvm.ptr<1>, i32, i32, i32, i32, i32)
  xevm.blockstore %p, %v : (!llvm.ptr<1>, vector<4xi32>)
  xevm.blockstore2d %p, %w, %w, %w, %w, %w, %v_
    <{elem_size_in_bits = 32 : i32, tile_width = 16 : i32, tile_height = 8 : i32}>
    : (!llvm.ptr<1>, i32, i32, i32, i32, i32, vector<8xi32>)
  xevm.memfence <{addrspace = #xevm.addr_space<global>, scope = #xevm.mem_scope<workgroup>}>
  xevm.prefetch %p <{cache_control = #xevm.load_cache_control<L1uc_L2uc_L3uc>}> : (!llvm.ptr<1>)
  return
}

// CHECK-LABEL: func.func @mma(
// CHECK-SAME:    %[[ARG0:.*]]: vector<8xi16>, %[[ARG1:.*]]: vector<8xi32>, %[[ARG2:.*]]: vector<8xf32>) {
// CHECK-NEXT:     %[[MMA:.*]] = xevm.mma %[[ARG0]], %[[ARG1]], %[[ARG2]] {shape = <m = 8, n = 16, k = 16>, types = <d = f32, a = f16, b = f16, c = f32>} : (vector<8xi16>, vector<8xi32>, vector<8xf32>) -> vector<8xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @mma(%a: vector<8xi16>, %b: vector<8xi32>, %c: vector<8xf32>) {
  %0 = xevm.mma %a, %b, %c {shape = <m = 8, n = 16, k = 16>,
                            types = <d = f32, a = f16, b = f16, c = f32>}
    : (vector<8xi16>, vector<8xi32>, vector<8xf32>) -> vector<8xf32>
  return
}
