// What mlir-opt rejects of nvvm, with its words.
// RUN: mlirlite-opt %s --split-input-file --verify-diagnostics

func.func @f(%n: i32) {
  // expected-error @+1 {{'nvvm.barrier' op barrier id is missing, it should be set between 0 to 15}}
  nvvm.barrier number_of_threads = %n
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'nvvm.fence.sync_restrict' op only acquire and release semantics are supported}}
  nvvm.fence.sync_restrict {order = #nvvm.mem_order<weak>}
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'nvvm.fence.proxy' op tensormap proxy is not a supported proxy kind}}
  nvvm.fence.proxy {kind = #nvvm.proxy_kind<tensormap>}
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'nvvm.fence.proxy' op async_shared fence requires space attribute}}
  nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>}
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'nvvm.fence.proxy' op only async_shared fence can have space attribute}}
  nvvm.fence.proxy {kind = #nvvm.proxy_kind<async>, space = #nvvm.shared_space<cta>}
  return
}

// -----

func.func @f(%p: !llvm.ptr, %n: i32) {
  // expected-error @+1 {{'nvvm.fence.proxy.acquire' op uni-directional proxies only support generic for from_proxy attribute}}
  nvvm.fence.proxy.acquire <gpu> %p, %n from_proxy = <tensormap>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'nvvm.fence.proxy.release' op uni-directional proxies only support tensormap for to_proxy attribute}}
  nvvm.fence.proxy.release <gpu> to_proxy = <generic>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'nvvm.fence.proxy.sync_restrict' op only async is supported for to_proxy attribute}}
  nvvm.fence.proxy.sync_restrict {order = #nvvm.mem_order<acquire>, toProxy = #nvvm.proxy_kind<generic>}
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'nvvm.fence.proxy.sync_restrict' op only acquire and release semantics are supported}}
  nvvm.fence.proxy.sync_restrict {order = #nvvm.mem_order<acq_rel>}
  return
}

// -----

func.func @f(%s: !llvm.ptr<3>) {
  // expected-error @+1 {{mbarrier scope must be either CTA or Cluster}}
  %0 = nvvm.mbarrier.arrive %s {scope = #nvvm.mem_scope<gpu>} : !llvm.ptr<3> -> i64
  return
}

// -----

func.func @f(%c: !llvm.ptr<7>) {
  // expected-error @+1 {{mbarrier in shared_cluster space cannot return any value}}
  %0 = nvvm.mbarrier.arrive %c : !llvm.ptr<7> -> i64
  return
}

// -----

func.func @f(%s: !llvm.ptr<3>, %n: i32, %b: i1) {
  // expected-error @+1 {{mbarrier with relaxed semantics is not supported when using predicate}}
  nvvm.mbarrier.arrive.expect_tx %s, %n, predicate = %b {relaxed = true} : !llvm.ptr<3>, i32, i1
  return
}

// -----

func.func @f(%s: !llvm.ptr<3>, %g: !llvm.ptr<1>) {
  // expected-error @+1 {{Only CG and CA cache modifiers are supported.}}
  nvvm.cp.async.shared.global %s, %g, 16, cache = cv : !llvm.ptr<3>, !llvm.ptr<1>
  return
}

// -----

func.func @f(%s: !llvm.ptr<3>, %g: !llvm.ptr<1>) {
  // expected-error @+1 {{expected byte size to be either 4, 8 or 16.}}
  nvvm.cp.async.shared.global %s, %g, 5, cache = ca : !llvm.ptr<3>, !llvm.ptr<1>
  return
}

// -----

func.func @f(%s: !llvm.ptr<3>, %g: !llvm.ptr<1>) {
  // expected-error @+1 {{CG cache modifier is only support for 16 bytes copy.}}
  nvvm.cp.async.shared.global %s, %g, 4, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'nvvm.cp.async.bulk.wait_group' op attribute 'group' failed to satisfy constraint: 32-bit signless integer attribute whose minimum value is 0}}
  nvvm.cp.async.bulk.wait_group -1
  return
}

// -----

func.func @f(%s: !llvm.ptr<3>, %g: !llvm.ptr<1>, %n: i32, %h: i16) {
  // expected-error @+1 {{Multicast is not supported with shared::cta mode.}}
  nvvm.cp.async.bulk.shared.cluster.global %s, %g, %s, %n multicast_mask = %h : !llvm.ptr<3>, !llvm.ptr<1>
  return
}

// -----

func.func @f(%s: !llvm.ptr<3>, %l: i64) {
  // expected-error @+1 {{'nvvm.st.bulk' op only 0 is supported for initVal, got 1}}
  nvvm.st.bulk %s, size = %l, init = 1 : !llvm.ptr<3>
  return
}

// -----

func.func @f(%g: !llvm.ptr<1>, %l: i64) {
  // expected-error @+1 {{'nvvm.st.bulk' op operand #0 must be LLVM pointer in address space 0 or LLVM pointer in address space 3, but got '!llvm.ptr<1>'}}
  nvvm.st.bulk %g, size = %l : !llvm.ptr<1>
  return
}

// -----

func.func @f(%p: !llvm.ptr) {
  // expected-error @+1 {{'nvvm.prefetch' op unsupported cache level, the only supported uniform cache level is L1}}
  nvvm.prefetch level = L2 uniform, %p : !llvm.ptr
  return
}

// -----

func.func @f(%g: !llvm.ptr<1>) {
  // expected-error @+1 {{'nvvm.prefetch' op cache eviction priority supported only for cache level L2}}
  nvvm.prefetch level = L1, evict_priority = evict_last, %g : !llvm.ptr<1>
  return
}

// -----

func.func @f(%g: !llvm.ptr<1>) {
  // expected-error @+1 {{'nvvm.prefetch' op unsupported cache eviction priority, only evict_last and evict_normal are supported}}
  nvvm.prefetch level = L2, evict_priority = evict_first, %g : !llvm.ptr<1>
  return
}

// -----

func.func @f(%g: !llvm.ptr<1>) {
  // expected-error @+1 {{'nvvm.prefetch' op prefetch tensormap requires a generic or constant pointer}}
  nvvm.prefetch tensormap, %g : !llvm.ptr<1>
  return
}

// -----

func.func @f(%g: !llvm.ptr<1>) {
  // expected-error @+1 {{'nvvm.prefetch' op requires specification of either cache level or tensormap}}
  nvvm.prefetch %g : !llvm.ptr<1>
  return
}

// -----

func.func @f(%s: !llvm.ptr<3>, %c: !llvm.ptr<7>, %p: !llvm.ptr, %n: i32) {
  // expected-error @+1 {{to use im2col mode, the tensor has to be at least 3-dimensional}}
  nvvm.cp.async.bulk.tensor.shared.cluster.global %c, %p, %s, box[%n, %n] {mode = #nvvm.tma_load_mode<im2col>} : !llvm.ptr<7>, !llvm.ptr
  return
}

// -----

func.func @f(%s: !llvm.ptr<3>, %p: !llvm.ptr, %n: i32) {
  // expected-error @+1 {{Shared::cluster destination requires address-space 7.}}
  nvvm.cp.async.bulk.tensor.shared.cluster.global %s, %p, %s, box[%n] : !llvm.ptr<3>, !llvm.ptr
  return
}

// -----

func.func @f(%s: !llvm.ptr<3>, %c: !llvm.ptr<7>, %p: !llvm.ptr) {
  // expected-error @+1 {{expects coordinates between 1 to 5 dimension}}
  nvvm.cp.async.bulk.tensor.shared.cluster.global %c, %p, %s, box[] : !llvm.ptr<7>, !llvm.ptr
  return
}

// -----

func.func @f(%s: !llvm.ptr<3>, %p: !llvm.ptr, %n: i32) {
  // expected-error @+1 {{to use im2col mode, the tensor has to be at least 3-dimensional}}
  nvvm.cp.async.bulk.tensor.global.shared.cta %p, %s, box[%n, %n] {mode = #nvvm.tma_store_mode<im2col>} : !llvm.ptr, !llvm.ptr<3>
  return
}

// -----

func.func @f(%s: !llvm.ptr<3>, %p: !llvm.ptr, %n: i32, %l: i64, %b: i1) {
  // expected-error @+1 {{Inline-ptx lowering unsupported with L2 cache-hint.}}
  nvvm.cp.async.bulk.tensor.global.shared.cta %p, %s, box[%n] l2_cache_hint = %l, predicate = %b : !llvm.ptr, !llvm.ptr<3>
  return
}

// -----

func.func @f(%p: !llvm.ptr, %n: i32) {
  // expected-error @+1 {{ im2col offsets expected 2 (provided 0)}}
  nvvm.cp.async.bulk.tensor.prefetch %p, box[%n, %n, %n] {mode = #nvvm.tma_load_mode<im2col_w>} : !llvm.ptr
  return
}

// -----

func.func @f(%p: !llvm.ptr, %n: i32) {
  // expected-error @+1 {{Gather4 mode expects 5 coordinates}}
  nvvm.cp.async.bulk.tensor.prefetch %p, box[%n, %n, %n] {mode = #nvvm.tma_load_mode<tile_gather4>} : !llvm.ptr
  return
}

// -----

func.func @f(%s: !llvm.ptr<3>, %p: !llvm.ptr, %n: i32) {
  // expected-error @+1 {{Scatter mode unsupported for CpAsyncBulkTensorReduceOp}}
  nvvm.cp.async.bulk.tensor.reduce %p, %s, box[%n] {mode = #nvvm.tma_store_mode<tile_scatter4>, redKind = #nvvm.tma_redux_kind<add>} : !llvm.ptr, !llvm.ptr<3>
  return
}

// -----

func.func @f(%n: i32) {
  // expected-error @+1 {{'nvvm.redux.sync' op abs attribute is supported only for f32 type}}
  %0 = nvvm.redux.sync add %n, %n {abs = true} : i32 -> i32
  return
}

// -----

func.func @f(%n: i32, %x: f32) {
  // expected-error @+1 {{'nvvm.redux.sync' op 'add' redux kind unsupported with 'f32' type. Only supported type is 'i32'.}}
  %0 = nvvm.redux.sync add %x, %n : f32 -> f32
  return
}

// -----

func.func @f(%n: i32) {
  // expected-error @+1 {{'nvvm.redux.sync' op 'fmin' redux kind unsupported with 'i32' type. Only supported type is 'f32'.}}
  %0 = nvvm.redux.sync fmin %n, %n : i32 -> i32
  return
}

// -----

func.func @f(%n: i32, %x: f32) {
  // expected-error @+1 {{'nvvm.shfl.sync' op expected return type to be of type 'f32' but got 'i32' instead}}
  %0 = nvvm.shfl.sync bfly %n, %x, %n, %n : f32 -> i32
  return
}

// -----

func.func @f(%n: i32, %x: f32) {
  // expected-error @+1 {{'nvvm.shfl.sync' op expected return type to be a two-element struct}}
  %0 = nvvm.shfl.sync bfly %n, %x, %n, %n {return_value_and_is_valid} : f32 -> f32
  return
}

// -----

func.func @f(%n: i32, %x: f32) {
  // expected-error @+1 {{'nvvm.shfl.sync' op "return_value_and_is_valid" attribute must be specified when the return type is a struct type}}
  %0 = nvvm.shfl.sync bfly %n, %x, %n, %n : f32 -> !llvm.struct<(f32, i1)>
  return
}

// -----

func.func @f(%n: i32, %x: f32) {
  // expected-error @+1 {{'nvvm.shfl.sync' op expected second element in the returned struct to be of type 'i1' but got 'i32' instead}}
  %0 = nvvm.shfl.sync bfly %n, %x, %n, %n {return_value_and_is_valid} : f32 -> !llvm.struct<(f32, i32)>
  return
}

// -----

func.func @f(%n: i32, %b: i1) {
  // expected-error @+1 {{'nvvm.vote.sync' op vote.sync 'ballot' returns an i32}}
  %0 = nvvm.vote.sync ballot %n, %b -> i1
  return
}

// -----

func.func @f(%n: i32, %b: i1) {
  // expected-error @+1 {{'nvvm.vote.sync' op vote.sync 'any', 'all' and 'uni' returns an i1}}
  %0 = nvvm.vote.sync any %n, %b -> i32
  return
}

// -----

func.func @f(%n: i32, %l: i64) {
  // expected-error @+1 {{'nvvm.match.sync' op match.sync 'all' returns a two element struct with first element as i32 and second element as i1}}
  %0 = nvvm.match.sync all %n, %l : i64 -> i32
  return
}

// -----

func.func @f(%s: !llvm.ptr<3>, %n: i32) {
  // expected-error @+1 {{'nvvm.mapa' op failed to verify that Valid address-space check(or mapping) for mapa Op}}
  %0 = nvvm.mapa %s, %n : !llvm.ptr<3> -> !llvm.ptr
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'nvvm.setmaxregister' op new register size must be multiple of 8}}
  nvvm.setmaxregister increase 51
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'nvvm.setmaxregister' op new register size must be in between 24 to 256}}
  nvvm.setmaxregister decrease 16
  return
}

// -----

func.func @f(%r: i128) {
  // expected-error @+1 {{'nvvm.clusterlaunchcontrol.query.cancel' op get_first_cta_id_x, get_first_cta_id_y, get_first_cta_id_z query types return an i32}}
  %0 = nvvm.clusterlaunchcontrol.query.cancel query = get_first_cta_id_x, %r : i1
  return
}

// -----

func.func @f(%n: i32) {
  // expected-error @+1 {{mode 'f4e' requires 'hi' operand.}}
  %0 = nvvm.prmt <f4e> %n, %n : i32
  return
}

// -----

func.func @f(%n: i32) {
  // expected-error @+1 {{mode 'rc8' does not accept 'hi' operand.}}
  %0 = nvvm.prmt <rc8> %n, %n, %n : i32
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'nvvm.pmevent' op either `id` or `mask` must be set}}
  nvvm.pmevent
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'nvvm.pmevent' op `id` must be between 0 and 15}}
  nvvm.pmevent id = 16
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'nvvm.read.ptx.sreg.tid.x' op invalid range attribute: Lower == Upper, but they aren't min (0) or max (4294967295) value! This is an invalid constant range.}}
  %0 = nvvm.read.ptx.sreg.tid.x range <i32, 5, 5> : i32
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @+1 {{Only {rn,rz,rna} rounding modes supported for ConvertFloatToTF32Op.}}
  %0 = nvvm.convert.float.to.tf32 %x {rnd = #nvvm.fp_rnd_mode<rp>}
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @+1 {{'nvvm.convert.f32x2.to.f8x2' op Only RN rounding mode is supported for conversions from f32x2 to 'f8E4M3FN' and 'f8E5M2' types}}
  %0 = nvvm.convert.f32x2.to.f8x2 %x, %x {rnd = #nvvm.fp_rnd_mode<rz>} : i16 (f8E5M2)
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @+1 {{'nvvm.convert.f32x2.to.f8x2' op Only RZ and RP rounding modes are supported for conversions from f32x2 to 'f8E8M0FNU' type}}
  %0 = nvvm.convert.f32x2.to.f8x2 %x, %x {rnd = #nvvm.fp_rnd_mode<rn>} : i16 (f8E8M0FNU)
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @+1 {{'nvvm.convert.f32x2.to.f8x2' op Only 'f8E4M3FN', 'f8E5M2', and 'f8E8M0FNU' types are supported for conversions from f32x2 to f8x2}}
  %0 = nvvm.convert.f32x2.to.f8x2 %x, %x : i16 (f16)
  return
}

// -----

func.func @f(%v: vector<2xf16>) {
  // expected-error @+1 {{'nvvm.convert.f16x2.to.f8x2' op Only 'f8E4M3FN' and 'f8E5M2' types are supported for conversions from f16x2 to f8x2.}}
  %0 = nvvm.convert.f16x2.to.f8x2 %v : vector<2xf16> -> i16 (f8E8M0FNU)
  return
}

// -----

func.func @f(%w: vector<2xbf16>) {
  // expected-error @+1 {{'nvvm.convert.bf16x2.to.f8x2' op Only RZ and RP rounding modes are supported for conversions from bf16x2 to f8x2.}}
  %0 = nvvm.convert.bf16x2.to.f8x2 %w {rnd = #nvvm.fp_rnd_mode<rn>} : vector<2xbf16> -> i16 (f8E8M0FNU)
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @+1 {{'nvvm.convert.f32x2.to.f16x2' op random_bits is required for RS rounding mode.}}
  %0 = nvvm.convert.f32x2.to.f16x2 %x, %x {rnd = #nvvm.fp_rnd_mode<rs>} : vector<2xf16>
  return
}

// -----

func.func @f(%v: vector<2xf16>) {
  // expected-error @+1 {{'nvvm.mma.sync' op Could not match types for the A operands; expected one of 2xvector<2xf16> but got vector<2xf16>}}
  %0 = nvvm.mma.sync A[%v] B[%v] C[%v, %v] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 16, n = 8, k = 8>} : (vector<2xf16>, vector<2xf16>, vector<2xf16>) -> !llvm.struct<(vector<2xf16>, vector<2xf16>)>
  return
}

// -----

func.func @f(%v: vector<2xf16>) {
  // expected-error @+1 {{'nvvm.mma.sync' op requires layoutA = #nvvm.mma_layout<row> and layoutB = #nvvm.mma_layout<col> for shape <16, 8, 8> with element types f16 and f16. Only m8n8k4 with f16 supports other layouts.}}
  %0 = nvvm.mma.sync A[%v, %v] B[%v] C[%v, %v] {layoutA = #nvvm.mma_layout<col>, layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 16, n = 8, k = 8>} : (vector<2xf16>, vector<2xf16>, vector<2xf16>) -> !llvm.struct<(vector<2xf16>, vector<2xf16>)>
  return
}

// -----

func.func @f(%v: vector<2xf16>) {
  // expected-error @+1 {{'nvvm.mma.sync' op unimplemented variant for MMA shape <16, 8, 4>}}
  %0 = nvvm.mma.sync A[%v, %v] B[%v] C[%v, %v] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 16, n = 8, k = 4>} : (vector<2xf16>, vector<2xf16>, vector<2xf16>) -> !llvm.struct<(vector<2xf16>, vector<2xf16>)>
  return
}

// -----

func.func @f(%n: i32, %y: vector<2xi8>) {
  // expected-error @+1 {{custom op 'nvvm.mma.sync' attribute multiplicandAPtxType is not provided explicitly and cannot be inferred}}
  %0 = nvvm.mma.sync A[%y] B[%y] C[%n] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 8, n = 8, k = 16>} : (vector<2xi8>, vector<2xi8>, i32) -> !llvm.struct<(i32, i32)>
  return
}

// -----

func.func @f(%n: i32) {
  // expected-error @+1 {{'nvvm.mma.sync' op op requires intOverflowBehavior attribute}}
  %0 = nvvm.mma.sync A[%n] B[%n] C[%n, %n] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, multiplicandAPtxType = #nvvm.mma_type<s8>, multiplicandBPtxType = #nvvm.mma_type<s8>, shape = #nvvm.shape<m = 8, n = 8, k = 16>} : (i32, i32, i32) -> !llvm.struct<(i32, i32)>
  return
}

// -----

func.func @f(%n: i32, %v: vector<2xf16>) {
  // expected-error @+1 {{'nvvm.mma.sp.sync' op unimplemented variant for MMA shape <16, 8, 8>}}
  %0 = nvvm.mma.sp.sync A[%v, %v] B[%v, %v] C[%v, %v] sparseMetadata[%n] selector[%n] {shape = #nvvm.shape<m = 16, n = 8, k = 8>} : (vector<2xf16>, vector<2xf16>, vector<2xf16>) -> !llvm.struct<(vector<2xf16>, vector<2xf16>)>
  return
}

// -----

func.func @f(%p: !llvm.ptr, %n: i32) {
  // expected-error @+1 {{'nvvm.wmma.load' op invalid attribute combination}}
  %0 = nvvm.wmma.load %p, %n {eltype = #nvvm.mma_type<f32>, frag = #nvvm.mma_frag<a>, k = 16 : i32, layout = #nvvm.mma_layout<row>, m = 16 : i32, n = 16 : i32} : (!llvm.ptr) -> !llvm.struct<(f32)>
  return
}

// -----

func.func @f(%t: !llvm.ptr<6>, %n: i32) {
  // expected-error @+1 {{'nvvm.wmma.load' op expected source pointer in memory space 0, 1, 3}}
  %0 = nvvm.wmma.load %t, %n {eltype = #nvvm.mma_type<f64>, frag = #nvvm.mma_frag<a>, k = 4 : i32, layout = #nvvm.mma_layout<row>, m = 8 : i32, n = 8 : i32} : (!llvm.ptr<6>) -> f64
  return
}

// -----

func.func @f(%p: !llvm.ptr, %n: i32) {
  // expected-error @+1 {{'nvvm.wmma.load' op expected destination type is a structure of 2 elements of type 'i32'}}
  %0 = nvvm.wmma.load %p, %n {eltype = #nvvm.mma_type<s8>, frag = #nvvm.mma_frag<b>, k = 16 : i32, layout = #nvvm.mma_layout<row>, m = 16 : i32, n = 16 : i32} : (!llvm.ptr) -> !llvm.struct<(i32)>
  return
}

// -----

func.func @f(%s: !llvm.ptr<3>) {
  // expected-error @+1 {{'nvvm.ldmatrix' op expected element type to be b16 for 8x8 matrix}}
  %0 = nvvm.ldmatrix %s {eltType = #nvvm.ld_st_matrix_elt_type<b8>, layout = #nvvm.mma_layout<row>, num = 1 : i32, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : (!llvm.ptr<3>) -> i32
  return
}

// -----

func.func @f(%s: !llvm.ptr<3>) {
  // expected-error @+1 {{'nvvm.ldmatrix' op expected destination type is a structure of 2 elements of type i32}}
  %0 = nvvm.ldmatrix %s {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, num = 2 : i32, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : (!llvm.ptr<3>) -> i32
  return
}

// -----

func.func @f(%s: !llvm.ptr<3>, %n: i32) {
  // expected-error @+1 {{'nvvm.stmatrix' op expected num attribute to be 1, 2 or 4}}
  nvvm.stmatrix %s, %n, %n, %n {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : !llvm.ptr<3>, i32, i32, i32
  return
}

// -----

func.func @f(%t: !llvm.ptr<6>, %l: i64) {
  // expected-error @+1 {{Shape 64x128b requires multicast warpx2_01_23 or warpx2_02_13 for tcgen05.cp Op}}
  nvvm.tcgen05.cp %t, %l {shape = #nvvm.tcgen05_cp_shape<shape_64x128b>}
  return
}

// -----

func.func @f(%t: !llvm.ptr<6>, %l: i64) {
  // expected-error @+1 {{offset argument is only supported for shape 16x32bx2}}
  %0 = nvvm.tcgen05.ld %t, %l {shape = #nvvm.tcgen05_ldst_shape<shape_16x64b>} : vector<2xi32>
  return
}

// -----

func.func @f(%t: !llvm.ptr<6>) {
  // expected-error @+1 {{invalid result type length 2 for shape shape_16x256b in tcgen05.ld Op}}
  %0 = nvvm.tcgen05.ld %t {shape = #nvvm.tcgen05_ldst_shape<shape_16x256b>} : vector<2xi32>
  return
}

// -----

func.func @f(%t: !llvm.ptr<6>, %n: i32, %l: i64, %b: i1, %m: vector<8xi32>) {
  // expected-error @+1 {{Disable Output Lane of length 8 is incompatible with CtaGroupAttr}}
  nvvm.tcgen05.mma %t, %l, %l, %n, %b mask = %m {ctaGroup = #nvvm.cta_group<cta_1>, kind = #nvvm.tcgen05_mma_kind<f16>} : (!llvm.ptr<6>, i64, i64, i32, i1, vector<8xi32>)
  return
}

// -----

func.func @f(%t: !llvm.ptr<6>, %n: i32, %l: i64, %b: i1) {
  // expected-error @+1 {{A-shift can be applied only when matrix A is in tensor memory}}
  nvvm.tcgen05.mma %t, %l, %l, %n, %b {aShift, ctaGroup = #nvvm.cta_group<cta_1>, kind = #nvvm.tcgen05_mma_kind<f16>} : (!llvm.ptr<6>, i64, i64, i32, i1)
  return
}

// -----

func.func @f(%t: !llvm.ptr<6>, %n: i32, %l: i64, %b: i1) {
  // expected-error @+1 {{mxf4nvf4 requires block scale attribute}}
  nvvm.tcgen05.mma.block_scale %t, %l, %l, %n, %b, %t, %t {ctaGroup = #nvvm.cta_group<cta_1>, kind = #nvvm.block_scale_kind<mxf4nvf4>} : (!llvm.ptr<6>, i64, i64, i32, i1, !llvm.ptr<6>, !llvm.ptr<6>)
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'nvvm.barrier' op reduction predicate and reduction operation must be specified together}}
  nvvm.barrier #nvvm.reduction<and>
  return
}

// -----

// expected-error @+1 {{'"nvvm.maxntid"' attribute must be integer array with maximum 3 index}}
llvm.func @f() attributes {nvvm.maxntid = array<i32>} {
  llvm.return
}

// -----

// expected-error @+1 {{'"nvvm.minctasm"' attribute must be integer constant}}
llvm.func @f() attributes {nvvm.minctasm = "a"} {
  llvm.return
}

// -----

// expected-error @+1 {{'nvvm.kernel' attribute attached to unexpected op}}
func.func @f() attributes {nvvm.kernel} {
  return
}

// -----

// expected-error @+1 {{'"nvvm.blocksareclusters"' attribute must be used along with 'nvvm.reqntid' and 'nvvm.cluster_dim'}}
llvm.func @f() attributes {nvvm.blocksareclusters, nvvm.reqntid = array<i32: 1>} {
  llvm.return
}

// -----

gpu.module @m [#nvvm.target<chip = "sm_90">] {
  func.func @f(%t: !llvm.ptr<6>) {
    // expected-error @+1 {{'nvvm.tcgen05.shift' op is not supported on sm_90}}
    nvvm.tcgen05.shift %t : !llvm.ptr<6>
    return
  }
}

// -----

// expected-error @+1 {{Minimum NVVM target SM version is sm_20}}
gpu.module @m [#nvvm.target<chip = "sm_19">] {
}

// -----

// expected-error @+1 {{The optimization level must be a number between 0 and 3.}}
gpu.module @m [#nvvm.target<O = 4>] {
}

// -----

// expected-error @+1 {{'"nvvm.grid_constant"' attribute must be present only on kernel arguments}}
llvm.func @no_kernel(%p: !llvm.ptr {llvm.byval = i32, nvvm.grid_constant}) {
  llvm.return
}

// -----

// expected-error @+1 {{'"nvvm.grid_constant"' attribute requires the argument to also have attribute 'llvm.byval'}}
llvm.func @no_value(%p: !llvm.ptr {nvvm.grid_constant}) attributes {nvvm.kernel} {
  llvm.return
}

// -----

// expected-error @+1 {{'"nvvm.grid_constant"' must be a unit attribute}}
llvm.func @no_unit(%p: !llvm.ptr {llvm.byval = i32, nvvm.grid_constant = true}) attributes {nvvm.kernel} {
  llvm.return
}

// -----

llvm.func @constant(%p: !llvm.ptr {llvm.byval = i32, nvvm.grid_constant}) attributes {nvvm.kernel} {
  llvm.return
}
