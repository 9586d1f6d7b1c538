func.func @a() {
^b (%x : i32:
  return
}
// -----
func.func @a() {
^b:
  cf.br ^c(
  return
}
// -----
func.func @a() {
^b %x: i32 :
  return
}
// -----
func.func @a() {
  "foo"() : ()->()
  ""() : ()->()
  return
}
// -----
func.func @a() {
^bb0:
  %c = "foo"() : () -> i1
  %a = "foo"() : () -> i32
  cf.cond_br %c, ^bb0(%a, %a : i32, ^bb0)
}
// -----
func.func @a() {
^bb0:
  %c = "foo"() : () -> i1
  cf.cond_br %c, ^bb0, i32
}
// -----
func.func @a(%a : i32) {
  %c = "arith.addi"(%a, %a)[^bb1] : () -> ()
^bb1:
  return
}
// -----
func.func @n(){^b(
// -----
func.func @f(!<"">) -> () {
  return
}
// -----
func.func @f(!foo<) -> () {
  return
// -----
!missing =
// -----
func.func @f() -> !invalid.dialect<!x@#]!@#>
// -----
func.func @f(tuple i32>)
// -----
func.func @f(tuple<i32)
// -----
func.func @f() {
  "foo.use" (%1) : (i32) -> ()
  "foo.region"() ({
    %1 = arith.constant 0 : i32
    "foo.yield"() : () -> ()
  }, {
    %2 = arith.constant 1 i32
  }) : () -> ()
  return
}
// -----
func.func @f() {
  "foo.branch"()[^bb2] : () -> ()
^bb1:
  "foo.region"() ({
    ^bb2:
      "foo.yield"() : () -> ()
  }) : () -> ()
}
// -----
"region"() ({},{},{} : () -> ()
// -----
%0: = "foo" () : () -> (i32, i32)
// -----
%0, = "foo" () : () -> (i32, i32)
// -----
"t"(){""}
// -----
@foo
// -----
"J// -
// -----
"foo"(){bar = dense<[()]> : tensor<complex<i64>>} : () -> ()
// -----
"foo"(){bar = dense<[(10,10]> : tensor<complex<i64>>} : () -> ()
// -----
"f"(){bar = sparse<vector<1xi64>,[,[,1]
// -----
"f"(){bar = sparse<[[0, 0, 0]],  [[-2.0]]> : vector<1x1x1xf16>} : () -> ()
// -----
"f"(){bar = sparse<1, 10> : tensor<1x1xi16>} : () -> ()
// -----
"foo"() {bar = dense<0x7FFFFFF0000000000000> : tensor<2xf32>} : () -> ()
// -----
#attr = distinct[8]<attribute
// -----
#attr = array<vector<i32>>
// -----
#attr = array<i7>
// -----
#attr = dense_resource<resource> : i32
// -----
"f"() { b = [@m:
// -----
func.func @f() {
  %c = constant @g : () -> ()
  %d = func.constant @f : () -> ()
  return
}
// -----
func.func @f(memref<1x?x4x?x?xi32, affine_map<(d0, d1, d2, d3, d4)[s0] -> (d0, d1, d2, d4, d3)>, 0>, memref<2x4x8xi8, affine_map<(d0,d1,d2)->(d0,d1,d2)>, 1>, vector<1 x f32>, tensor<* x f32>, si1023, memref<5xf32, {a = "x", b = 1}>)
// -----
func.func @f(%arg0: index, %arg1: index, %m : memref<100xf32>) {
  affine.for %i0 = max affine_map<()[s]->(0,s-1)>()[%arg0] to min affine_map<()[s]->(100,s+1)>()[%arg1] {
    affine.if affine_set<(i)[N] : (i - 2 >= 0, 4 - i >= 0)>(%i0)[%arg0] { "x"() : () -> () } else { affine.if affine_set<() : ()>() { } }
  }
  return
}
// -----
"f"() {a = 0x7FF0000000000000 : f64, b = 0x7FC00000 : f32, c = -0.0 : f16, d = 1.e10 : f64, e = 0xFF : i8, g = -1 : index, h = dense<0xFFF00000> : tensor<f32>, i = opaque<"a", "0xAB"> : tensor<2xi8>} : () -> ()
// -----
"f"() {a = affine_map<(d0)[s0, s1] -> ((d0 + s0 * 4) floordiv s1, d0 mod -3, d0 ceildiv 0)>} : () -> ()
// -----
"f"() {a = affine_map<(i, j, i) -> (i)>} : () -> ()
// -----
"f"() {a = affine_map<(i, j) -> (i * j)>} : () -> ()
// -----
"f"() {a = affine_map<(i, j) -> (i mod j)>} : () -> ()
// -----
"f"() {a = affine_map<(i, j) [s0, true] -> (i, 9)>} : () -> ()
// -----
"f"() {a = affine_map<(i, j) [s0, s1] -> i, j)>} : () -> ()
// -----
"f"() {a = affine_map<(d0) -> (d0, )>} : () -> ()
// -----
"f"() {a = affine_map<(i, j) -> (+i, j)>} : () -> ()
// -----
"f"() {a = affine_map<(i, j) -> (i, *j+5)>} : () -> ()
// -----
"f"() {a = affine_map<(i, j) -> (i ceil j)>} : () -> ()
// -----
"f"() : () -> () loc(
// -----
"f"() : () -> () loc(unknown
// -----
"f"() : () -> () loc(callsite unknown
// -----
"f"() : () -> () loc(callsite(unknown unknown
// -----
"f"() : () -> () loc("foo":
// -----
"f"() : () -> () loc("foo":42:43 to foo)
// -----
"f"() : () -> () loc("foo"(
// -----
"f"() : () -> () loc(fused<true
// -----
"f"() : () -> () loc(fused[10])
// -----
"f"() : () -> () loc("foo":10:8 to :9)
"g"() : () -> () loc(fused<"x">["a", callsite("b" at "c":1:2)])
"g"() {l = loc("foo":10:8 to 11:9)} : () -> ()
// -----
func.func @f(vector<[4]x8xi32>, vector<4x[8]xi1>, vector<-1xi32>)
// -----
func.func @f(vector<?xi32>)
// -----
func.func @f(vector<4xtensor<i32>>)
// -----
func.func @f(tensor<?x?xi32, {a}>, tensor<4x?xf32, #x.y>, memref<*xf32, 3>, tensor<2xnone>)
// -----
func.func @f(memref<*xf32, affine_map<(d0)->(d0)>>)
// -----
func.func @f(memref<2x2xf32, strided<[1]>>)
// -----
func.func @f(memref<2xf32, strided<1>>)
// -----
func.func @f(memref<2xf32, strided<[1], offset 3>>)
// -----
func.func @f(memref<2xf32, 1, 2>)
// -----
func.func @f(complex<vector<i32>>)
// -----
func.func @f(i99999999999)
// -----
func.func @f(memref<0x3xi32>, tensor<0x0xi32>, tensor<0xf32>)
// -----
func.func @f(memref<0x3i32>)
// -----
func.func @f(%a: i32) {
  %0 = arith.cmpi eq, %a, %a {predicate = 1 : i64} : i32
  return
}
// -----
"func.return"() <{foo = 1 : i32}> : () -> ()
// -----
func.func @f(%f: f32) {
  %0 = "arith.addf"(%f, %f) {fastmath = 3 : i32} : (f32, f32) -> f32
  return
}
// -----
func.func @f(%f: f32) {
  %0 = "arith.addf"(%f, %f) {foo = 3 : i32} : (f32, f32) -> f32
  return
}
// -----
func.func @f(%f: f32) {
  %0 = "arith.cmpf"(%f, %f) <{predicate = "x"}>: (f32, f32) -> i1
  return
}
// -----
func.func @f(%f: f32) {
  %0 = "arith.cmpf"(%f, %f) <{predicate = 77 : i64}>: (f32, f32) -> i1
  return
}
// -----
func.func @f(%f: f32) {
  %0 = "arith.cmpf"(%f, %f) <{}>: (f32, f32) -> i1
  return
}
// -----
func.func @f(%f: f32) {
  %0 = "arith.cmpf"(%f, %f) : (f32, f32) -> i1
  return
}
// -----
func.func @f(%f: f32) {
  %0 = "arith.cmpf"(%f, %f) <{predicate = 2 : i64}> {fastmath = #arith.fastmath<fast>} : (f32, f32) -> i1
  return
}
// -----
func.func @f(%f: f32) {
  %0 = "arith.cmpf"(%f, %f) <{predicate = 2 : i64}> {predicate = 1 : i64} : (f32, f32) -> i1
  return
}
// -----
func.func @f(%f: f32) {
  %0 = "arith.cmpf"(%f, %f) <{predicate = 2 : i64, fastmath = unit}> {predicate = 1 : i64} : (f32, f32) -> i1
  return
}
// -----
func.func @f(%f: memref<4xf32>, %i: index) {
  %0 = "memref.load"(%f, %i) <{nontemporal = 1 : i32}> : (memref<4xf32>, index) -> f32
  return
}
// -----
func.func @f(%f: memref<4xf32>, %i: index) {
  %0 = memref.load %f[%i] {nontemporal = 1 : i32} : memref<4xf32>
  return
}
// -----
func.func @f(%f: memref<4xf32>, %i: index) {
  %0 = memref.load %f[%i] {alignment = 3 : i32} : memref<4xf32>
  return
}
// -----
func.func @f(%f: memref<4xf32>, %i: index) {
  %0 = memref.load %f[%i] {alignment = 3 : i64} : memref<4xf32>
  return
}
// -----
func.func @f(%f: memref<4xf32>, %i: index) {
  %0 = memref.load %f[%i] {alignment = "f"} : memref<4xf32>
  return
}
// -----
"func.func"() <{function_type = () -> (), sym_name = "x", foo = 2 : i32}> ({}) : () -> ()
// -----
"func.func"() <{function_type = 3 : i32, sym_name = "x"}> ({}) : () -> ()
// -----
"func.func"() <{function_type = i32, sym_name = "x"}> ({}) : () -> ()
// -----
"func.func"() {function_type = i32, sym_name = "x"} ({}) : () -> ()
// -----
"func.func"() ({}) {function_type = i32, sym_name = "x"} : () -> ()
// -----
module attributes {sym_name = 3} {}
// -----
module attributes {sym_visibility = 3} {}
// -----
"builtin.module"() <{sym_visibility = 3}> ({}) : () -> ()
// -----
func.func @f(%i: index) {
  %0 = "affine.linearize_index"(%i, %i) <{operandSegmentSizes = array<i32: 2, 0>, static_basis = array<i64>}> : (index, index) -> index
  return
}
// -----
func.func @f(%i: index) {
  %0 = "affine.linearize_index"(%i, %i) <{operandSegmentSizes = array<i32: 2>, static_basis = array<i64>}> : (index, index) -> index
  return
}
// -----
func.func @f(%i: index) {
  %0 = "affine.linearize_index"(%i, %i) <{operandSegmentSizes = 3 : i32, static_basis = array<i64>}> : (index, index) -> index
  return
}
// -----
func.func @f(%i: index) {
  %0 = "affine.linearize_index"(%i, %i) <{static_basis = array<i64>}> : (index, index) -> index
  return
}
// -----
func.func @f(%i: index) {
  %0 = "affine.linearize_index"(%i, %i) {operandSegmentSizes = array<i32: 2>, static_basis = array<i64>} : (index, index) -> index
  return
}
// -----
func.func @f(%i: index) {
  %0 = "affine.linearize_index"(%i, %i) <{operandSegmentSizes = array<i64: 2, 0>, static_basis = array<i64>}> : (index, index) -> index
  return
}
// -----
func.func @f(%i: i1) {
  cf.cond_br %i, ^bb1, ^bb1 {operandSegmentSizes = array<i32: 1, 0, 0>}
^bb1:
  return
}
// -----
func.func @f(%i: i1) {
  cf.cond_br %i, ^bb1, ^bb1 {branch_weights = "x"}
^bb1:
  return
}
// -----
func.func @f(%a: f32) {
  return
}
func.func @f(%a: f32) {
  return
}
// -----
"func.func"() <{sym_name = "f", function_type = () -> ()}> ({
  %0 = "test.x"() : () -> i32
}) : () -> ()
// -----
func.func @f(%a: i32) -> {
  %0 = arith.addi %a, %zz : i32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.addi %a, %a : i32
}
// -----
func.func @f(%a: i32) {
  %0 = arith.addi %a, %a {overflowFlags = 3 : i32} : i32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.cmpi eq, %a, %a {predicate = "x"} : i32
  return
}
// -----
func.func @f(%a: i32) {
  %0 = arith.fastadd %a, %a {predicate = "x"} : i32
  return
}
// -----
func.func @f(%a: f32) {
  %0 = "arith.addf"(%a, %a) <{fastmath = #arith.fastmath<none>, foo = 1 : i32}> : (f32, f32) -> f32
  return
}
// -----
func.func @f(%a: f32) {
  %0 = "arith.addf"(%a, %a) <{fastmath = 3 : i32}> : (f32, f32) -> f32
  return
}
// -----
"unknown.op"() <{a = 1 : i32}> {b = 2 : i32} : () -> ()
// -----
"unknown.op"() <{a = 1 : i32}> {a = 2 : i32} : () -> ()
// -----
"unknown.op"() {a = 1 : i32, a = 2 : i32} : () -> ()
// -----
func.func private @f(memref<4xf32, strided<[0]>>)
// -----
func.func private @f(memref<4xf32, strided<[1], offset: ?>>)
// -----
func.func private @f(memref<?x4xf32, strided<[?, 0], offset: 3>>)
// -----
func.func @f(%i: index) {
  %0 = "affine.linearize_index"(%i, %i) <{disjoint = false, operandSegmentSizes = array<i32: 1, 1, 0>, static_basis = array<i64>}> : (index, index) -> index
  return
}
// -----
func.func @f(%i: index) {
  %0 = affine.linearize_index [%i, %i] by (3, 4) : index
  %1 = affine.linearize_index disjoint [%i, %i] by (3, 4) : index
  return
}
// -----
func.func @f(%i: index) {
  %0 = arith.constant dense<1.0> : tensor<3xf8E8M0FNU>
  %1 = arith.constant dense<[1.0, 2.0, 0x7F]> : tensor<3xf8E8M0FNU>
  %2 = arith.constant 1.0 : f8E8M0FNU
  return
}
// -----
func.func private @f(!foo)
// -----
func.func private @f(!llvm.foo)
// -----
func.func private @f(!unk.foo<a>)
// -----
func.func private @f(tensor<3xfoo>)
// -----
"a.b"() {x = #llvm.foo} : () -> ()
// -----
"a.b"() {x = #unk.foo} : () -> ()
// -----
"a.b"() : () -> (!builtin.foo)
// -----
"a.b"() {x = #builtin.foo} : () -> ()
// -----
"a.b"() {x = #affine.foo} : () -> ()
// -----
"a.b"() : () -> (!arith.foo)
// -----
func.func @f(i16777216)
// -----
func.func @f(i4294967296)
// -----
func.func @f(i4294967295)
// -----
func.func @f(si4294967296)
// -----
#attr = distinct[0xAAAABBBBEEEEFFFF1]<>
"t"() {a = #attr} : () -> ()
// -----
#attr = distinct[18446744073709551615]<>
"t"() {a = #attr} : () -> ()
