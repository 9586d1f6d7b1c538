// The custom syntax of nvvm's ops, as mlir-opt prints it.
// RUN: mlirlite-opt %s | FileCheck %s
// RUN: mlirlite-opt %s --mlir-print-op-generic | mlirlite-opt | FileCheck %s

// CHECK-LABEL: func.func @barriers(
// CHECK-SAME:    %[[ARG0:.*]]: i32, %[[ARG1:.*]]: !llvm.ptr) {
// CHECK-NEXT:     nvvm.bar.warp.sync %[[ARG0]] : i32
// CHECK-NEXT:     nvvm.barrier id = %[[ARG0]] number_of_threads = %[[ARG0]]
// CHECK-NEXT:     nvvm.barrier.arrive id = %[[ARG0]] number_of_threads = %[[ARG0]]
// CHECK-NEXT:     nvvm.barrier0
// CHECK-NEXT:     nvvm.cluster.arrive {aligned}
// CHECK-NEXT:     nvvm.cluster.arrive.relaxed {aligned}
// CHECK-NEXT:     nvvm.cluster.wait {aligned}
// CHECK-NEXT:     nvvm.fence.mbarrier.init
// CHECK-NEXT:     nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.global>}
// CHECK-NEXT:     nvvm.fence.proxy.acquire <gpu> %[[ARG1]], %[[ARG0]]
// CHECK-NEXT:     nvvm.fence.proxy.release <gpu>
// CHECK-NEXT:     nvvm.fence.proxy.sync_restrict {order = #nvvm.mem_order<release>}
// CHECK-NEXT:     nvvm.fence.sc.cluster
// CHECK-NEXT:     nvvm.fence.sync_restrict {order = #nvvm.mem_order<acquire>}
// CHECK-NEXT:     nvvm.memory.barrier <gpu>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @barriers(%mask: i32, %p: !llvm.ptr) {
  nvvm.bar.warp.sync %mask : i32
  nvvm.barrier id = %mask number_of_threads = %mask
  nvvm.barrier.arrive id = %mask number_of_threads = %mask
  nvvm.barrier0
  nvvm.cluster.arrive {aligned}
  nvvm.cluster.arrive.relaxed {aligned}
  nvvm.cluster.wait {aligned}
  nvvm.fence.mbarrier.init
  nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.global>}
  nvvm.fence.proxy.acquire <gpu> %p, %mask
  nvvm.fence.proxy.release <gpu>
  nvvm.fence.proxy.sync_restrict {order = #nvvm.mem_order<release>}
  nvvm.fence.sc.cluster
  nvvm.fence.sync_restrict {order = #nvvm.mem_order<acquire>}
  nvvm.memory.barrier <gpu>
  return
}

// CHECK-LABEL: func.func @block_scale(
// CHECK-SAME:    %[[ARG0:.*]]: i32, %[[ARG1:.*]]: f32, %[[ARG2:.*]]: i16) {
// CHECK-NEXT:     %[[BLOCK_SCALE:.*]] = nvvm.mma.block_scale A[%[[ARG0]], %[[ARG0]], %[[ARG0]], %[[ARG0]]] B[%[[ARG0]], %[[ARG0]]] C[%[[ARG1]], %[[ARG1]], %[[ARG1]], %[[ARG1]]] scaleA[%[[ARG0]], %[[ARG2]], %[[ARG2]]] scaleB[%[[ARG0]], %[[ARG2]], %[[ARG2]]] {blockScaleFormat = #nvvm.block_scale_format<ue8m0>, kind = #nvvm.block_scale_kind<mxf8f6f4>, multiplicandAPtxType = #nvvm.mma_type<e4m3>, multiplicandBPtxType = #nvvm.mma_type<e4m3>, scaleVecSize = #nvvm.scale_vec_size<x1>, shape = #nvvm.shape<m = 16, n = 8, k = 32>} : (i32, i32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
// CHECK-NEXT:     %[[BLOCK_SCALE_1:.*]] = nvvm.mma.sp.block_scale A[%[[ARG0]], %[[ARG0]], %[[ARG0]], %[[ARG0]]] B[%[[ARG0]], %[[ARG0]], %[[ARG0]], %[[ARG0]]] C[%[[ARG1]], %[[ARG1]], %[[ARG1]], %[[ARG1]]] sparseMetadata[%[[ARG0]]] selector[%[[ARG0]]] scaleA[%[[ARG0]], %[[ARG2]], %[[ARG2]]] scaleB[%[[ARG0]], %[[ARG2]], %[[ARG2]]] {blockScaleFormat = #nvvm.block_scale_format<ue8m0>, kind = #nvvm.block_scale_kind<mxf8f6f4>, multiplicandAPtxType = #nvvm.mma_type<e4m3>, multiplicandBPtxType = #nvvm.mma_type<e4m3>, orderedMetadata, scaleVecSize = #nvvm.scale_vec_size<x1>, shape = #nvvm.shape<m = 16, n = 8, k = 64>} : (i32, i32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @block_scale(%a: i32, %c: f32, %i: i16) {
  %0 = nvvm.mma.block_scale A[%a, %a, %a, %a] B[%a, %a] C[%c, %c, %c, %c]
    scaleA[%a, %i, %i] scaleB[%a, %i, %i]
    {blockScaleFormat = #nvvm.block_scale_format<ue8m0>, kind = #nvvm.block_scale_kind<mxf8f6f4>,
     multiplicandAPtxType = #nvvm.mma_type<e4m3>, multiplicandBPtxType = #nvvm.mma_type<e4m3>,
     scaleVecSize = #nvvm.scale_vec_size<x1>, shape = #nvvm.shape<m = 16, n = 8, k = 32>}
    : (i32, i32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
  %1 = nvvm.mma.sp.block_scale A[%a, %a, %a, %a] B[%a, %a, %a, %a] C[%c, %c, %c, %c]
    sparseMetadata[%a] selector[%a] scaleA[%a, %i, %i] scaleB[%a, %i, %i]
    {blockScaleFormat = #nvvm.block_scale_format<ue8m0>, kind = #nvvm.block_scale_kind<mxf8f6f4>,
     multiplicandAPtxType = #nvvm.mma_type<e4m3>, multiplicandBPtxType = #nvvm.mma_type<e4m3>,
     orderedMetadata, scaleVecSize = #nvvm.scale_vec_size<x1>,
     shape = #nvvm.shape<m = 16, n = 8, k = 64>}
    : (i32, i32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
  return
}

// CHECK-LABEL: func.func @conversions(
// CHECK-SAME:    %[[ARG0:.*]]: vector<2xbf16>, %[[ARG1:.*]]: vector<2xf16>, %[[ARG2:.*]]: f32, %[[ARG3:.*]]: vector<4xf32>, %[[ARG4:.*]]: i32, %[[ARG5:.*]]: i8, %[[ARG6:.*]]: vector<2xi8>) {
// CHECK-NEXT:     %[[F8X2:.*]] = nvvm.convert.bf16x2.to.f8x2 %[[ARG0]] {rnd = #nvvm.fp_rnd_mode<rz>} : vector<2xbf16> -> i16(f8E8M0FNU)
// CHECK-NEXT:     %[[F8X2_1:.*]] = nvvm.convert.f16x2.to.f8x2 %[[ARG1]] : vector<2xf16> -> i16(f8E4M3FN)
// CHECK-NEXT:     %[[BF16X2:.*]] = nvvm.convert.f32x2.to.bf16x2 %[[ARG2]], %[[ARG2]] {rnd = #nvvm.fp_rnd_mode<rn>} : vector<2xbf16>
// CHECK-NEXT:     %[[F16X2:.*]] = nvvm.convert.f32x2.to.f16x2 %[[ARG2]], %[[ARG2]] {rnd = #nvvm.fp_rnd_mode<rn>} : vector<2xf16>
// CHECK-NEXT:     %[[F4X2:.*]] = nvvm.convert.f32x2.to.f4x2 %[[ARG2]], %[[ARG2]] : i8(f4E2M1FN)
// CHECK-NEXT:     %[[F6X2:.*]] = nvvm.convert.f32x2.to.f6x2 %[[ARG2]], %[[ARG2]] : i16(f6E2M3FN)
// CHECK-NEXT:     %[[F8X2_2:.*]] = nvvm.convert.f32x2.to.f8x2 %[[ARG2]], %[[ARG2]] {rnd = #nvvm.fp_rnd_mode<rn>, sat = #nvvm.sat_mode<satfinite>} : i16(f8E4M3FN)
// CHECK-NEXT:     %[[F4X4:.*]] = nvvm.convert.f32x4.to.f4x4 %[[ARG3]], %[[ARG4]] : vector<4xf32> -> i16(f4E2M1FN)
// CHECK-NEXT:     %[[F6X4:.*]] = nvvm.convert.f32x4.to.f6x4 %[[ARG3]], %[[ARG4]] : vector<4xf32> -> vector<4xi8>(f6E2M3FN)
// CHECK-NEXT:     %[[F8X4:.*]] = nvvm.convert.f32x4.to.f8x4 %[[ARG3]], %[[ARG4]] : vector<4xf32> -> vector<4xi8>(f8E4M3FN)
// CHECK-NEXT:     %[[F16X2_1:.*]] = nvvm.convert.f4x2.to.f16x2 %[[ARG5]] : i8(f4E2M1FN) -> vector<2xf16>
// CHECK-NEXT:     %[[F16X2_2:.*]] = nvvm.convert.f6x2.to.f16x2 %[[ARG6]] : vector<2xi8>(f6E2M3FN) -> vector<2xf16>
// CHECK-NEXT:     %[[BF16X2_1:.*]] = nvvm.convert.f8x2.to.bf16x2 %[[ARG6]] : vector<2xi8>(f8E8M0FNU) -> vector<2xbf16>
// CHECK-NEXT:     %[[F16X2_3:.*]] = nvvm.convert.f8x2.to.f16x2 %[[ARG6]] : vector<2xi8>(f8E4M3FN) -> vector<2xf16>
// CHECK-NEXT:     %[[TF32:.*]] = nvvm.convert.float.to.tf32 %[[ARG2]] {rnd = #nvvm.fp_rnd_mode<rna>}
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @conversions(
    %v: vector<2xbf16>, %v_: vector<2xf16>, %x: f32, %v__: vector<4xf32>, %bits: i32, %v___: i8,
    %v____: vector<2xi8>) {
  %0 = nvvm.convert.bf16x2.to.f8x2 %v {rnd = #nvvm.fp_rnd_mode<rz>}
    : vector<2xbf16> -> i16 (f8E8M0FNU)
  %1 = nvvm.convert.f16x2.to.f8x2 %v_ : vector<2xf16> -> i16 (f8E4M3FN)
  %2 = nvvm.convert.f32x2.to.bf16x2 %x, %x {rnd = #nvvm.fp_rnd_mode<rn>} : vector<2xbf16>
  %3 = nvvm.convert.f32x2.to.f16x2 %x, %x {rnd = #nvvm.fp_rnd_mode<rn>} : vector<2xf16>
  %4 = nvvm.convert.f32x2.to.f4x2 %x, %x : i8 (f4E2M1FN)
  %5 = nvvm.convert.f32x2.to.f6x2 %x, %x : i16 (f6E2M3FN)
  %6 = nvvm.convert.f32x2.to.f8x2 %x, %x
    {rnd = #nvvm.fp_rnd_mode<rn>, sat = #nvvm.sat_mode<satfinite>} : i16 (f8E4M3FN)
  %7 = nvvm.convert.f32x4.to.f4x4 %v__, %bits : vector<4xf32> -> i16 (f4E2M1FN)
  %8 = nvvm.convert.f32x4.to.f6x4 %v__, %bits : vector<4xf32> -> vector<4xi8> (f6E2M3FN)
  %9 = nvvm.convert.f32x4.to.f8x4 %v__, %bits : vector<4xf32> -> vector<4xi8> (f8E4M3FN)
  %10 = nvvm.convert.f4x2.to.f16x2 %v___ : i8 (f4E2M1FN) -> vector<2xf16>
  %11 = nvvm.convert.f6x2.to.f16x2 %v____ : vector<2xi8> (f6E2M3FN) -> vector<2xf16>
  %12 = nvvm.convert.f8x2.to.bf16x2 %v____ : vector<2xi8> (f8E8M0FNU) -> vector<2xbf16>
  %13 = nvvm.convert.f8x2.to.f16x2 %v____ : vector<2xi8> (f8E4M3FN) -> vector<2xf16>
  %14 = nvvm.convert.float.to.tf32 %x {rnd = #nvvm.fp_rnd_mode<rna>}
  return
}

// CHECK-LABEL: func.func @copies(
// CHECK-SAME:    %[[ARG0:.*]]: !llvm.ptr<1>, %[[ARG1:.*]]: !llvm.ptr<3>, %[[ARG2:.*]]: i32, %[[ARG3:.*]]: !llvm.ptr<7>, %[[ARG4:.*]]: i64) {
// CHECK-NEXT:     nvvm.cp.async.bulk.commit.group
// CHECK-NEXT:     nvvm.cp.async.bulk.global.shared.cta %[[ARG0]], %[[ARG1]], %[[ARG2]] : <1>, <3>
// CHECK-NEXT:     nvvm.cp.async.bulk.prefetch %[[ARG0]], %[[ARG2]] : <1>
// CHECK-NEXT:     nvvm.cp.async.bulk.shared.cluster.global %[[ARG3]], %[[ARG0]], %[[ARG1]], %[[ARG2]] : !llvm.ptr<7>, <1>
// CHECK-NEXT:     nvvm.cp.async.bulk.shared.cluster.shared.cta %[[ARG3]], %[[ARG1]], %[[ARG1]], %[[ARG2]] : <7>, <3>
// CHECK-NEXT:     nvvm.cp.async.bulk.wait_group 0 {read}
// CHECK-NEXT:     nvvm.cp.async.commit.group
// CHECK-NEXT:     nvvm.cp.async.mbarrier.arrive %[[ARG1]] : !llvm.ptr<3>
// CHECK-NEXT:     nvvm.cp.async.shared.global %[[ARG1]], %[[ARG0]], 16, cache =  cg : !llvm.ptr<3>, !llvm.ptr<1>
// CHECK-NEXT:     nvvm.cp.async.wait.group 0
// CHECK-NEXT:     nvvm.prefetch level =  L1, %[[ARG0]] : !llvm.ptr<1>
// CHECK-NEXT:     nvvm.st.bulk %[[ARG1]], size = %[[ARG4]] : !llvm.ptr<3>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @copies(%g: !llvm.ptr<1>, %s: !llvm.ptr<3>, %n: i32, %c: !llvm.ptr<7>, %n_: i64) {
  nvvm.cp.async.bulk.commit.group
  nvvm.cp.async.bulk.global.shared.cta %g, %s, %n : !llvm.ptr<1>, !llvm.ptr<3>
  nvvm.cp.async.bulk.prefetch %g, %n : !llvm.ptr<1>
  nvvm.cp.async.bulk.shared.cluster.global %c, %g, %s, %n : !llvm.ptr<7>, !llvm.ptr<1>
  nvvm.cp.async.bulk.shared.cluster.shared.cta %c, %s, %s, %n : !llvm.ptr<7>, !llvm.ptr<3>
  nvvm.cp.async.bulk.wait_group 0 {read}
  nvvm.cp.async.commit.group
  nvvm.cp.async.mbarrier.arrive %s : !llvm.ptr<3>
  nvvm.cp.async.shared.global %s, %g, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
  nvvm.cp.async.wait.group 0
  nvvm.prefetch level = L1, %g : !llvm.ptr<1>
  nvvm.st.bulk %s, size = %n_ : !llvm.ptr<3>
  return
}

// CHECK-LABEL: func.func @mbarriers(
// CHECK-SAME:    %[[ARG0:.*]]: !llvm.ptr<3>, %[[ARG1:.*]]: i32, %[[ARG2:.*]]: i64) {
// CHECK-NEXT:     %[[ARRIVE:.*]] = nvvm.mbarrier.arrive %[[ARG0]] : !llvm.ptr<3> -> i64
// CHECK-NEXT:     nvvm.mbarrier.arrive.expect_tx %[[ARG0]], %[[ARG1]] : !llvm.ptr<3>, i32
// CHECK-NEXT:     %[[NOCOMPLETE:.*]] = nvvm.mbarrier.arrive.nocomplete %[[ARG0]], %[[ARG1]] : !llvm.ptr<3>, i32 -> i64
// CHECK-NEXT:     %[[ARRIVE_DROP:.*]] = nvvm.mbarrier.arrive_drop %[[ARG0]] : !llvm.ptr<3> -> i64
// CHECK-NEXT:     nvvm.mbarrier.arrive_drop.expect_tx %[[ARG0]], %[[ARG1]] : !llvm.ptr<3>, i32
// CHECK-NEXT:     %[[NOCOMPLETE_1:.*]] = nvvm.mbarrier.arrive_drop.nocomplete %[[ARG0]], %[[ARG1]] : !llvm.ptr<3>, i32 -> i64
// CHECK-NEXT:     nvvm.mbarrier.complete_tx %[[ARG0]], %[[ARG1]] : !llvm.ptr<3>, i32
// CHECK-NEXT:     nvvm.mbarrier.expect_tx %[[ARG0]], %[[ARG1]] : !llvm.ptr<3>, i32
// CHECK-NEXT:     nvvm.mbarrier.init %[[ARG0]], %[[ARG1]] : !llvm.ptr<3>, i32
// CHECK-NEXT:     nvvm.mbarrier.inval %[[ARG0]] : !llvm.ptr<3>
// CHECK-NEXT:     %[[WAIT:.*]] = nvvm.mbarrier.test.wait %[[ARG0]], %[[ARG2]] : !llvm.ptr<3>, i64 -> i1
// CHECK-NEXT:     %[[TRY_WAIT:.*]] = nvvm.mbarrier.try_wait %[[ARG0]], %[[ARG2]] : !llvm.ptr<3>, i64 -> i1
// CHECK-NEXT:     nvvm.mbarrier.try_wait.parity %[[ARG0]], %[[ARG1]], %[[ARG1]] : !llvm.ptr<3>, i32, i32
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @mbarriers(%b: !llvm.ptr<3>, %n: i32, %s: i64) {
  %0 = nvvm.mbarrier.arrive %b : !llvm.ptr<3> -> i64
  nvvm.mbarrier.arrive.expect_tx %b, %n : !llvm.ptr<3>, i32
  %1 = nvvm.mbarrier.arrive.nocomplete %b, %n : !llvm.ptr<3>, i32 -> i64
  %2 = nvvm.mbarrier.arrive_drop %b : !llvm.ptr<3> -> i64
  nvvm.mbarrier.arrive_drop.expect_tx %b, %n : !llvm.ptr<3>, i32
  %3 = nvvm.mbarrier.arrive_drop.nocomplete %b, %n : !llvm.ptr<3>, i32 -> i64
  nvvm.mbarrier.complete_tx %b, %n : !llvm.ptr<3>, i32
  nvvm.mbarrier.expect_tx %b, %n : !llvm.ptr<3>, i32
  nvvm.mbarrier.init %b, %n : !llvm.ptr<3>, i32
  nvvm.mbarrier.inval %b : !llvm.ptr<3>
  %4 = nvvm.mbarrier.test.wait %b, %s : !llvm.ptr<3>, i64 -> i1
  %5 = nvvm.mbarrier.try_wait %b, %s : !llvm.ptr<3>, i64 -> i1
  nvvm.mbarrier.try_wait.parity %b, %n, %n : !llvm.ptr<3>, i32, i32
  return
}

// CHECK-LABEL: func.func @mma(
// CHECK-SAME:    %[[ARG0:.*]]: vector<2xf16>, %[[ARG1:.*]]: i32) {
// CHECK-NEXT:     %[[SYNC:.*]] = nvvm.mma.sp.sync A[%[[ARG0]], %[[ARG0]]] B[%[[ARG0]], %[[ARG0]]] C[%[[ARG0]], %[[ARG0]]] sparseMetadata[%[[ARG1]]] selector[%[[ARG1]]] {shape = #nvvm.shape<m = 16, n = 8, k = 16>} : (vector<2xf16>, vector<2xf16>, vector<2xf16>) -> !llvm.struct<(vector<2xf16>, vector<2xf16>)>
// CHECK-NEXT:     %[[SYNC_1:.*]] = nvvm.mma.sync A[%[[ARG0]], %[[ARG0]]]  B[%[[ARG0]]]  C[%[[ARG0]], %[[ARG0]]]  {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 16, n = 8, k = 8>} : (vector<2xf16>, vector<2xf16>, vector<2xf16>) -> !llvm.struct<(vector<2xf16>, vector<2xf16>)>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @mma(%a: vector<2xf16>, %m: i32) {
  %0 = nvvm.mma.sp.sync A[%a, %a] B[%a, %a] C[%a, %a] sparseMetadata[%m] selector[%m]
    {shape = #nvvm.shape<m = 16, n = 8, k = 16>}
    : (vector<2xf16>, vector<2xf16>, vector<2xf16>)
    -> !llvm.struct<(vector<2xf16>, vector<2xf16>)>
  %1 = nvvm.mma.sync A[%a, %a] B[%a] C[%a, %a]
    {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>,
     shape = #nvvm.shape<m = 16, n = 8, k = 8>}
    : (vector<2xf16>, vector<2xf16>, vector<2xf16>)
    -> !llvm.struct<(vector<2xf16>, vector<2xf16>)>
  return
}

// CHECK-LABEL: func.func @other_registers(
// CHECK-SAME:    ) {
// CHECK-NEXT:     %[[SIZE:.*]] = nvvm.read.ptx.sreg.aggr.smem.size : i32
// CHECK-NEXT:     %[[CLOCK:.*]] = nvvm.read.ptx.sreg.clock : i32
// CHECK-NEXT:     %[[CLOCK64:.*]] = nvvm.read.ptx.sreg.clock64 : i32
// CHECK-NEXT:     %[[SIZE_1:.*]] = nvvm.read.ptx.sreg.dynamic.smem.size : i32
// CHECK-NEXT:     %[[ENVREG0:.*]] = nvvm.read.ptx.sreg.envreg0 : i32
// CHECK-NEXT:     %[[ENVREG1:.*]] = nvvm.read.ptx.sreg.envreg1 : i32
// CHECK-NEXT:     %[[ENVREG10:.*]] = nvvm.read.ptx.sreg.envreg10 : i32
// CHECK-NEXT:     %[[ENVREG11:.*]] = nvvm.read.ptx.sreg.envreg11 : i32
// CHECK-NEXT:     %[[ENVREG12:.*]] = nvvm.read.ptx.sreg.envreg12 : i32
// CHECK-NEXT:     %[[ENVREG13:.*]] = nvvm.read.ptx.sreg.envreg13 : i32
// CHECK-NEXT:     %[[ENVREG14:.*]] = nvvm.read.ptx.sreg.envreg14 : i32
// CHECK-NEXT:     %[[ENVREG15:.*]] = nvvm.read.ptx.sreg.envreg15 : i32
// CHECK-NEXT:     %[[ENVREG16:.*]] = nvvm.read.ptx.sreg.envreg16 : i32
// CHECK-NEXT:     %[[ENVREG17:.*]] = nvvm.read.ptx.sreg.envreg17 : i32
// CHECK-NEXT:     %[[ENVREG18:.*]] = nvvm.read.ptx.sreg.envreg18 : i32
// CHECK-NEXT:     %[[ENVREG19:.*]] = nvvm.read.ptx.sreg.envreg19 : i32
// CHECK-NEXT:     %[[ENVREG2:.*]] = nvvm.read.ptx.sreg.envreg2 : i32
// CHECK-NEXT:     %[[ENVREG20:.*]] = nvvm.read.ptx.sreg.envreg20 : i32
// CHECK-NEXT:     %[[ENVREG21:.*]] = nvvm.read.ptx.sreg.envreg21 : i32
// CHECK-NEXT:     %[[ENVREG22:.*]] = nvvm.read.ptx.sreg.envreg22 : i32
// CHECK-NEXT:     %[[ENVREG23:.*]] = nvvm.read.ptx.sreg.envreg23 : i32
// CHECK-NEXT:     %[[ENVREG24:.*]] = nvvm.read.ptx.sreg.envreg24 : i32
// CHECK-NEXT:     %[[ENVREG25:.*]] = nvvm.read.ptx.sreg.envreg25 : i32
// CHECK-NEXT:     %[[ENVREG26:.*]] = nvvm.read.ptx.sreg.envreg26 : i32
// CHECK-NEXT:     %[[ENVREG27:.*]] = nvvm.read.ptx.sreg.envreg27 : i32
// CHECK-NEXT:     %[[ENVREG28:.*]] = nvvm.read.ptx.sreg.envreg28 : i32
// CHECK-NEXT:     %[[ENVREG29:.*]] = nvvm.read.ptx.sreg.envreg29 : i32
// CHECK-NEXT:     %[[ENVREG3:.*]] = nvvm.read.ptx.sreg.envreg3 : i32
// CHECK-NEXT:     %[[ENVREG30:.*]] = nvvm.read.ptx.sreg.envreg30 : i32
// CHECK-NEXT:     %[[ENVREG31:.*]] = nvvm.read.ptx.sreg.envreg31 : i32
// CHECK-NEXT:     %[[ENVREG4:.*]] = nvvm.read.ptx.sreg.envreg4 : i32
// CHECK-NEXT:     %[[ENVREG5:.*]] = nvvm.read.ptx.sreg.envreg5 : i32
// CHECK-NEXT:     %[[ENVREG6:.*]] = nvvm.read.ptx.sreg.envreg6 : i32
// CHECK-NEXT:     %[[ENVREG7:.*]] = nvvm.read.ptx.sreg.envreg7 : i32
// CHECK-NEXT:     %[[ENVREG8:.*]] = nvvm.read.ptx.sreg.envreg8 : i32
// CHECK-NEXT:     %[[ENVREG9:.*]] = nvvm.read.ptx.sreg.envreg9 : i32
// CHECK-NEXT:     %[[GLOBALTIMER:.*]] = nvvm.read.ptx.sreg.globaltimer : i32
// CHECK-NEXT:     %[[LO:.*]] = nvvm.read.ptx.sreg.globaltimer.lo : i32
// CHECK-NEXT:     %[[EQ:.*]] = nvvm.read.ptx.sreg.lanemask.eq : i32
// CHECK-NEXT:     %[[GE:.*]] = nvvm.read.ptx.sreg.lanemask.ge : i32
// CHECK-NEXT:     %[[GT:.*]] = nvvm.read.ptx.sreg.lanemask.gt : i32
// CHECK-NEXT:     %[[LE:.*]] = nvvm.read.ptx.sreg.lanemask.le : i32
// CHECK-NEXT:     %[[LT:.*]] = nvvm.read.ptx.sreg.lanemask.lt : i32
// CHECK-NEXT:     %[[SIZE_2:.*]] = nvvm.read.ptx.sreg.total.smem.size : i32
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @other_registers() {
  %0 = nvvm.read.ptx.sreg.aggr.smem.size : i32
  %1 = nvvm.read.ptx.sreg.clock : i32
  %2 = nvvm.read.ptx.sreg.clock64 : i32
  %3 = nvvm.read.ptx.sreg.dynamic.smem.size : i32
  %4 = nvvm.read.ptx.sreg.envreg0 : i32
  %5 = nvvm.read.ptx.sreg.envreg1 : i32
  %6 = nvvm.read.ptx.sreg.envreg10 : i32
  %7 = nvvm.read.ptx.sreg.envreg11 : i32
  %8 = nvvm.read.ptx.sreg.envreg12 : i32
  %9 = nvvm.read.ptx.sreg.envreg13 : i32
  %10 = nvvm.read.ptx.sreg.envreg14 : i32
  %11 = nvvm.read.ptx.sreg.envreg15 : i32
  %12 = nvvm.read.ptx.sreg.envreg16 : i32
  %13 = nvvm.read.ptx.sreg.envreg17 : i32
  %14 = nvvm.read.ptx.sreg.envreg18 : i32
  %15 = nvvm.read.ptx.sreg.envreg19 : i32
  %16 = nvvm.read.ptx.sreg.envreg2 : i32
  %17 = nvvm.read.ptx.sreg.envreg20 : i32
  %18 = nvvm.read.ptx.sreg.envreg21 : i32
  %19 = nvvm.read.ptx.sreg.envreg22 : i32
  %20 = nvvm.read.ptx.sreg.envreg23 : i32
  %21 = nvvm.read.ptx.sreg.envreg24 : i32
  %22 = nvvm.read.ptx.sreg.envreg25 : i32
  %23 = nvvm.read.ptx.sreg.envreg26 : i32
  %24 = nvvm.read.ptx.sreg.envreg27 : i32
  %25 = nvvm.read.ptx.sreg.envreg28 : i32
  %26 = nvvm.read.ptx.sreg.envreg29 : i32
  %27 = nvvm.read.ptx.sreg.envreg3 : i32
  %28 = nvvm.read.ptx.sreg.envreg30 : i32
  %29 = nvvm.read.ptx.sreg.envreg31 : i32
  %30 = nvvm.read.ptx.sreg.envreg4 : i32
  %31 = nvvm.read.ptx.sreg.envreg5 : i32
  %32 = nvvm.read.ptx.sreg.envreg6 : i32
  %33 = nvvm.read.ptx.sreg.envreg7 : i32
  %34 = nvvm.read.ptx.sreg.envreg8 : i32
  %35 = nvvm.read.ptx.sreg.envreg9 : i32
  %36 = nvvm.read.ptx.sreg.globaltimer : i32
  %37 = nvvm.read.ptx.sreg.globaltimer.lo : i32
  %38 = nvvm.read.ptx.sreg.lanemask.eq : i32
  %39 = nvvm.read.ptx.sreg.lanemask.ge : i32
  %40 = nvvm.read.ptx.sreg.lanemask.gt : i32
  %41 = nvvm.read.ptx.sreg.lanemask.le : i32
  %42 = nvvm.read.ptx.sreg.lanemask.lt : i32
  %43 = nvvm.read.ptx.sreg.total.smem.size : i32
  return
}

// CHECK-LABEL: func.func @registers(
// CHECK-SAME:    ) {
// CHECK-NEXT:     %[[X:.*]] = nvvm.read.ptx.sreg.cluster.ctaid.x : i32
// CHECK-NEXT:     %[[Y:.*]] = nvvm.read.ptx.sreg.cluster.ctaid.y : i32
// CHECK-NEXT:     %[[Z:.*]] = nvvm.read.ptx.sreg.cluster.ctaid.z : i32
// CHECK-NEXT:     %[[CTARANK:.*]] = nvvm.read.ptx.sreg.cluster.ctarank : i32
// CHECK-NEXT:     %[[X_1:.*]] = nvvm.read.ptx.sreg.cluster.nctaid.x : i32
// CHECK-NEXT:     %[[Y_1:.*]] = nvvm.read.ptx.sreg.cluster.nctaid.y : i32
// CHECK-NEXT:     %[[Z_1:.*]] = nvvm.read.ptx.sreg.cluster.nctaid.z : i32
// CHECK-NEXT:     %[[NCTARANK:.*]] = nvvm.read.ptx.sreg.cluster.nctarank : i32
// CHECK-NEXT:     %[[X_2:.*]] = nvvm.read.ptx.sreg.clusterid.x : i32
// CHECK-NEXT:     %[[Y_2:.*]] = nvvm.read.ptx.sreg.clusterid.y : i32
// CHECK-NEXT:     %[[Z_2:.*]] = nvvm.read.ptx.sreg.clusterid.z : i32
// CHECK-NEXT:     %[[X_3:.*]] = nvvm.read.ptx.sreg.ctaid.x : i32
// CHECK-NEXT:     %[[Y_3:.*]] = nvvm.read.ptx.sreg.ctaid.y : i32
// CHECK-NEXT:     %[[Z_3:.*]] = nvvm.read.ptx.sreg.ctaid.z : i32
// CHECK-NEXT:     %[[GRIDID:.*]] = nvvm.read.ptx.sreg.gridid : i32
// CHECK-NEXT:     %[[LANEID:.*]] = nvvm.read.ptx.sreg.laneid : i32
// CHECK-NEXT:     %[[X_4:.*]] = nvvm.read.ptx.sreg.nclusterid.x : i32
// CHECK-NEXT:     %[[Y_4:.*]] = nvvm.read.ptx.sreg.nclusterid.y : i32
// CHECK-NEXT:     %[[Z_4:.*]] = nvvm.read.ptx.sreg.nclusterid.z : i32
// CHECK-NEXT:     %[[X_5:.*]] = nvvm.read.ptx.sreg.nctaid.x : i32
// CHECK-NEXT:     %[[Y_5:.*]] = nvvm.read.ptx.sreg.nctaid.y : i32
// CHECK-NEXT:     %[[Z_5:.*]] = nvvm.read.ptx.sreg.nctaid.z : i32
// CHECK-NEXT:     %[[NSMID:.*]] = nvvm.read.ptx.sreg.nsmid : i32
// CHECK-NEXT:     %[[X_6:.*]] = nvvm.read.ptx.sreg.ntid.x : i32
// CHECK-NEXT:     %[[Y_6:.*]] = nvvm.read.ptx.sreg.ntid.y : i32
// CHECK-NEXT:     %[[Z_6:.*]] = nvvm.read.ptx.sreg.ntid.z : i32
// CHECK-NEXT:     %[[NWARPID:.*]] = nvvm.read.ptx.sreg.nwarpid : i32
// CHECK-NEXT:     %[[SMID:.*]] = nvvm.read.ptx.sreg.smid : i32
// CHECK-NEXT:     %[[X_7:.*]] = nvvm.read.ptx.sreg.tid.x : i32
// CHECK-NEXT:     %[[Y_7:.*]] = nvvm.read.ptx.sreg.tid.y : i32
// CHECK-NEXT:     %[[Z_7:.*]] = nvvm.read.ptx.sreg.tid.z : i32
// CHECK-NEXT:     %[[WARPID:.*]] = nvvm.read.ptx.sreg.warpid : i32
// CHECK-NEXT:     %[[WARPSIZE:.*]] = nvvm.read.ptx.sreg.warpsize : i32
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @registers() {
  %0 = nvvm.read.ptx.sreg.cluster.ctaid.x : i32
  %1 = nvvm.read.ptx.sreg.cluster.ctaid.y : i32
  %2 = nvvm.read.ptx.sreg.cluster.ctaid.z : i32
  %3 = nvvm.read.ptx.sreg.cluster.ctarank : i32
  %4 = nvvm.read.ptx.sreg.cluster.nctaid.x : i32
  %5 = nvvm.read.ptx.sreg.cluster.nctaid.y : i32
  %6 = nvvm.read.ptx.sreg.cluster.nctaid.z : i32
  %7 = nvvm.read.ptx.sreg.cluster.nctarank : i32
  %8 = nvvm.read.ptx.sreg.clusterid.x : i32
  %9 = nvvm.read.ptx.sreg.clusterid.y : i32
  %10 = nvvm.read.ptx.sreg.clusterid.z : i32
  %11 = nvvm.read.ptx.sreg.ctaid.x : i32
  %12 = nvvm.read.ptx.sreg.ctaid.y : i32
  %13 = nvvm.read.ptx.sreg.ctaid.z : i32
  %14 = nvvm.read.ptx.sreg.gridid : i32
  %15 = nvvm.read.ptx.sreg.laneid : i32
  %16 = nvvm.read.ptx.sreg.nclusterid.x : i32
  %17 = nvvm.read.ptx.sreg.nclusterid.y : i32
  %18 = nvvm.read.ptx.sreg.nclusterid.z : i32
  %19 = nvvm.read.ptx.sreg.nctaid.x : i32
  %20 = nvvm.read.ptx.sreg.nctaid.y : i32
  %21 = nvvm.read.ptx.sreg.nctaid.z : i32
  %22 = nvvm.read.ptx.sreg.nsmid : i32
  %23 = nvvm.read.ptx.sreg.ntid.x : i32
  %24 = nvvm.read.ptx.sreg.ntid.y : i32
  %25 = nvvm.read.ptx.sreg.ntid.z : i32
  %26 = nvvm.read.ptx.sreg.nwarpid : i32
  %27 = nvvm.read.ptx.sreg.smid : i32
  %28 = nvvm.read.ptx.sreg.tid.x : i32
  %29 = nvvm.read.ptx.sreg.tid.y : i32
  %30 = nvvm.read.ptx.sreg.tid.z : i32
  %31 = nvvm.read.ptx.sreg.warpid : i32
  %32 = nvvm.read.ptx.sreg.warpsize : i32
  return
}

// CHECK-LABEL: func.func @scalars(
// CHECK-SAME:    %[[ARG0:.*]]: vector<2xi16>, %[[ARG1:.*]]: vector<4xi8>, %[[ARG2:.*]]: i32, %[[ARG3:.*]]: !llvm.ptr<3>, %[[ARG4:.*]]: f32) {
// CHECK-NEXT:     nvvm.breakpoint
// CHECK-NEXT:     %[[V2WAY:.*]] = nvvm.dot.accumulate.2way %[[ARG0]] <signed>, %[[ARG1]] <signed>, %[[ARG2]] {b_hi = false} : vector<2xi16>, vector<4xi8>
// CHECK-NEXT:     %[[V4WAY:.*]] = nvvm.dot.accumulate.4way %[[ARG1]] <signed>, %[[ARG1]] <unsigned>, %[[ARG2]] : vector<4xi8>, vector<4xi8>
// CHECK-NEXT:     nvvm.exit
// CHECK-NEXT:     nvvm.inline_ptx "mbarrier.init.b64 [$0], $1;" ro(%[[ARG3]], %[[ARG2]] : !llvm.ptr<3>, i32)
// CHECK-NEXT:     nvvm.nanosleep %[[ARG2]]
// CHECK-NEXT:     nvvm.pmevent id = 10
// CHECK-NEXT:     %[[PRMT:.*]] = nvvm.prmt <f4e> %[[ARG2]], %[[ARG2]], %[[ARG2]] : i32
// CHECK-NEXT:     %[[F:.*]] = nvvm.rcp.approx.ftz.f %[[ARG4]] : f32
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @scalars(%a: vector<2xi16>, %b: vector<4xi8>, %c: i32, %b_: !llvm.ptr<3>, %x: f32) {
  nvvm.breakpoint
  %0 = nvvm.dot.accumulate.2way %a <signed>, %b <signed>, %c {b_hi = false}
    : vector<2xi16>, vector<4xi8>
  %1 = nvvm.dot.accumulate.4way %b <signed>, %b <unsigned>, %c : vector<4xi8>, vector<4xi8>
  nvvm.exit
  nvvm.inline_ptx "mbarrier.init.b64 [$0], $1;" ro(%b_, %c : !llvm.ptr<3>, i32)
  nvvm.nanosleep %c
  nvvm.pmevent id = 10
  %2 = nvvm.prmt <f4e> %c, %c, %c : i32
  %3 = nvvm.rcp.approx.ftz.f %x : f32
  return
}

// CHECK-LABEL: func.func @tensor_copies(
// CHECK-SAME:    %[[ARG0:.*]]: !llvm.ptr, %[[ARG1:.*]]: !llvm.ptr<3>, %[[ARG2:.*]]: i32, %[[ARG3:.*]]: !llvm.ptr<7>) {
// CHECK-NEXT:     nvvm.cp.async.bulk.tensor.global.shared.cta %[[ARG0]], %[[ARG1]], box[%[[ARG2]]] : !llvm.ptr, <3>
// CHECK-NEXT:     nvvm.cp.async.bulk.tensor.prefetch %[[ARG0]], box[%[[ARG2]]] : !llvm.ptr
// CHECK-NEXT:     nvvm.cp.async.bulk.tensor.reduce %[[ARG0]], %[[ARG1]], box[%[[ARG2]]] {redKind = #nvvm.tma_redux_kind<add>} : !llvm.ptr, <3>
// CHECK-NEXT:     nvvm.cp.async.bulk.tensor.shared.cluster.global %[[ARG3]], %[[ARG0]], %[[ARG1]], box[%[[ARG2]], %[[ARG2]]] : !llvm.ptr<7>, !llvm.ptr
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @tensor_copies(%d: !llvm.ptr, %s: !llvm.ptr<3>, %i: i32, %c: !llvm.ptr<7>) {
  nvvm.cp.async.bulk.tensor.global.shared.cta %d, %s, box[%i] : !llvm.ptr, !llvm.ptr<3>
  nvvm.cp.async.bulk.tensor.prefetch %d, box[%i] : !llvm.ptr
  nvvm.cp.async.bulk.tensor.reduce %d, %s, box[%i] {redKind = #nvvm.tma_redux_kind<add>}
    : !llvm.ptr, !llvm.ptr<3>
  nvvm.cp.async.bulk.tensor.shared.cluster.global %c, %d, %s, box[%i, %i]
    : !llvm.ptr<7>, !llvm.ptr
  return
}

// CHECK-LABEL: func.func @tensor_memory(
// CHECK-SAME:    %[[ARG0:.*]]: !llvm.ptr<3>, %[[ARG1:.*]]: i32, %[[ARG2:.*]]: !llvm.ptr<6>, %[[ARG3:.*]]: i64, %[[ARG4:.*]]: i8, %[[ARG5:.*]]: i1, %[[ARG6:.*]]: vector<2xi32>) {
// CHECK-NEXT:     nvvm.tcgen05.alloc %[[ARG0]], %[[ARG1]] : !llvm.ptr<3>, i32
// CHECK-NEXT:     nvvm.tcgen05.commit %[[ARG0]] : !llvm.ptr<3>
// CHECK-NEXT:     nvvm.tcgen05.cp %[[ARG2]], %[[ARG3]] {shape = #nvvm.tcgen05_cp_shape<shape_128x256b>}
// CHECK-NEXT:     nvvm.tcgen05.dealloc %[[ARG2]], %[[ARG1]] : !llvm.ptr<6>, i32
// CHECK-NEXT:     nvvm.tcgen05.fence <before>
// CHECK-NEXT:     %[[LD:.*]] = nvvm.tcgen05.ld %[[ARG2]] {shape = #nvvm.tcgen05_ldst_shape<shape_16x64b>} : vector<2xi32>
// CHECK-NEXT:     %[[MMA_SMEM_DESC:.*]] = nvvm.tcgen05.mma_smem_desc(%[[ARG1]], %[[ARG1]], %[[ARG1]], %[[ARG4]], %[[ARG5]], %[[ARG4]]) : (i32, i32, i32, i8, i1, i8) -> i64
// CHECK-NEXT:     nvvm.tcgen05.relinquish_alloc_permit
// CHECK-NEXT:     nvvm.tcgen05.shift %[[ARG2]] : !llvm.ptr<6>
// CHECK-NEXT:     nvvm.tcgen05.st %[[ARG2]], %[[ARG6]] {shape = #nvvm.tcgen05_ldst_shape<shape_16x64b>} : vector<2xi32>
// CHECK-NEXT:     nvvm.tcgen05.wait <load>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @tensor_memory(
    %s: !llvm.ptr<3>, %n: i32, %t: !llvm.ptr<6>, %d: i64, %d_: i8, %e: i1, %v: vector<2xi32>) {
  nvvm.tcgen05.alloc %s, %n : !llvm.ptr<3>, i32
  nvvm.tcgen05.commit %s : !llvm.ptr<3>
  nvvm.tcgen05.cp %t, %d {shape = #nvvm.tcgen05_cp_shape<shape_128x256b>}
  nvvm.tcgen05.dealloc %t, %n : !llvm.ptr<6>, i32
  nvvm.tcgen05.fence <before>
  %0 = nvvm.tcgen05.ld %t {shape = #nvvm.tcgen05_ldst_shape<shape_16x64b>} : vector<2xi32>
  %1 = nvvm.tcgen05.mma_smem_desc (%n, %n, %n, %d_, %e, %d_)
      : (i32, i32, i32, i8, i1, i8) -> i64
  nvvm.tcgen05.relinquish_alloc_permit
  nvvm.tcgen05.shift %t : !llvm.ptr<6>
  nvvm.tcgen05.st %t, %v {shape = #nvvm.tcgen05_ldst_shape<shape_16x64b>} : vector<2xi32>
  nvvm.tcgen05.wait <load>
  return
}

// CHECK-LABEL: func.func @tensor_memory_mma(
// CHECK-SAME:    %[[ARG0:.*]]: !llvm.ptr<6>, %[[ARG1:.*]]: i64, %[[ARG2:.*]]: i32, %[[ARG3:.*]]: i1) {
// CHECK-NEXT:     nvvm.tcgen05.mma %[[ARG0]], %[[ARG1]], %[[ARG1]], %[[ARG2]], %[[ARG3]] {ctaGroup = #nvvm.cta_group<cta_1>, kind = #nvvm.tcgen05_mma_kind<f16>} : (!llvm.ptr<6>, i64, i64, i32, i1)
// CHECK-NEXT:     nvvm.tcgen05.mma.block_scale %[[ARG0]], %[[ARG1]], %[[ARG1]], %[[ARG2]], %[[ARG3]], %[[ARG0]], %[[ARG0]] {ctaGroup = #nvvm.cta_group<cta_1>, kind = #nvvm.block_scale_kind<mxf4>} : (!llvm.ptr<6>, i64, i64, i32, i1, !llvm.ptr<6>, !llvm.ptr<6>)
// CHECK-NEXT:     nvvm.tcgen05.mma.sp %[[ARG0]], %[[ARG1]], %[[ARG1]], %[[ARG2]], %[[ARG3]], %[[ARG0]] {ctaGroup = #nvvm.cta_group<cta_1>, kind = #nvvm.tcgen05_mma_kind<f16>} : (!llvm.ptr<6>, i64, i64, i32, i1, !llvm.ptr<6>)
// CHECK-NEXT:     nvvm.tcgen05.mma.sp.block_scale %[[ARG0]], %[[ARG1]], %[[ARG1]], %[[ARG2]], %[[ARG3]], %[[ARG0]], %[[ARG0]], %[[ARG0]] {ctaGroup = #nvvm.cta_group<cta_1>, kind = #nvvm.block_scale_kind<mxf4>} : (!llvm.ptr<6>, i64, i64, i32, i1, !llvm.ptr<6>, !llvm.ptr<6>, !llvm.ptr<6>)
// CHECK-NEXT:     nvvm.tcgen05.mma.ws %[[ARG0]], %[[ARG1]], %[[ARG1]], %[[ARG2]], %[[ARG3]] {kind = #nvvm.tcgen05_mma_kind<f16>} : (!llvm.ptr<6>, i64, i64, i32, i1)
// CHECK-NEXT:     nvvm.tcgen05.mma.ws.sp %[[ARG0]], %[[ARG1]], %[[ARG1]], %[[ARG2]], %[[ARG3]], %[[ARG0]] {kind = #nvvm.tcgen05_mma_kind<f16>} : (!llvm.ptr<6>, i64, i64, i32, i1, !llvm.ptr<6>)
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @tensor_memory_mma(%d: !llvm.ptr<6>, %a: i64, %i: i32, %e: i1) {
  nvvm.tcgen05.mma %d, %a, %a, %i, %e
    {ctaGroup = #nvvm.cta_group<cta_1>, kind = #nvvm.tcgen05_mma_kind<f16>}
    : (!llvm.ptr<6>, i64, i64, i32, i1)
  nvvm.tcgen05.mma.block_scale %d, %a, %a, %i, %e, %d, %d
    {ctaGroup = #nvvm.cta_group<cta_1>, kind = #nvvm.block_scale_kind<mxf4>}
    : (!llvm.ptr<6>, i64, i64, i32, i1, !llvm.ptr<6>, !llvm.ptr<6>)
  nvvm.tcgen05.mma.sp %d, %a, %a, %i, %e, %d
    {ctaGroup = #nvvm.cta_group<cta_1>, kind = #nvvm.tcgen05_mma_kind<f16>}
    : (!llvm.ptr<6>, i64, i64, i32, i1, !llvm.ptr<6>)
  nvvm.tcgen05.mma.sp.block_scale %d, %a, %a, %i, %e, %d, %d, %d
    {ctaGroup = #nvvm.cta_group<cta_1>, kind = #nvvm.block_scale_kind<mxf4>}
    : (!llvm.ptr<6>, i64, i64, i32, i1, !llvm.ptr<6>, !llvm.ptr<6>, !llvm.ptr<6>)
  nvvm.tcgen05.mma.ws %d, %a, %a, %i, %e {kind = #nvvm.tcgen05_mma_kind<f16>}
    : (!llvm.ptr<6>, i64, i64, i32, i1)
  nvvm.tcgen05.mma.ws.sp %d, %a, %a, %i, %e, %d {kind = #nvvm.tcgen05_mma_kind<f16>}
    : (!llvm.ptr<6>, i64, i64, i32, i1, !llvm.ptr<6>)
  return
}

// CHECK-LABEL: func.func @warps(
// CHECK-SAME:    %[[ARG0:.*]]: i128, %[[ARG1:.*]]: !llvm.ptr<3>, %[[ARG2:.*]]: i32, %[[ARG3:.*]]: i1) {
// CHECK-NEXT:     %[[CANCEL:.*]] = nvvm.clusterlaunchcontrol.query.cancel query =  is_canceled, %[[ARG0]] : i1
// CHECK-NEXT:     nvvm.clusterlaunchcontrol.try.cancel %[[ARG1]], %[[ARG1]]
// CHECK-NEXT:     %[[SYNC:.*]] = nvvm.elect.sync -> i1
// CHECK-NEXT:     nvvm.griddepcontrol  wait
// CHECK-NEXT:     %[[MAPA:.*]] = nvvm.mapa %[[ARG1]], %[[ARG2]] : !llvm.ptr<3> -> !llvm.ptr<7>
// CHECK-NEXT:     %[[SYNC_1:.*]] = nvvm.match.sync  any %[[ARG2]], %[[ARG2]] : i32 -> i32
// CHECK-NEXT:     %[[SYNC_2:.*]] = nvvm.redux.sync  add %[[ARG2]], %[[ARG2]] : i32 -> i32
// CHECK-NEXT:     nvvm.setmaxregister  increase 40
// CHECK-NEXT:     %[[SYNC_3:.*]] = nvvm.shfl.sync  bfly %[[ARG2]], %[[ARG2]], %[[ARG2]], %[[ARG2]] : i32 -> i32
// CHECK-NEXT:     %[[SYNC_4:.*]] = nvvm.vote.sync  ballot %[[ARG2]], %[[ARG3]] -> i32
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @warps(%r: i128, %s: !llvm.ptr<3>, %n: i32, %p: i1) {
  %0 = nvvm.clusterlaunchcontrol.query.cancel query = is_canceled, %r : i1
  nvvm.clusterlaunchcontrol.try.cancel %s, %s
  %1 = nvvm.elect.sync -> i1
  nvvm.griddepcontrol wait
  %2 = nvvm.mapa %s, %n : !llvm.ptr<3> -> !llvm.ptr<7>
  %3 = nvvm.match.sync any %n, %n : i32 -> i32
  %4 = nvvm.redux.sync add %n, %n : i32 -> i32
  nvvm.setmaxregister increase 40
  %5 = nvvm.shfl.sync bfly %n, %n, %n, %n : i32 -> i32
  %6 = nvvm.vote.sync ballot %n, %p -> i32
  return
}

// CHECK-LABEL: func.func @wgmma(
// CHECK-SAME:    %[[ARG0:.*]]: !llvm.struct<(f32, f32, f32, f32)>, %[[ARG1:.*]]: i64) {
// CHECK-NEXT:     nvvm.wgmma.commit.group.sync.aligned
// CHECK-NEXT:     nvvm.wgmma.fence.aligned
// CHECK-NEXT:     %[[MMA_ASYNC:.*]] = nvvm.wgmma.mma_async %[[ARG1]], %[[ARG1]], %[[ARG0]], <m = 64, n = 8, k = 8>, D[<f32>, <one>], A[<tf32>, <one>, <row>], B[<tf32>, <one>, <col>] : !llvm.struct<(f32, f32, f32, f32)> -> !llvm.struct<(f32, f32, f32, f32)>
// CHECK-NEXT:     nvvm.wgmma.wait.group.sync.aligned 0
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @wgmma(%d: !llvm.struct<(f32, f32, f32, f32)>, %a: i64) {
  nvvm.wgmma.commit.group.sync.aligned
  nvvm.wgmma.fence.aligned
  %0 = nvvm.wgmma.mma_async %a, %a, %d, <m = 64, n = 8, k = 8>,
    D[<f32>, <one>], A[<tf32>, <one>, <row>], B[<tf32>, <one>, <col>]
    : !llvm.struct<(f32, f32, f32, f32)> -> !llvm.struct<(f32, f32, f32, f32)>
  nvvm.wgmma.wait.group.sync.aligned 0
  return
}

// CHECK-LABEL: func.func @wmma(
// CHECK-SAME:    %[[ARG0:.*]]: !llvm.ptr<3>, %[[ARG1:.*]]: i32, %[[ARG2:.*]]: !llvm.ptr, %[[ARG3:.*]]: f64, %[[ARG4:.*]]: vector<2xf16>) {
// CHECK-NEXT:     %[[LDMATRIX:.*]] = nvvm.ldmatrix %[[ARG0]] {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, num = 1 : i32, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : (!llvm.ptr<3>) -> i32
// CHECK-NEXT:     nvvm.stmatrix %[[ARG0]], %[[ARG1]] {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : !llvm.ptr<3>, i32
// CHECK-NEXT:     %[[LOAD:.*]] = nvvm.wmma.load %[[ARG2]], %[[ARG1]] {eltype = #nvvm.mma_type<f16>, frag = #nvvm.mma_frag<a>, k = 16 : i32, layout = #nvvm.mma_layout<row>, m = 16 : i32, n = 16 : i32} : (!llvm.ptr) -> !llvm.struct<(vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>)>
// CHECK-NEXT:     %[[MMA:.*]] = nvvm.wmma.mma %[[ARG3]], %[[ARG3]], %[[ARG3]], %[[ARG3]] {eltypeA = #nvvm.mma_type<f64>, eltypeB = #nvvm.mma_type<f64>, k = 4 : i32, layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<row>, m = 8 : i32, n = 8 : i32} : (f64, f64, f64, f64) -> !llvm.struct<(f64, f64)>
// CHECK-NEXT:     nvvm.wmma.store %[[ARG2]], %[[ARG1]], %[[ARG4]], %[[ARG4]], %[[ARG4]], %[[ARG4]] {eltype = #nvvm.mma_type<f16>, k = 16 : i32, layout = #nvvm.mma_layout<row>, m = 16 : i32, n = 16 : i32} : !llvm.ptr, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @wmma(%p: !llvm.ptr<3>, %a: i32, %p_: !llvm.ptr, %a_: f64, %a__: vector<2xf16>) {
  %0 = nvvm.ldmatrix %p {eltType = #nvvm.ld_st_matrix_elt_type<b16>,
    layout = #nvvm.mma_layout<row>, num = 1 : i32,
    shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : (!llvm.ptr<3>) -> i32
  nvvm.stmatrix %p, %a {eltType = #nvvm.ld_st_matrix_elt_type<b16>,
    layout = #nvvm.mma_layout<row>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>}
    : !llvm.ptr<3>, i32
  %1 = nvvm.wmma.load %p_, %a {eltype = #nvvm.mma_type<f16>, frag = #nvvm.mma_frag<a>,
    k = 16 : i32, layout = #nvvm.mma_layout<row>, m = 16 : i32, n = 16 : i32} : (!llvm.ptr)
    -> !llvm.struct<(vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>,
                     vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>)>
  %2 = nvvm.wmma.mma %a_, %a_, %a_, %a_ {eltypeA = #nvvm.mma_type<f64>,
    eltypeB = #nvvm.mma_type<f64>, k = 4 : i32, layoutA = #nvvm.mma_layout<row>,
    layoutB = #nvvm.mma_layout<row>, m = 8 : i32, n = 8 : i32}
    : (f64, f64, f64, f64) -> !llvm.struct<(f64, f64)>
  nvvm.wmma.store %p_, %a, %a__, %a__, %a__, %a__ {eltype = #nvvm.mma_type<f16>, k = 16 : i32,
    layout = #nvvm.mma_layout<row>, m = 16 : i32, n = 16 : i32}
    : !llvm.ptr, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>
  return
}
