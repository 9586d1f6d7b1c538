// The custom syntax of the llvm dialect, as mlir-opt prints it.
// RUN: mlirlite-opt %s --split-input-file | FileCheck %s
// RUN: mlirlite-opt %s --split-input-file | mlirlite-opt --split-input-file | FileCheck %s
// RUN: mlirlite-opt %s --split-input-file --mlir-print-op-generic | mlirlite-opt --split-input-file | FileCheck %s

// CHECK: llvm.mlir.global internal constant @s("hello\00") {addr_space = 0 : i32, alignment = 1 : i64}
// CHECK-NEXT: llvm.mlir.global external @g(1.000000e+00 : f32) {addr_space = 0 : i32} : f32
// CHECK-NEXT: llvm.mlir.global private unnamed_addr constant @t(dense<[1, 2, 3]> : tensor<3xi32>) {addr_space = 0 : i32} : !llvm.array<3 x i32>
// CHECK-NEXT: llvm.mlir.global internal thread_local local_unnamed_addr @u() {addr_space = 0 : i32, dso_local} : i64
// CHECK-NEXT: llvm.mlir.global weak hidden @i() {addr_space = 0 : i32} : !llvm.struct<(i32, f32)> {
// CHECK-NEXT:   %[[V0:.*]] = llvm.mlir.undef : !llvm.struct<(i32, f32)>
// CHECK-NEXT:   llvm.return %[[V0]] : !llvm.struct<(i32, f32)>
// CHECK-NEXT: }
// CHECK-LABEL: llvm.func @printf(
// CHECK-SAME: !llvm.ptr, ...) -> i32
// CHECK-LABEL: llvm.func internal fastcc @f(
// CHECK-SAME: %[[A0:.*]]: i32 {llvm.noundef}, %[[A1:.*]]: !llvm.ptr {llvm.align = 64 : i64, llvm.noalias}, %[[A2:.*]]: vector<4xf32>, %[[A3:.*]]: f32) -> (f32 {llvm.noundef}) attributes {llvm.emit_c_interface, no_unwind, passthrough = ["noinline", ["foo", "bar"]], target_cpu = "znver5"} {
// CHECK-NEXT:   %[[V0:.*]] = llvm.mlir.constant(7 : i32) : i32
// CHECK-NEXT:   %[[V1:.*]] = llvm.mlir.constant(dense<1.000000e+00> : vector<4xf32>) : vector<4xf32>
// CHECK-NEXT:   %[[V2:.*]] = llvm.mlir.constant(1.500000e+00 : f32) : f32
// CHECK-NEXT:   %[[V3:.*]] = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT:   %[[V4:.*]] = llvm.mlir.constant(true) : i1
// CHECK-NEXT:   %[[V5:.*]] = llvm.add %[[A0]], %[[V0]] overflow<nsw, nuw> : i32
// CHECK-NEXT:   %[[V6:.*]] = llvm.sub %[[A0]], %[[V0]] : i32
// CHECK-NEXT:   %[[V7:.*]] = llvm.mul %[[A0]], %[[V0]] overflow<nuw> : i32
// CHECK-NEXT:   %[[V8:.*]] = llvm.udiv exact %[[A0]], %[[V0]] : i32
// CHECK-NEXT:   %[[V9:.*]] = llvm.sdiv %[[A0]], %[[V0]] : i32
// CHECK-NEXT:   %[[V10:.*]] = llvm.or disjoint %[[A0]], %[[V0]] : i32
// CHECK-NEXT:   %[[V11:.*]] = llvm.lshr exact %[[A0]], %[[V0]] : i32
// CHECK-NEXT:   %[[V12:.*]] = llvm.icmp "slt" %[[A0]], %[[V0]] : i32
// CHECK-NEXT:   %[[V13:.*]] = llvm.fcmp "oeq" %[[A3]], %[[V2]] {fastmathFlags = #llvm.fastmath<nnan, contract>} : f32
// CHECK-NEXT:   %[[V14:.*]] = llvm.fadd %[[A3]], %[[V2]] {fastmathFlags = #llvm.fastmath<fast>} : f32
// CHECK-NEXT:   %[[V15:.*]] = llvm.select %[[V12]], %[[A0]], %[[V0]] : i1, i32
// CHECK-NEXT:   %[[V16:.*]] = llvm.zext nneg %[[A0]] : i32 to i64
// CHECK-NEXT:   %[[V17:.*]] = llvm.trunc %[[V16]] overflow<nsw> : i64 to i32
// CHECK-NEXT:   %[[V18:.*]] = llvm.alloca %[[A0]] x f32 {alignment = 16 : i64} : (i32) -> !llvm.ptr
// CHECK-NEXT:   %[[V19:.*]] = llvm.alloca inalloca %[[A0]] x !llvm.struct<(i32, ptr)> : (i32) -> !llvm.ptr
// CHECK-NEXT:   %[[V20:.*]] = llvm.getelementptr inbounds|nuw %[[A1]][%[[A0]], 3, %[[V17]]] : (!llvm.ptr, i32, i32) -> !llvm.ptr, !llvm.struct<(i32, array<4 x i32>, array<4 x i32>, array<4 x i32>)>
// CHECK-NEXT:   %[[V21:.*]] = llvm.getelementptr inbounds %[[A1]][0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i32, f32)>
// CHECK-NEXT:   %[[V22:.*]] = llvm.load volatile %[[A1]] atomic syncscope("singlethread") acquire invariant_group {alignment = 4 : i64} : !llvm.ptr -> f32
// CHECK-NEXT:   %[[V23:.*]] = llvm.load %[[A1]] {alignment = 4 : i64, nontemporal} : !llvm.ptr -> f32
// CHECK-NEXT:   llvm.store %[[V23]], %[[A1]] {alignment = 4 : i64} : f32, !llvm.ptr
// CHECK-NEXT:   llvm.store volatile %[[V23]], %[[A1]] : f32, !llvm.ptr
// CHECK-NEXT:   %[[V24:.*]] = llvm.call @printf(%[[A1]], %[[A0]]) vararg(!llvm.func<i32 (ptr, ...)>) : (!llvm.ptr, i32) -> i32
// CHECK-NEXT:   %[[V25:.*]] = llvm.call fastcc @f(%[[A0]], %[[A1]], %[[A2]], %[[A3]]) {fastmathFlags = #llvm.fastmath<nsz>} : (i32, !llvm.ptr, vector<4xf32>, f32) -> f32
// CHECK-NEXT:   %[[V26:.*]] = llvm.call %[[A1]](%[[A0]]) : !llvm.ptr, (i32) -> f32
// CHECK-NEXT:   %[[V27:.*]] = llvm.call tail @f(%[[A0]], %[[A1]], %[[A2]], %[[A3]]) : (i32, !llvm.ptr {llvm.noalias}, vector<4xf32>, f32) -> (f32 {llvm.noundef})
// CHECK-NEXT:   %[[V28:.*]] = llvm.mlir.addressof @s : !llvm.ptr
// CHECK-NEXT:   %[[V29:.*]] = llvm.mlir.undef : !llvm.struct<(i32, f32)>
// CHECK-NEXT:   %[[V30:.*]] = llvm.insertvalue %[[A0]], %[[V29]][0] : !llvm.struct<(i32, f32)>
// CHECK-NEXT:   %[[V31:.*]] = llvm.extractvalue %[[V30]][1] : !llvm.struct<(i32, f32)>
// CHECK-NEXT:   %[[V32:.*]] = llvm.mlir.zero : !llvm.ptr
// CHECK-NEXT:   %[[V33:.*]] = llvm.mlir.poison : vector<4xf32>
// CHECK-NEXT:   %[[V34:.*]] = llvm.extractelement %[[A2]][%[[A0]] : i32] : vector<4xf32>
// CHECK-NEXT:   %[[V35:.*]] = llvm.insertelement %[[A3]], %[[A2]][%[[A0]] : i32] : vector<4xf32>
// CHECK-NEXT:   %[[V36:.*]] = llvm.shufflevector %[[A2]], %[[A2]] [0, 1, -1, 7, 0] : vector<4xf32>
// CHECK-NEXT:   %[[V37:.*]] = llvm.intr.fma(%[[A3]], %[[A3]], %[[A3]]) : (f32, f32, f32) -> f32
// CHECK-NEXT:   %[[V38:.*]] = llvm.intr.exp(%[[A3]]) {fastmathFlags = #llvm.fastmath<afn>} : (f32) -> f32
// CHECK-NEXT:   %[[V39:.*]] = "llvm.intr.ctlz"(%[[A0]]) <{is_zero_poison = false}> : (i32) -> i32
// CHECK-NEXT:   "llvm.intr.memcpy"(%[[A1]], %[[A1]], %[[V16]]) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
// CHECK-NEXT:   %[[V40:.*]] = "llvm.intr.vector.reduce.fadd"(%[[A3]], %[[A2]]) <{fastmathFlags = #llvm.fastmath<reassoc>}> : (f32, vector<4xf32>) -> f32
// CHECK-NEXT:   %[[V41:.*]] = llvm.mlir.constant(dense<true> : vector<4xi1>) : vector<4xi1>
// CHECK-NEXT:   %[[V42:.*]] = llvm.intr.masked.load %[[A1]], %[[V41]], %[[A2]] {alignment = 4 : i32} : (!llvm.ptr, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
// CHECK-NEXT:   %[[V43:.*]] = llvm.fneg %[[A3]] : f32
// CHECK-NEXT:   %[[V44:.*]] = llvm.freeze %[[A3]] : f32
// CHECK-NEXT:   %[[V45:.*]] = "llvm.intr.smul.with.overflow"(%[[A0]], %[[A0]]) : (i32, i32) -> !llvm.struct<(i32, i1)>
// CHECK-NEXT:   %[[V46:.*]] = llvm.bitcast %[[A3]] : f32 to i32
// CHECK-NEXT:   llvm.cond_br %[[V12]] weights([1, 3]), ^bb1(%[[A3]] : f32), ^bb2
// CHECK-NEXT: ^bb1(%[[V47:.*]]: f32):
// CHECK-NEXT:   llvm.switch %[[A0]] : i32, ^bb2 [
// CHECK-NEXT:     1: ^bb1(%[[A3]] : f32),
// CHECK-NEXT:     -2: ^bb2
// CHECK-NEXT:   ]
// CHECK-NEXT: ^bb2:
// CHECK-NEXT:   llvm.br ^bb3
// CHECK-NEXT: ^bb3:
// CHECK-NEXT:   llvm.return %[[A3]] : f32
// CHECK-NEXT: }
// CHECK-LABEL: llvm.func @v(
// CHECK-SAME: %[[A0:.*]]: !llvm.ptr {llvm.byval = i32}) vscale_range(1, 16) {
// CHECK-NEXT:   llvm.unreachable
// CHECK-NEXT: }
// CHECK-LABEL: llvm.func @h(
// CHECK-SAME: ) attributes {sym_visibility = "private"} {
// CHECK-NEXT:   llvm.return
// CHECK-NEXT: }
llvm.mlir.global internal constant @s("hello\00") {addr_space = 0 : i32, alignment = 1 : i64} : !llvm.array<6 x i8>
llvm.mlir.global external @g(1.0 : f32) : f32
llvm.mlir.global private unnamed_addr constant @t(dense<[1,2,3]> : tensor<3xi32>) : !llvm.array<3 x i32>
llvm.mlir.global internal thread_local local_unnamed_addr @u() {dso_local} : i64
llvm.mlir.global weak hidden @i() : !llvm.struct<(i32, f32)> {
  %0 = llvm.mlir.undef : !llvm.struct<(i32, f32)>
  llvm.return %0 : !llvm.struct<(i32, f32)>
}
llvm.func @printf(!llvm.ptr, ...) -> i32
llvm.func internal fastcc @f(%a: i32 {llvm.noundef}, %p: !llvm.ptr {llvm.noalias, llvm.align = 64 : i64}, %v: vector<4xf32>, %x: f32) -> (f32 {llvm.noundef}) attributes {passthrough = ["noinline", ["foo", "bar"]], llvm.emit_c_interface, no_unwind, target_cpu = "znver5"} {
  %c = llvm.mlir.constant(7 : i32) : i32
  %c1 = llvm.mlir.constant(dense<1.0> : vector<4xf32>) : vector<4xf32>
  %c2 = llvm.mlir.constant(1.5 : f32) : f32
  %idx = llvm.mlir.constant(1 : index) : i64
  %t = llvm.mlir.constant(true) : i1
  %0 = llvm.add %a, %c overflow<nsw, nuw> : i32
  %1 = llvm.sub %a, %c : i32
  %2 = llvm.mul %a, %c overflow<nuw> : i32
  %3 = llvm.udiv exact %a, %c : i32
  %4 = llvm.sdiv %a, %c : i32
  %5 = llvm.or disjoint %a, %c : i32
  %6 = llvm.lshr exact %a, %c : i32
  %7 = llvm.icmp "slt" %a, %c : i32
  %8 = llvm.fcmp "oeq" %x, %c2 {fastmathFlags = #llvm.fastmath<nnan, contract>} : f32
  %9 = llvm.fadd %x, %c2 {fastmathFlags = #llvm.fastmath<fast>} : f32
  %10 = llvm.select %7, %a, %c : i1, i32
  %11 = llvm.zext nneg %a : i32 to i64
  %12 = llvm.trunc %11 overflow<nsw> : i64 to i32
  %13 = llvm.alloca %a x f32 {alignment = 16 : i64} : (i32) -> !llvm.ptr
  %14 = llvm.alloca inalloca %a x !llvm.struct<(i32, ptr)> : (i32) -> !llvm.ptr
  %15 = llvm.getelementptr inbounds|nuw %p[%a, 3, %12] : (!llvm.ptr, i32, i32) -> !llvm.ptr, !llvm.struct<(i32, array<4 x i32>, array<4 x i32>, array<4 x i32>)>
  %16 = llvm.getelementptr inbounds %p[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i32, f32)>
  %17 = llvm.load volatile %p atomic syncscope("singlethread") acquire invariant_group {alignment = 4 : i64} : !llvm.ptr -> f32
  %18 = llvm.load %p {alignment = 4 : i64, nontemporal} : !llvm.ptr -> f32
  llvm.store %18, %p {alignment = 4 : i64} : f32, !llvm.ptr
  llvm.store volatile %18, %p : f32, !llvm.ptr
  %19 = llvm.call @printf(%p, %a) vararg(!llvm.func<i32 (ptr, ...)>) : (!llvm.ptr, i32) -> i32
  %20 = llvm.call fastcc @f(%a, %p, %v, %x) {fastmathFlags = #llvm.fastmath<nsz>} : (i32, !llvm.ptr, vector<4xf32>, f32) -> f32
  %21 = llvm.call %p(%a) : !llvm.ptr, (i32) -> f32
  %22 = llvm.call tail @f(%a, %p, %v, %x) : (i32, !llvm.ptr {llvm.noalias}, vector<4xf32>, f32) -> (f32 {llvm.noundef})
  %23 = llvm.mlir.addressof @s : !llvm.ptr
  %24 = llvm.mlir.undef : !llvm.struct<(i32, f32)>
  %25 = llvm.insertvalue %a, %24[0] : !llvm.struct<(i32, f32)> 
  %26 = llvm.extractvalue %25[1] : !llvm.struct<(i32, f32)> 
  %27 = llvm.mlir.zero : !llvm.ptr
  %28 = llvm.mlir.poison : vector<4xf32>
  %29 = llvm.extractelement %v[%a : i32] : vector<4xf32>
  %30 = llvm.insertelement %x, %v[%a : i32] : vector<4xf32>
  %31 = llvm.shufflevector %v, %v [0, 1, -1, 7, 0] : vector<4xf32> 
  %32 = llvm.intr.fma(%x, %x, %x) : (f32, f32, f32) -> f32
  %33 = llvm.intr.exp(%x) {fastmathFlags = #llvm.fastmath<afn>} : (f32) -> f32
  %34 = "llvm.intr.ctlz"(%a) <{is_zero_poison = false}> : (i32) -> i32
  "llvm.intr.memcpy"(%p, %p, %11) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  %35 = "llvm.intr.vector.reduce.fadd"(%x, %v) <{fastmathFlags = #llvm.fastmath<reassoc>}> : (f32, vector<4xf32>) -> f32
  %c1m = llvm.mlir.constant(dense<true> : vector<4xi1>) : vector<4xi1>
  %36 = llvm.intr.masked.load %p, %c1m, %v {alignment = 4 : i32} : (!llvm.ptr, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
  %37 = llvm.fneg %x : f32
  %38 = llvm.freeze %x : f32
  %39 = "llvm.intr.smul.with.overflow"(%a, %a) : (i32, i32) -> !llvm.struct<(i32, i1)>
  %40 = llvm.bitcast %x : f32 to i32
  llvm.cond_br %7 weights([1, 3]), ^bb1(%x : f32), ^bb2
^bb1(%y: f32):
  llvm.switch %a : i32, ^bb2 [
    1: ^bb1(%x : f32),
    -2: ^bb2
  ]
^bb2:
  llvm.br ^bb3
^bb3:
  llvm.return %x : f32
}
llvm.func @v(%a: !llvm.ptr {llvm.byval = i32}) vscale_range(1, 16) {
  llvm.unreachable
}
llvm.func @h() attributes {sym_visibility = "private"} {
  llvm.return
}

// -----

// CHECK-LABEL: llvm.func @f(
// CHECK-SAME: %[[A0:.*]]: !llvm.ptr) attributes {alignment = 64 : i64, denormal_fp_math = "ieee", frame_pointer = #llvm.framePointerKind<all>, memory_effects = #llvm.memory_effects<other = none, argMem = read, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, prefer_vector_width = "512", target_features = #llvm.target_features<["+avx", "-x"]>, uwtable_kind = #llvm.uwtableKind<sync>} {
// CHECK-NEXT:   %[[V0:.*]] = llvm.load %[[A0]] dereferenceable<bytes = 8, mayBeNull = true> : !llvm.ptr -> !llvm.ptr
// CHECK-NEXT:   %[[V1:.*]] = llvm.mlir.constant([1 : i32, 2.000000e+00]) : !llvm.struct<(i32, f64)>
// CHECK-NEXT:   llvm.br ^bb1
// CHECK-NEXT: ^bb1:
// CHECK-NEXT:   llvm.return
// CHECK-NEXT: }
// CHECK-NEXT: llvm.module_flags [#llvm.mlir.module_flag<error, "wchar_size", 4 : i32>]
// CHECK-NEXT: llvm.mlir.global_ctors ctors = [@f], priorities = [0 : i32], data = [#llvm.zero]
// CHECK-NEXT: llvm.comdat @__llvm_comdat {
// CHECK-NEXT:   llvm.comdat_selector @any any
// CHECK-NEXT: }
// CHECK-LABEL: llvm.func linkonce_odr hidden local_unnamed_addr @g(
// CHECK-SAME: ) comdat(@__llvm_comdat::@any) attributes {dso_local} {
// CHECK-NEXT:   llvm.return
// CHECK-NEXT: }
// CHECK-NEXT: llvm.mlir.global external @arr() {addr_space = 0 : i32} : !llvm.array<2 x struct<(i32, f32)>>
// CHECK-NEXT: llvm.mlir.alias external @al : i32 {
// CHECK-NEXT:   %[[V0:.*]] = llvm.mlir.addressof @arr : !llvm.ptr
// CHECK-NEXT:   llvm.return %[[V0]] : !llvm.ptr
// CHECK-NEXT: }
// CHECK-NEXT: llvm.mlir.global internal @x(1 : i32) comdat(@__llvm_comdat::@any) {addr_space = 0 : i32, alignment = 64 : i64, section = ".mysec"} : i32
// CHECK-LABEL: llvm.func @k(
// CHECK-SAME: %[[A0:.*]]: f32, %[[A1:.*]]: i32 {llvm.range = #llvm.constant_range<i32, 0, 12>, llvm.signext}, %[[A2:.*]]: !llvm.ptr {llvm.dereferenceable = 4 : i64, llvm.nocapture, llvm.nonnull, llvm.readonly}) -> f32 {
// CHECK-NEXT:   %[[V0:.*]] = llvm.mlir.undef : vector<4xf32>
// CHECK-NEXT:   llvm.return %[[A0]] : f32
// CHECK-NEXT: }
llvm.func @f(%p: !llvm.ptr) attributes {memory_effects = #llvm.memory_effects<other = none, argMem = read, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, frame_pointer = #llvm.framePointerKind<all>, target_features = #llvm.target_features<["+avx", "-x"]>, denormal_fp_math = "ieee", prefer_vector_width = "512", alignment = 64 : i64, uwtable_kind = #llvm.uwtableKind<sync>} {
  %1 = llvm.load %p dereferenceable<bytes = 8, mayBeNull = true> : !llvm.ptr -> !llvm.ptr
  %c = llvm.mlir.constant([1 : i32, 2.0 : f64]) : !llvm.struct<(i32, f64)>
  llvm.br ^bb1
^bb1:
  llvm.return
}
llvm.module_flags [#llvm.mlir.module_flag<error, "wchar_size", 4 : i32>]
llvm.mlir.global_ctors ctors = [@f], priorities = [0 : i32], data = [#llvm.zero]
llvm.comdat @__llvm_comdat { llvm.comdat_selector @any any }
llvm.func linkonce_odr hidden local_unnamed_addr @g() comdat(@__llvm_comdat::@any) attributes {dso_local} { llvm.return }
llvm.mlir.global external @arr() : !llvm.array<2 x struct<(i32, f32)>>
llvm.mlir.alias external @al : i32 {
  %0 = llvm.mlir.addressof @arr : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}
llvm.mlir.global internal @x(1 : i32) comdat(@__llvm_comdat::@any) {addr_space = 0 : i32, section = ".mysec", alignment = 64} : i32
llvm.func @k(%a: f32, %q: i32 {llvm.range = #llvm.constant_range<i32, 0, 12>, llvm.signext}, %w: !llvm.ptr {llvm.dereferenceable = 4 : i64, llvm.readonly, llvm.nocapture, llvm.nonnull}) -> (f32) {
   %v = llvm.mlir.undef : vector<4xf32>
   llvm.return %a : f32
   
}

// -----

// CHECK-LABEL: llvm.func @f(
// CHECK-SAME: %[[A0:.*]]: i32, %[[A1:.*]]: f32, %[[A2:.*]]: vector<4xf32>, %[[A3:.*]]: vector<4xi1>, %[[A4:.*]]: !llvm.ptr, %[[A5:.*]]: i1, %[[A6:.*]]: i64, %[[A7:.*]]: vector<4x!llvm.ptr>, %[[A8:.*]]: vector<4xi32>, %[[A9:.*]]: i8) {
// CHECK-NEXT:   %[[V0:.*]] = llvm.intr.masked.load %[[A4]], %[[A3]], %[[A2]] {alignment = 4 : i32} : (!llvm.ptr, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
// CHECK-NEXT:   %[[V1:.*]] = llvm.intr.masked.load %[[A4]], %[[A3]] {alignment = 4 : i32} : (!llvm.ptr, vector<4xi1>) -> vector<4xf32>
// CHECK-NEXT:   llvm.intr.masked.store %[[A2]], %[[A4]], %[[A3]] {alignment = 4 : i32} : vector<4xf32>, vector<4xi1> into !llvm.ptr
// CHECK-NEXT:   %[[V2:.*]] = llvm.intr.masked.gather %[[A7]], %[[A3]], %[[A2]] {alignment = 4 : i32} : (vector<4x!llvm.ptr>, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
// CHECK-NEXT:   llvm.intr.masked.scatter %[[A2]], %[[A7]], %[[A3]] {alignment = 4 : i32} : vector<4xf32>, vector<4xi1> into vector<4x!llvm.ptr>
// CHECK-NEXT:   %[[V3:.*]] = "llvm.intr.masked.expandload"(%[[A4]], %[[A3]], %[[A2]]) : (!llvm.ptr, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
// CHECK-NEXT:   "llvm.intr.masked.compressstore"(%[[A2]], %[[A4]], %[[A3]]) : (vector<4xf32>, !llvm.ptr, vector<4xi1>) -> ()
// CHECK-NEXT:   llvm.intr.assume %[[A5]] : i1
// CHECK-NEXT:   llvm.intr.assume %[[A5]] ["align"(%[[A4]], %[[A6]] : !llvm.ptr, i64)] : i1
// CHECK-NEXT:   %[[V4:.*]] = llvm.intr.expect %[[A5]], %[[A5]] : i1
// CHECK-NEXT:   "llvm.intr.prefetch"(%[[A4]]) <{cache = 1 : i32, hint = 3 : i32, rw = 0 : i32}> : (!llvm.ptr) -> ()
// CHECK-NEXT:   llvm.intr.lifetime.start %[[A4]] : !llvm.ptr
// CHECK-NEXT:   llvm.intr.lifetime.end %[[A4]] : !llvm.ptr
// CHECK-NEXT:   %[[V5:.*]] = llvm.intr.stacksave : !llvm.ptr
// CHECK-NEXT:   llvm.intr.stackrestore %[[V5]] : !llvm.ptr
// CHECK-NEXT:   "llvm.intr.memset"(%[[A4]], %[[A9]], %[[A6]]) <{isVolatile = false}> : (!llvm.ptr, i8, i64) -> ()
// CHECK-NEXT:   "llvm.intr.memmove"(%[[A4]], %[[A4]], %[[A6]]) <{isVolatile = true}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
// CHECK-NEXT:   "llvm.intr.memcpy.inline"(%[[A4]], %[[A4]]) <{isVolatile = false, len = 10 : i64}> : (!llvm.ptr, !llvm.ptr) -> ()
// CHECK-NEXT:   %[[V6:.*]] = llvm.intr.vector.extract %[[A2]][0] : vector<2xf32> from vector<4xf32>
// CHECK-NEXT:   %[[V7:.*]] = llvm.intr.vector.insert %[[V6]], %[[A2]][0] : vector<2xf32> into vector<4xf32>
// CHECK-NEXT:   %[[V8:.*]] = llvm.intr.get.active.lane.mask %[[A6]], %[[A6]] : i64, i64 to vector<4xi1>
// CHECK-NEXT:   %[[V9:.*]] = llvm.intr.stepvector : vector<4xi32>
// CHECK-NEXT:   %[[V10:.*]] = "llvm.intr.vscale"() : () -> i64
// CHECK-NEXT:   %[[V11:.*]] = "llvm.intr.is.fpclass"(%[[A1]]) <{bit = 3 : i32}> : (f32) -> i1
// CHECK-NEXT:   %[[V12:.*]] = llvm.intr.powi(%[[A1]], %[[A0]]) : (f32, i32) -> f32
// CHECK-NEXT:   %[[V13:.*]] = llvm.intr.fshl(%[[A0]], %[[A0]], %[[A0]]) : (i32, i32, i32) -> i32
// CHECK-NEXT:   %[[V14:.*]] = llvm.intr.ctpop(%[[A0]]) : (i32) -> i32
// CHECK-NEXT:   %[[V15:.*]] = llvm.intr.uadd.sat(%[[A0]], %[[A0]]) : (i32, i32) -> i32
// CHECK-NEXT:   %[[V16:.*]] = llvm.intr.scmp(%[[A0]], %[[A0]]) : (i32, i32) -> i8
// CHECK-NEXT:   %[[V17:.*]] = "llvm.intr.vector.reduce.add"(%[[A8]]) : (vector<4xi32>) -> i32
// CHECK-NEXT:   %[[V18:.*]] = llvm.intr.vector.reduce.fmax(%[[A2]]) : (vector<4xf32>) -> f32
// CHECK-NEXT:   %[[V19:.*]] = llvm.intr.matrix.multiply %[[A2]], %[[A2]] {lhs_columns = 2 : i32, lhs_rows = 2 : i32, rhs_columns = 2 : i32} : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
// CHECK-NEXT:   %[[V20:.*]] = llvm.intr.matrix.transpose %[[A2]] {columns = 2 : i32, rows = 2 : i32} : vector<4xf32> into vector<4xf32>
// CHECK-NEXT:   llvm.intr.trap
// CHECK-NEXT:   llvm.intr.debugtrap
// CHECK-NEXT:   %[[V21:.*]] = "llvm.intr.vector.interleave2"(%[[A2]], %[[A2]]) : (vector<4xf32>, vector<4xf32>) -> vector<8xf32>
// CHECK-NEXT:   %[[V22:.*]] = "llvm.intr.vector.deinterleave2"(%[[V21]]) : (vector<8xf32>) -> !llvm.struct<(vector<4xf32>, vector<4xf32>)>
// CHECK-NEXT:   %[[V23:.*]] = llvm.intr.sincos(%[[A1]]) : (f32) -> !llvm.struct<(f32, f32)>
// CHECK-NEXT:   %[[V24:.*]] = llvm.intr.lround(%[[A1]]) : (f32) -> i64
// CHECK-NEXT:   %[[V25:.*]] = llvm.intr.ptrmask %[[A4]], %[[A6]] : (!llvm.ptr, i64) -> !llvm.ptr
// CHECK-NEXT:   %[[V26:.*]] = llvm.intr.ldexp(%[[A1]], %[[A0]]) : (f32, i32) -> f32
// CHECK-NEXT:   %[[V27:.*]] = llvm.intr.frexp(%[[A1]]) : (f32) -> !llvm.struct<(f32, i32)>
// CHECK-NEXT:   %[[V28:.*]] = llvm.intr.expect.with.probability %[[A5]], %[[A5]], 5.000000e-01 : i1
// CHECK-NEXT:   %[[V29:.*]] = "llvm.intr.abs"(%[[A0]]) <{is_int_min_poison = true}> : (i32) -> i32
// CHECK-NEXT:   %[[V30:.*]] = llvm.intr.fabs(%[[A2]]) {fastmathFlags = #llvm.fastmath<fast>} : (vector<4xf32>) -> vector<4xf32>
// CHECK-NEXT:   %[[V31:.*]] = llvm.inline_asm has_side_effects asm_dialect = intel "nop $0, $1", "=r,r" %[[A0]] : (i32) -> i32
// CHECK-NEXT:   %[[V32:.*]] = llvm.call_intrinsic "llvm.log2.f32"(%[[A1]]) {fastmathFlags = #llvm.fastmath<fast>} : (f32) -> f32
// CHECK-NEXT:   %[[V33:.*]] = llvm.intr.vector.reduce.fminimum(%[[A2]]) {fastmathFlags = #llvm.fastmath<nnan>} : (vector<4xf32>) -> f32
// CHECK-NEXT:   llvm.return
// CHECK-NEXT: }
llvm.func @f(%a: i32, %x: f32, %v: vector<4xf32>, %m: vector<4xi1>, %p: !llvm.ptr, %b: i1, %l: i64, %vp: vector<4x!llvm.ptr>, %vi: vector<4xi32>, %c: i8) {
  %0 = llvm.intr.masked.load %p, %m, %v {alignment = 4 : i32} : (!llvm.ptr, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
  %00 = llvm.intr.masked.load %p, %m {alignment = 4 : i32} : (!llvm.ptr, vector<4xi1>) -> vector<4xf32>
  llvm.intr.masked.store %v, %p, %m {alignment = 4 : i32} : vector<4xf32>, vector<4xi1> into !llvm.ptr
  %1 = llvm.intr.masked.gather %vp, %m, %v {alignment = 4 : i32} : (vector<4x!llvm.ptr>, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
  llvm.intr.masked.scatter %v, %vp, %m {alignment = 4 : i32} : vector<4xf32>, vector<4xi1> into vector<4x!llvm.ptr>
  %2 = "llvm.intr.masked.expandload"(%p, %m, %v) : (!llvm.ptr, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
  "llvm.intr.masked.compressstore"(%v, %p, %m) : (vector<4xf32>, !llvm.ptr, vector<4xi1>) -> ()
  llvm.intr.assume %b : i1
  llvm.intr.assume %b ["align"(%p, %l : !llvm.ptr, i64)] : i1
  %3 = llvm.intr.expect %b, %b : i1
  "llvm.intr.prefetch"(%p) <{cache = 1 : i32, hint = 3 : i32, rw = 0 : i32}> : (!llvm.ptr) -> ()
  llvm.intr.lifetime.start %p : !llvm.ptr
  llvm.intr.lifetime.end %p : !llvm.ptr
  %4 = llvm.intr.stacksave : !llvm.ptr
  llvm.intr.stackrestore %4 : !llvm.ptr
  "llvm.intr.memset"(%p, %c, %l) <{isVolatile = false}> : (!llvm.ptr, i8, i64) -> ()
  "llvm.intr.memmove"(%p, %p, %l) <{isVolatile = true}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  "llvm.intr.memcpy.inline"(%p, %p) <{isVolatile = false, len = 10 : i64}> : (!llvm.ptr, !llvm.ptr) -> ()
  %5 = llvm.intr.vector.extract %v[0] : vector<2xf32> from vector<4xf32>
  %6 = llvm.intr.vector.insert %5, %v[0] : vector<2xf32> into vector<4xf32>
  %7 = llvm.intr.get.active.lane.mask %l, %l : i64, i64 to vector<4xi1>
  %8 = llvm.intr.stepvector : vector<4xi32>
  %9 = "llvm.intr.vscale"() : () -> i64
  %10 = "llvm.intr.is.fpclass"(%x) <{bit = 3 : i32}> : (f32) -> i1
  %11 = llvm.intr.powi(%x, %a) : (f32, i32) -> f32
  %12 = llvm.intr.fshl(%a, %a, %a) : (i32, i32, i32) -> i32
  %13 = llvm.intr.ctpop(%a) : (i32) -> i32
  %14 = llvm.intr.uadd.sat(%a, %a) : (i32, i32) -> i32
  %15 = llvm.intr.scmp(%a, %a) : (i32, i32) -> i8
  %16 = "llvm.intr.vector.reduce.add"(%vi) : (vector<4xi32>) -> i32
  %17 = llvm.intr.vector.reduce.fmax(%v) : (vector<4xf32>) -> f32
  %18 = llvm.intr.matrix.multiply %v, %v {lhs_rows = 2 : i32, lhs_columns = 2 : i32, rhs_columns = 2 : i32} : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
  %19 = llvm.intr.matrix.transpose %v {rows = 2: i32, columns = 2: i32} : vector<4xf32> into vector<4xf32>
  "llvm.intr.trap"() : () -> ()
  llvm.intr.debugtrap
  %20 = "llvm.intr.vector.interleave2"(%v, %v) : (vector<4xf32>, vector<4xf32>) -> vector<8xf32>
  %21 = "llvm.intr.vector.deinterleave2"(%20) : (vector<8xf32>) -> !llvm.struct<(vector<4xf32>, vector<4xf32>)>
  %22 = llvm.intr.sincos(%x) : (f32) -> !llvm.struct<(f32, f32)>
  %23 = llvm.intr.lround(%x) : (f32) -> i64
  %24 = llvm.intr.ptrmask %p, %l : (!llvm.ptr, i64) -> !llvm.ptr
  %25 = llvm.intr.ldexp(%x, %a) : (f32, i32) -> f32
  %26 = llvm.intr.frexp(%x) : (f32) -> !llvm.struct<(f32, i32)>
  %27 = llvm.intr.expect.with.probability %b, %b, 0.5 : i1
  %28 = "llvm.intr.abs"(%a) <{is_int_min_poison = true}> : (i32) -> i32
  %29 = llvm.intr.fabs(%v) {fastmathFlags = #llvm.fastmath<fast>} : (vector<4xf32>) -> vector<4xf32>
  %30 = llvm.inline_asm has_side_effects asm_dialect = intel "nop $0, $1", "=r,r" %a : (i32) -> i32
  %31 = llvm.call_intrinsic "llvm.log2.f32"(%x) {fastmathFlags = #llvm.fastmath<fast>} : (f32) -> f32
  %32 = llvm.intr.vector.reduce.fminimum(%v) {fastmathFlags = #llvm.fastmath<nnan>} : (vector<4xf32>) -> f32
  llvm.return
}

// -----

// CHECK-LABEL: llvm.func @f(
// CHECK-SAME: %[[A0:.*]]: !llvm.ptr, %[[A1:.*]]: i32, %[[A2:.*]]: vector<[4]xf32>) -> !llvm.struct<packed (i8, struct<"foo", (i32, ptr<1>)>)> {
// CHECK-NEXT:   %[[V0:.*]] = llvm.mlir.zero : !llvm.struct<packed (i8, struct<"foo", (i32, ptr<1>)>)>
// CHECK-NEXT:   %[[V1:.*]] = llvm.mlir.constant(1.100000e+00 : f32) : f32
// CHECK-NEXT:   %[[V2:.*]] = llvm.mlir.constant(1.500000e+00 : f16) : f16
// CHECK-NEXT:   %[[V3:.*]] = llvm.mlir.constant(1.101560e+00 : bf16) : bf16
// CHECK-NEXT:   %[[V4:.*]] = llvm.mlir.constant(1.100000e+00 : f64) : f64
// CHECK-NEXT:   %[[V5:.*]] = llvm.mlir.constant(dense<[1.100000e+00, 2.000000e+00]> : tensor<2xf64>) : !llvm.array<2 x f64>
// CHECK-NEXT:   %[[V6:.*]] = llvm.mlir.constant(dense<[{{\[}}1, 2], [3, 4]]> : tensor<2x2xi16>) : !llvm.array<2 x array<2 x i16>>
// CHECK-NEXT:   %[[V7:.*]] = llvm.mlir.constant(dense<3> : tensor<2x2xi16>) : !llvm.array<2 x array<2 x i16>>
// CHECK-NEXT:   %[[V8:.*]] = llvm.mlir.constant(dense<3> : vector<[4]xi32>) : vector<[4]xi32>
// CHECK-NEXT:   %[[V9:.*]] = llvm.mlir.constant(dense<[true, false]> : vector<2xi1>) : vector<2xi1>
// CHECK-NEXT:   %[[V10:.*]] = llvm.mlir.constant([1 : i32, 2 : i8]) : !llvm.struct<(i32, i8)>
// CHECK-NEXT:   %[[V11:.*]] = llvm.mlir.constant(0x7FC00000 : f32) : f32
// CHECK-NEXT:   %[[V12:.*]] = llvm.mlir.constant(-0.000000e+00 : f32) : f32
// CHECK-NEXT:   %[[V13:.*]] = llvm.mlir.constant(0x7F800000 : f32) : f32
// CHECK-NEXT:   %[[V14:.*]] = llvm.mlir.constant(1.000000e+20 : f32) : f32
// CHECK-NEXT:   %[[V15:.*]] = llvm.mlir.constant(-1 : i8) : i8
// CHECK-NEXT:   llvm.store %[[V1]], %[[A0]] : f32, !llvm.ptr
// CHECK-NEXT:   llvm.store %[[V2]], %[[A0]] : f16, !llvm.ptr
// CHECK-NEXT:   llvm.store %[[V3]], %[[A0]] : bf16, !llvm.ptr
// CHECK-NEXT:   llvm.store %[[V4]], %[[A0]] : f64, !llvm.ptr
// CHECK-NEXT:   llvm.store %[[V5]], %[[A0]] : !llvm.array<2 x f64>, !llvm.ptr
// CHECK-NEXT:   llvm.store %[[V6]], %[[A0]] : !llvm.array<2 x array<2 x i16>>, !llvm.ptr
// CHECK-NEXT:   llvm.store %[[V7]], %[[A0]] : !llvm.array<2 x array<2 x i16>>, !llvm.ptr
// CHECK-NEXT:   llvm.store %[[V8]], %[[A0]] : vector<[4]xi32>, !llvm.ptr
// CHECK-NEXT:   llvm.store %[[V9]], %[[A0]] : vector<2xi1>, !llvm.ptr
// CHECK-NEXT:   llvm.store %[[V10]], %[[A0]] : !llvm.struct<(i32, i8)>, !llvm.ptr
// CHECK-NEXT:   llvm.store %[[V11]], %[[A0]] : f32, !llvm.ptr
// CHECK-NEXT:   llvm.store %[[V12]], %[[A0]] : f32, !llvm.ptr
// CHECK-NEXT:   llvm.store %[[V13]], %[[A0]] : f32, !llvm.ptr
// CHECK-NEXT:   llvm.store %[[V14]], %[[A0]] : f32, !llvm.ptr
// CHECK-NEXT:   llvm.store %[[V15]], %[[A0]] : i8, !llvm.ptr
// CHECK-NEXT:   llvm.fence syncscope("agent") seq_cst
// CHECK-NEXT:   %[[V16:.*]] = llvm.atomicrmw add %[[A0]], %[[A1]] monotonic {alignment = 8 : i64} : !llvm.ptr, i32
// CHECK-NEXT:   %[[V17:.*]] = llvm.cmpxchg weak volatile %[[A0]], %[[A1]], %[[A1]] acq_rel monotonic : !llvm.ptr, i32
// CHECK-NEXT:   %[[V18:.*]] = llvm.icmp "eq" %[[A1]], %[[A1]] : i32
// CHECK-NEXT:   llvm.cond_br %[[V18]], ^bb1(%[[A1]] : i32), ^bb1(%[[V16]] : i32)
// CHECK-NEXT: ^bb1(%[[V19:.*]]: i32):
// CHECK-NEXT:   %[[V20:.*]] = llvm.fadd %[[A2]], %[[A2]] : vector<[4]xf32>
// CHECK-NEXT:   %[[V21:.*]] = llvm.mlir.addressof @f : !llvm.ptr
// CHECK-NEXT:   %[[V22:.*]] = llvm.intr.expect %[[V19]], %[[V19]] : i32
// CHECK-NEXT:   llvm.call @"weird name"(%[[V21]]) : (!llvm.ptr) -> ()
// CHECK-NEXT:   llvm.return %[[V0]] : !llvm.struct<packed (i8, struct<"foo", (i32, ptr<1>)>)>
// CHECK-NEXT: }
// CHECK-LABEL: llvm.func @"weird name"(
// CHECK-SAME: !llvm.ptr)
llvm.func @f(%p: !llvm.ptr, %x: i32, %v: vector<[4]xf32>) -> !llvm.struct<packed (i8, struct<"foo", (i32, ptr<1>)>)> {
  %0 = llvm.mlir.zero : !llvm.struct<packed (i8, struct<"foo", (i32, ptr<1>)>)>
  %1 = llvm.mlir.constant(1.1 : f32) : f32
  %h = llvm.mlir.constant(1.5 : f16) : f16
  %b = llvm.mlir.constant(1.1 : bf16) : bf16
  %d = llvm.mlir.constant(1.1 : f64) : f64
  %dd = llvm.mlir.constant(dense<[1.1, 2.0]> : tensor<2xf64>) : !llvm.array<2 x f64>
  %d2 = llvm.mlir.constant(dense<[[1, 2],[3,4]]> : tensor<2x2xi16>) : !llvm.array<2 x array<2 x i16>>
  %d3 = llvm.mlir.constant(dense<3> : tensor<2x2xi16>) : !llvm.array<2 x array<2 x i16>>
  %d4 = llvm.mlir.constant(dense<3> : vector<[4]xi32>) : vector<[4]xi32>
  %d5 = llvm.mlir.constant(dense<[true, false]> : vector<2xi1>) : vector<2xi1>
  %d6 = llvm.mlir.constant([1 : i32, 2 : i8]) : !llvm.struct<(i32, i8)>
  %d7 = llvm.mlir.constant(0x7FC00000 : f32) : f32
  %d8 = llvm.mlir.constant(-0.0 : f32) : f32
  %d9 = llvm.mlir.constant(0x7F800000 : f32) : f32
  %d10 = llvm.mlir.constant(1.0e20 : f32) : f32
  %i = llvm.mlir.constant(-1 : i8) : i8
  llvm.store %1, %p : f32, !llvm.ptr
  llvm.store %h, %p : f16, !llvm.ptr
  llvm.store %b, %p : bf16, !llvm.ptr
  llvm.store %d, %p : f64, !llvm.ptr
  llvm.store %dd, %p : !llvm.array<2 x f64>, !llvm.ptr
  llvm.store %d2, %p : !llvm.array<2 x array<2 x i16>>, !llvm.ptr
  llvm.store %d3, %p : !llvm.array<2 x array<2 x i16>>, !llvm.ptr
  llvm.store %d4, %p : vector<[4]xi32>, !llvm.ptr
  llvm.store %d5, %p : vector<2xi1>, !llvm.ptr
  llvm.store %d6, %p :  !llvm.struct<(i32, i8)>, !llvm.ptr
  llvm.store %d7, %p : f32, !llvm.ptr
  llvm.store %d8, %p : f32, !llvm.ptr
  llvm.store %d9, %p : f32, !llvm.ptr
  llvm.store %d10, %p : f32, !llvm.ptr
  llvm.store %i, %p : i8, !llvm.ptr
  llvm.fence syncscope("agent") seq_cst
  %a = llvm.atomicrmw add %p, %x monotonic {alignment = 8 : i64} : !llvm.ptr, i32
  %a2 = llvm.cmpxchg weak volatile %p, %x, %x acq_rel monotonic : !llvm.ptr, i32
  %c1 = llvm.icmp "eq" %x, %x : i32
  llvm.cond_br %c1, ^bb1(%x : i32), ^bb1(%a : i32)
^bb1(%z: i32):
  %vv = llvm.fadd %v, %v : vector<[4]xf32>
  %ad = llvm.mlir.addressof @f : !llvm.ptr
  %l = llvm.intr.expect %z, %z : i32
  llvm.call @"weird name"(%ad) : (!llvm.ptr) -> ()
  llvm.return %0 : !llvm.struct<packed (i8, struct<"foo", (i32, ptr<1>)>)>
}
llvm.func @"weird name"(!llvm.ptr)

// -----

// CHECK-LABEL: llvm.func @types(
// CHECK-SAME: !llvm.ptr<3>, !llvm.struct<packed (i8, array<2 x ptr>)>, !llvm.struct<"named", (i32, ptr)>, !llvm.ptr, !llvm.array<2 x struct<(f32, vector<4xf32>)>>, !llvm.x86_amx, !llvm.target<"spirv.Image", i32, 1, 2>, vector<2x!llvm.ptr>)
// CHECK-LABEL: llvm.func @function_type(
// CHECK-SAME: !llvm.ptr {test.a = !llvm.func<void (i32, ptr, ...)>, test.b = !llvm.struct<"later", opaque>, test.c = !llvm.void})
// CHECK-LABEL: llvm.func @rest(
// CHECK-SAME: %[[A0:.*]]: i32, %[[A1:.*]]: f32, %[[A2:.*]]: !llvm.ptr, %[[A3:.*]]: i64) -> i32 {
// CHECK-NEXT:   %[[V0:.*]] = llvm.and %[[A0]], %[[A0]] : i32
// CHECK-NEXT:   %[[V1:.*]] = llvm.ashr exact %[[A0]], %[[A0]] : i32
// CHECK-NEXT:   %[[V2:.*]] = llvm.frem %[[A1]], %[[A1]] : f32
// CHECK-NEXT:   %[[V3:.*]] = llvm.uitofp nneg %[[A0]] : i32 to f32
// CHECK-NEXT:   %[[V4:.*]] = llvm.fptosi %[[A1]] : f32 to i64
// CHECK-NEXT:   %[[V5:.*]] = llvm.fptrunc %[[A1]] : f32 to f16
// CHECK-NEXT:   %[[V6:.*]] = llvm.ptrtoint %[[A2]] : !llvm.ptr to i64
// CHECK-NEXT:   %[[V7:.*]] = llvm.inttoptr %[[A3]] : i64 to !llvm.ptr
// CHECK-NEXT:   %[[V8:.*]] = llvm.addrspacecast %[[A2]] : !llvm.ptr to !llvm.ptr<1>
// CHECK-NEXT:   %[[V9:.*]] = llvm.intr.experimental.constrained.fptrunc %[[A1]] towardzero ignore : f32 to f16
// CHECK-NEXT:   %[[V10:.*]] = llvm.intr.smax(%[[A0]], %[[A0]]) : (i32, i32) -> i32
// CHECK-NEXT:   %[[V11:.*]] = llvm.intr.maximum(%[[A1]], %[[A1]]) {fastmathFlags = #llvm.fastmath<nsz, arcp>} : (f32, f32) -> f32
// CHECK-NEXT:   llvm.return %[[V10]] : i32
// CHECK-NEXT: }
llvm.func @types(!llvm.ptr<3>, !llvm.struct<packed (i8, array<2 x ptr>)>, !llvm.struct<"named", (i32, ptr)>, !llvm.ptr, !llvm.array<2 x struct<(f32, vector<4xf32>)>>, !llvm.x86_amx, !llvm.target<"spirv.Image", i32, 1, 2>, vector<2x!llvm.ptr>)
llvm.func @function_type(%p: !llvm.ptr {test.a = !llvm.func<void (i32, ptr, ...)>, test.b = !llvm.struct<"later", opaque>, test.c = !llvm.void})
llvm.func @rest(%a: i32, %x: f32, %p: !llvm.ptr, %l: i64) -> i32 {
  %0 = llvm.and %a, %a : i32
  %1 = llvm.ashr exact %a, %a : i32
  %2 = llvm.frem %x, %x : f32
  %3 = llvm.uitofp nneg %a : i32 to f32
  %4 = llvm.fptosi %x : f32 to i64
  %5 = llvm.fptrunc %x : f32 to f16
  %6 = llvm.ptrtoint %p : !llvm.ptr to i64
  %7 = llvm.inttoptr %l : i64 to !llvm.ptr
  %8 = llvm.addrspacecast %p : !llvm.ptr to !llvm.ptr<1>
  %9 = llvm.intr.experimental.constrained.fptrunc %x towardzero ignore : f32 to f16
  %10 = llvm.intr.smax(%a, %a) : (i32, i32) -> i32
  %11 = llvm.intr.maximum(%x, %x) {fastmathFlags = #llvm.fastmath<nsz, arcp>} : (f32, f32) -> f32
  llvm.return %10 : i32
}
