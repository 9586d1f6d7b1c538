// RUN: mlirlite-opt --allow-unregistered-dialect %s | mlirlite-opt --allow-unregistered-dialect | FileCheck %s
// RUN: mlirlite-opt --allow-unregistered-dialect %s --mlir-print-op-generic | mlirlite-opt --allow-unregistered-dialect | FileCheck %s

module attributes {gpu.container_module} {
  gpu.module @kernels {
    // CHECK: gpu.func @scale(%{{.*}}: memref<?xf32>, %{{.*}}: f32) workgroup(%{{.*}} : memref<32xf32, #gpu.address_space<workgroup>>) private(%{{.*}} : memref<1xf32, #gpu.address_space<private>>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    gpu.func @scale(%m: memref<?xf32>, %x: f32)
        workgroup(%w: memref<32xf32, #gpu.address_space<workgroup>>)
        private(%p: memref<1xf32, #gpu.address_space<private>>)
        kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
      // CHECK-NEXT: %{{.*}} = gpu.block_id  x
      %block = gpu.block_id x
      // CHECK-NEXT: %{{.*}} = gpu.block_dim  y upper_bound 64
      %size = gpu.block_dim y upper_bound 64
      // CHECK-NEXT: %{{.*}} = gpu.thread_id  z
      %thread = gpu.thread_id z
      // CHECK-NEXT: %{{.*}} = gpu.grid_dim  x
      %grid = gpu.grid_dim x
      // CHECK-NEXT: %{{.*}} = gpu.global_id  x
      %all = gpu.global_id x
      // CHECK-NEXT: %{{.*}} = gpu.cluster_id  x
      %cluster = gpu.cluster_id x
      // CHECK-NEXT: %{{.*}} = gpu.cluster_dim  x
      %clusters = gpu.cluster_dim x
      // CHECK-NEXT: %{{.*}} = gpu.cluster_dim_blocks  x
      %blocks = gpu.cluster_dim_blocks x
      // CHECK-NEXT: %{{.*}} = gpu.cluster_block_id  x
      %block_of_cluster = gpu.cluster_block_id x
      // CHECK-NEXT: %{{.*}} = gpu.lane_id
      %lane = gpu.lane_id
      // CHECK-NEXT: %{{.*}} = gpu.lane_id upper_bound 32
      %lane32 = gpu.lane_id upper_bound 32
      // CHECK-NEXT: %{{.*}} = gpu.subgroup_id : index
      %group = gpu.subgroup_id : index
      // CHECK-NEXT: %{{.*}} = gpu.num_subgroups : index
      %groups = gpu.num_subgroups : index
      // CHECK-NEXT: %{{.*}} = gpu.subgroup_size : index
      %lanes = gpu.subgroup_size : index
      // CHECK-NEXT: gpu.barrier
      gpu.barrier
      // CHECK-NEXT: gpu.printf "%f at %d\0A", %{{.*}}, %{{.*}} : f32, index
      gpu.printf "%f at %d\n", %x, %thread : f32, index
      // CHECK-NEXT: gpu.printf "hello"
      gpu.printf "hello"
      // CHECK-NEXT: %{{.*}} = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
      %shared = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
      // CHECK-NEXT: gpu.return
      gpu.return
    }

    // CHECK: gpu.func @values(%{{.*}}: f32) -> (f32, i32) {
    gpu.func @values(%x: f32) -> (f32, i32) {
      // CHECK-NEXT: %[[C:.*]] = arith.constant
      %c = arith.constant 1 : i32
      // CHECK-NEXT: gpu.return %{{.*}}, %[[C]] : f32, i32
      gpu.return %x, %c : f32, i32
    }

    // CHECK: gpu.func @noted(%{{.*}}: f32 {x.a}) workgroup(%{{.*}} : memref<4xf32> {x.b = 1 : i32}, %{{.*}} : memref<4xf32>) {
    gpu.func @noted(%x: f32 {x.a})
        workgroup(%w: memref<4xf32> {x.b = 1 : i32}, %v: memref<4xf32>) {
      gpu.return
    }
  }


  // CHECK: func.func @launches
  func.func @launches(%n: index, %k: i64, %m: memref<?xf32>, %x: f32, %bytes: i32,
                      %t: !gpu.async.token) {
    // CHECK: gpu.launch_func{{ *}}@kernels::@scale blocks in (%{{.*}}, %{{.*}}, %{{.*}}) threads in (%{{.*}}, %{{.*}}, %{{.*}}){{ *}}args(%{{.*}} : memref<?xf32>, %{{.*}} : f32)
    gpu.launch_func @kernels::@scale blocks in (%n, %n, %n) threads in (%n, %n, %n)
      args(%m: memref<?xf32>, %x: f32)
    // CHECK: gpu.launch_func{{ *}}@kernels::@scale clusters in (%{{.*}}, %{{.*}}, %{{.*}}) blocks in (%{{.*}}, %{{.*}}, %{{.*}}) threads in (%{{.*}}, %{{.*}}, %{{.*}}) : i64 dynamic_shared_memory_size %{{.*}} args(%{{.*}} : memref<?xf32>, %{{.*}} : f32)
    gpu.launch_func @kernels::@scale clusters in (%k, %k, %k) blocks in (%k, %k, %k)
      threads in (%k, %k, %k) : i64 dynamic_shared_memory_size %bytes
      args(%m: memref<?xf32>, %x: f32)
    // CHECK: %{{.*}} = gpu.launch_func async [%{{.*}}] @kernels::@scale blocks in
    %t1 = gpu.launch_func async [%t] @kernels::@scale blocks in (%n, %n, %n)
      threads in (%n, %n, %n) args(%m: memref<?xf32>, %x: f32)
    // CHECK: gpu.launch blocks(%{{.*}}, %{{.*}}, %{{.*}}) in (%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) threads(%{{.*}}, %{{.*}}, %{{.*}}) in (%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) workgroup(%{{.*}} : memref<4xf32, #gpu.address_space<workgroup>>) private(%{{.*}} : memref<1xi32>) {
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
               threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n)
               workgroup(%w: memref<4xf32, #gpu.address_space<workgroup>>)
               private(%p: memref<1xi32>) {
      // CHECK-NEXT: gpu.terminator
      gpu.terminator
    }
    // CHECK: %{{.*}} = gpu.launch async [%{{.*}}] clusters(%{{.*}}) in (%{{.*}}) blocks(%{{.*}}) in (%{{.*}}) threads(%{{.*}}) in (%{{.*}}) dynamic_shared_memory_size %{{.*}} module(@m) function(@f) {
    %t2 = gpu.launch async [%t1] clusters(%cx, %cy, %cz) in (%ox = %n, %oy = %n, %oz = %n)
               blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
               threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n)
               dynamic_shared_memory_size %bytes module(@m) function(@f) {
      gpu.terminator
    // CHECK: } {a = 1 : i32}
    } {a = 1 : i32}
    return
  }

  // CHECK: func.func @memory
  func.func @memory(%n: index, %x: f32, %u: memref<*xf32>, %i: i32, %h: memref<13x?xf32>) {
    // CHECK: %[[T0:.*]] = gpu.wait async
    %t0 = gpu.wait async
    // CHECK: %[[M:.*]], %[[T1:.*]] = gpu.alloc async [%[[T0]]] (%{{.*}}) : memref<13x?xf32, 1>
    %m, %t1 = gpu.alloc async [%t0] (%n) : memref<13x?xf32, 1>
    // CHECK: gpu.alloc{{ *}}host_shared (%{{.*}}) : memref<13x?xf32, 1>
    %s = gpu.alloc host_shared (%n) : memref<13x?xf32, 1>
    // CHECK: gpu.alloc{{ *}}()[%{{.*}}] : memref<4xf32, #{{.*}}>
    %l = gpu.alloc ()[%n] : memref<4xf32, affine_map<(i)[s] -> (i + s)>>
    // CHECK: %[[T2:.*]] = gpu.memcpy async [%[[T1]]] %[[M]], %{{.*}} : memref<13x?xf32, 1>, memref<13x?xf32>
    %t2 = gpu.memcpy async [%t1] %m, %h : memref<13x?xf32, 1>, memref<13x?xf32>
    // CHECK: gpu.memset{{ *}}%[[M]], %{{.*}} : memref<13x?xf32, 1>, f32
    gpu.memset %m, %x : memref<13x?xf32, 1>, f32
    // CHECK: %[[T3:.*]] = gpu.dealloc async [%[[T2]], %[[T0]]] %[[M]] : memref<13x?xf32, 1>
    %t3 = gpu.dealloc async [%t2, %t0] %m : memref<13x?xf32, 1>
    // CHECK: gpu.wait [%[[T3]]]
    gpu.wait [%t3]
    // CHECK: gpu.wait
    gpu.wait
    // CHECK: gpu.host_register %{{.*}} : memref<*xf32>
    gpu.host_register %u : memref<*xf32>
    // CHECK: gpu.host_unregister %{{.*}} : memref<*xf32>
    gpu.host_unregister %u : memref<*xf32>
    // CHECK: gpu.set_default_device %{{.*}}
    gpu.set_default_device %i
    return
  }

  // CHECK: func.func @together
  func.func @together(%x: f32, %v: vector<4xf16>, %i: i32, %lane: index, %part: vector<1xf32>) {
    // CHECK: gpu.all_reduce  add %{{.*}} uniform {
    // CHECK-NEXT: } : (f32) -> f32
    %0 = gpu.all_reduce add %x uniform {} : (f32) -> f32
    // CHECK: gpu.all_reduce{{ *}}%{{.*}} {
    %1 = gpu.all_reduce %x {
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      // CHECK: gpu.yield %{{.*}} : f32
      gpu.yield %c : f32
    } : (f32) -> f32
    // CHECK: gpu.subgroup_reduce  maxnumf %{{.*}} : (vector<4xf16>) -> vector<4xf16>
    %2 = gpu.subgroup_reduce maxnumf %v : (vector<4xf16>) -> vector<4xf16>
    // CHECK: gpu.subgroup_reduce  and %{{.*}} cluster(size = 4) : (i32) -> i32
    %3 = gpu.subgroup_reduce and %i cluster(size = 4) : (i32) -> i32
    // CHECK: gpu.subgroup_reduce  xor %{{.*}} uniform cluster(size = 4, stride = 2) : (i32) -> i32
    %4 = gpu.subgroup_reduce xor %i uniform cluster(size = 4, stride = 2) : (i32) -> i32
    // CHECK: %{{.*}}, %{{.*}} = gpu.shuffle  down %{{.*}}, %{{.*}}, %{{.*}} : f32
    %5, %6 = gpu.shuffle down %x, %i, %i : f32
    // CHECK: %{{.*}}, %{{.*}} = gpu.rotate %{{.*}}, 3, 16 : f32
    %7, %8 = gpu.rotate %x, 3, 16 : f32
    // CHECK: gpu.subgroup_broadcast %{{.*}},  first_active_lane : f32
    %9 = gpu.subgroup_broadcast %x, first_active_lane : f32
    // CHECK: gpu.subgroup_broadcast %{{.*}},  specific_lane %{{.*}} : f32
    %10 = gpu.subgroup_broadcast %x, specific_lane %i : f32
    // CHECK: %{{.*}} = gpu.warp_execute_on_lane_0(%{{.*}})[32] args(%{{.*}} : vector<1xf32>) -> (vector<1xf32>) {
    %11 = gpu.warp_execute_on_lane_0(%lane)[32] args(%part : vector<1xf32>) -> (vector<1xf32>) {
    // CHECK-NEXT: ^bb0(%{{.*}}: vector<32xf32>):
    ^bb0(%whole: vector<32xf32>):
      // CHECK-NEXT: gpu.yield %{{.*}} : vector<32xf32>
      gpu.yield %whole : vector<32xf32>
    }
    // CHECK: gpu.warp_execute_on_lane_0(%{{.*}})[32] {
    // CHECK-NEXT: }
    gpu.warp_execute_on_lane_0(%lane)[32] {
    }
    return
  }

  // CHECK: func.func @matrices
  func.func @matrices(%m: memref<32x32xf16, 3>, %i: index, %x: f16) {
    // CHECK: %[[A:.*]] = gpu.subgroup_mma_load_matrix %{{.*}}[%{{.*}}, %{{.*}}] {leadDimension = 32 : index, transpose} : memref<32x32xf16, 3> -> !gpu.mma_matrix<16x16xf16, "AOp">
    %a = gpu.subgroup_mma_load_matrix %m[%i, %i] {leadDimension = 32 : index, transpose}
      : memref<32x32xf16, 3> -> !gpu.mma_matrix<16x16xf16, "AOp">
    %b = gpu.subgroup_mma_load_matrix %m[%i, %i] {leadDimension = 32 : index}
      : memref<32x32xf16, 3> -> !gpu.mma_matrix<16x16xf16, "BOp">
    // CHECK: %[[C:.*]] = gpu.subgroup_mma_constant_matrix %{{.*}} : !gpu.mma_matrix<16x16xf16, "COp">
    %c = gpu.subgroup_mma_constant_matrix %x : !gpu.mma_matrix<16x16xf16, "COp">
    // CHECK: %[[D:.*]] = gpu.subgroup_mma_compute %[[A]], %{{.*}}, %[[C]] {a_transpose} : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf16, "COp">
    %d = gpu.subgroup_mma_compute %a, %b, %c {a_transpose} : !gpu.mma_matrix<16x16xf16, "AOp">,
      !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf16, "COp">
    // CHECK: gpu.subgroup_mma_elementwise  addf %[[C]], %[[D]] : (!gpu.mma_matrix<16x16xf16, "COp">, !gpu.mma_matrix<16x16xf16, "COp">) -> !gpu.mma_matrix<16x16xf16, "COp">
    %e = gpu.subgroup_mma_elementwise addf %c, %d : (!gpu.mma_matrix<16x16xf16, "COp">,
      !gpu.mma_matrix<16x16xf16, "COp">) -> !gpu.mma_matrix<16x16xf16, "COp">
    // CHECK: gpu.subgroup_mma_store_matrix %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}] {leadDimension = 32 : index} : !gpu.mma_matrix<16x16xf16, "COp">, memref<32x32xf16, 3>
    gpu.subgroup_mma_store_matrix %e, %m[%i, %i] {leadDimension = 32 : index}
      : !gpu.mma_matrix<16x16xf16, "COp">, memref<32x32xf16, 3>
    // CHECK: gpu.subgroup_mma_extract_thread_local %[[D]][%{{.*}}] : !gpu.mma_matrix<16x16xf16, "COp"> -> f16
    %f = gpu.subgroup_mma_extract_thread_local %d[%i] : !gpu.mma_matrix<16x16xf16, "COp"> -> f16
    // CHECK: gpu.subgroup_mma_insert_thread_local %{{.*}}, %[[D]][%{{.*}}] : f16, !gpu.mma_matrix<16x16xf16, "COp"> -> !gpu.mma_matrix<16x16xf16, "COp">
    %g = gpu.subgroup_mma_insert_thread_local %f, %d[%i] : f16, !gpu.mma_matrix<16x16xf16, "COp">
      -> !gpu.mma_matrix<16x16xf16, "COp">
    return
  }

  // CHECK: func.func @sparse
  func.func @sparse(%n: index, %i: memref<?xindex>, %m: memref<?xf64>) {
    %t = gpu.wait async
    // CHECK: %[[COO:.*]], %{{.*}} = gpu.create_coo async [%{{.*}}] %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : memref<?xindex>, memref<?xindex>, memref<?xf64>
    %coo, %t1 = gpu.create_coo async [%t] %n, %n, %n, %i, %i, %m
      : memref<?xindex>, memref<?xindex>, memref<?xf64>
    // CHECK: gpu.create_coo_aos async [%{{.*}}] %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : memref<?xindex>, memref<?xf64>
    %aos, %t2 = gpu.create_coo_aos async [%t1] %n, %n, %n, %i, %m : memref<?xindex>, memref<?xf64>
    // CHECK: %[[CSR:.*]], %{{.*}} = gpu.create_csr async
    %csr, %t3 = gpu.create_csr async [%t2] %n, %n, %n, %i, %i, %m
      : memref<?xindex>, memref<?xindex>, memref<?xf64>
    // CHECK: gpu.create_csc async
    %csc, %t4 = gpu.create_csc async [%t3] %n, %n, %n, %i, %i, %m
      : memref<?xindex>, memref<?xindex>, memref<?xf64>
    // CHECK: gpu.create_bsr async
    %bsr, %t5 = gpu.create_bsr async [%t4] %n, %n, %n, %n, %n, %i, %i, %m
      : memref<?xindex>, memref<?xindex>, memref<?xf64>
    // CHECK: gpu.create_2to4_spmat async [%{{.*}}]{ PRUNE_AND_CHECK} %{{.*}}, %{{.*}}, %{{.*}} : memref<?xf64>
    %pruned, %t6 = gpu.create_2to4_spmat async [%t5] {PRUNE_AND_CHECK} %n, %n, %m : memref<?xf64>
    // CHECK: %[[D:.*]], %{{.*}} = gpu.create_dn_tensor async [%{{.*}}] %{{.*}}, %{{.*}}, %{{.*}} : index, index into memref<?xf64>
    %d, %t7 = gpu.create_dn_tensor async [%t6] %m, %n, %n : index, index into memref<?xf64>
    // CHECK: gpu.spmv_buffer_size async [%{{.*}}] %[[COO]]{ TRANSPOSE}, %[[D]], %[[D]]{{ *}}into f64
    %size, %t8 = gpu.spmv_buffer_size async [%t7] %coo {TRANSPOSE}, %d, %d into f64
    // CHECK: gpu.spmv async [%{{.*}}] %[[COO]], %[[D]], %[[D]], %{{.*}} : memref<?xf64> into f64
    %t9 = gpu.spmv async [%t8] %coo, %d, %d, %m : memref<?xf64> into f64
    // CHECK: gpu.spmm_buffer_size async [%{{.*}}] %[[CSR]], %[[D]], %[[D]] : index into f64
    %size1, %t10 = gpu.spmm_buffer_size async [%t9] %csr, %d, %d : index into f64
    // CHECK: gpu.spmm async [%{{.*}}] %[[CSR]], %[[D]], %[[D]], %{{.*}} : memref<?xf64> into f64
    %t11 = gpu.spmm async [%t10] %csr, %d, %d, %m : memref<?xf64> into f64
    // CHECK: gpu.sddmm_buffer_size async [%{{.*}}] %[[D]], %[[D]], %[[CSR]]{{ *}}into f64
    %size2, %t12 = gpu.sddmm_buffer_size async [%t11] %d, %d, %csr into f64
    // CHECK: gpu.sddmm async [%{{.*}}] %[[D]], %[[D]], %[[CSR]], %{{.*}} : memref<?xf64> into f64
    %t13 = gpu.sddmm async [%t12] %d, %d, %csr, %m : memref<?xf64> into f64
    // CHECK: %[[P:.*]], %{{.*}} = gpu.spgemm_create_descr async
    %p, %t14 = gpu.spgemm_create_descr async [%t13]
    // CHECK: gpu.spgemm_work_estimation_or_compute async [%{{.*}}]{ COMPUTE} %[[CSR]], %[[CSR]], %[[CSR]], %[[P]], %{{.*}}, %{{.*}} : f32 into memref<?xf64>
    %size3, %t15 = gpu.spgemm_work_estimation_or_compute async [%t14] {COMPUTE}
      %csr, %csr, %csr, %p, %n, %m : f32 into memref<?xf64>
    // CHECK: gpu.spgemm_copy async [%{{.*}}] %[[CSR]], %[[CSR]], %[[CSR]], %[[P]] : f32
    %t16 = gpu.spgemm_copy async [%t15] %csr, %csr, %csr, %p : f32
    // CHECK: gpu.spgemm_destroy_descr async [%{{.*}}] %[[P]]
    %t17 = gpu.spgemm_destroy_descr async [%t16] %p
    // CHECK: %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} = gpu.spmat_get_size async [%{{.*}}] %[[CSR]]
    %rows, %cols, %nnz, %t18 = gpu.spmat_get_size async [%t17] %csr
    // CHECK: gpu.set_csr_pointers async [%{{.*}}] %[[CSR]], %{{.*}}, %{{.*}}, %{{.*}} : memref<?xindex>, memref<?xindex>, memref<?xf64>
    %t19 = gpu.set_csr_pointers async [%t18] %csr, %i, %i, %m
      : memref<?xindex>, memref<?xindex>, memref<?xf64>
    // CHECK: gpu.destroy_sp_mat async [%{{.*}}] %[[COO]]
    %t20 = gpu.destroy_sp_mat async [%t19] %coo
    // CHECK: gpu.destroy_dn_tensor async [%{{.*}}] %[[D]]
    %t21 = gpu.destroy_dn_tensor async [%t20] %d
    gpu.wait [%t21]
    return
  }

  // CHECK: func.func @mapped
  func.func @mapped() attributes {
    // CHECK-SAME: x.loops = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>, #gpu.block<x>, #gpu.thread<linear_dim_1>, #gpu.warp<y>, #gpu.warpgroup<z>, #gpu.lane<linear_dim_0>, #gpu.mask<9>, #gpu.memory_space<workgroup>, #gpu<dim x>, #gpu<all_reduce_op or>]
    x.loops = [#gpu.loop_dim_map<processor = block_x, map = (i) -> (i), bound = (i) -> (i)>,
               #gpu.block<x>, #gpu.thread<linear_dim_1>, #gpu.warp<y>, #gpu.warpgroup<z>,
               #gpu.lane<linear_dim_0>, #gpu.mask<9>, #gpu.memory_space<workgroup>, #gpu<dim x>,
               #gpu<all_reduce_op or>]
  } {
    return
  }
}
