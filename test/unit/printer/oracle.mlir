// names
%0:2, %x = "t.a"() : () -> (i32, i32, i1)
"t.b"(%0#0, %0#1, %x) ({
^entry(%a: i32 loc("a name"), %b: i32):
  %1 = "t.c"(%a) : (i32) -> i32 loc("value 1"("f.py":3:4))
  "t.br"(%1)[^next, ^next] : (i32) -> ()
^next:
  %2:3 = "t.c"() ({ %3 = "t.d"(%1) : (i32) -> i32 }, { %4 = "t.d"() : () -> i32 }) : () -> (i32, i32, i32)
  "t.br"()[^last] : () -> ()
^dead:
  "t.br"()[^next] : () -> ()
^last:
  "t.end"(%2#2, %2#2, %b) : (i32, i32, i32) -> ()
}, {
  %5 = "t.c"() : () -> i32
  module { %6 = "t.c"() : () -> i32 }
  module @inner attributes {a.b} {}
}) {b, "c d" = 1 : i8, a = "x"} : (i32, i32, i1) -> ()

// -----

// numbers
"t.f"() {a = 1.234567 : f32, b = 3.1415926535897931, c = 0.0001220703125 : f32, d = 1.0e10,
  e = 123456789.0, f = 0x7F800000 : f32, g = -0.0, h = 0x7FC00001 : f32, i = 1.0e300, j = 16777217.0,
  k = 1.0e20, l = 3.14159274 : f32, m = 0.1 : bf16, n = 1.0e-7 : f16, o = 0.1 : f128, p = 0.1 : f80,
  q = 1.0 : f8E4M3FN, r = 0.3 : f8E5M2, s = 1234567.0 : f32, t = 12345678.0 : f32, u = 100.5 : f8E4M3FN,
  v = 0.001234567 : f32, w = 0.0001234567 : f32, x = 65504.0 : f16, y = 5.0e-324, z = 1.7976931348623157e308,
  aa = [0x7F800000 : f32, 0x7FF0000000000000 : f64, 0.5 : f64, 1, 2 : i32, 3 : index, true, -4 : si8, 255 : ui8],
  bb = -9223372036854775808 : i64, cc = 340282366920938463463374607431768211455 : ui128, dd = -1 : index,
  ee = 0.5 : f4E2M1FN, ff = 4.0 : f8E8M0FNU, gg = 1.5 : tf32, hh = 0.1 : f6E3M2FN, ii = 0.125 : f8E4M3B11FNUZ
} : () -> ()

// -----

// elements
"t.g"() {a = dense<true> : tensor<4xi1>, b = dense<[[true, false], [false, true]]> : tensor<2x2xi1>,
  c = dense<> : tensor<0xf32>, d = dense<(1,2)> : tensor<2xcomplex<i32>>,
  e = dense<[(1.0, 2.0), (3.0, 4.0)]> : tensor<2xcomplex<f32>>, f = dense<"a"> : tensor<2x!foo.s>,
  g = dense<["a", "b\0A"]> : tensor<2x!foo.s>, h = sparse<[[0, 0], [1, 2]], [1, 5]> : tensor<3x4xi32>,
  i = sparse<> : tensor<3x4xi32>, j = sparse<[[0, 0]], [1.0]> : tensor<3x4xf32>, k = dense<5> : tensor<i32>,
  l = dense<255> : tensor<2xui8>, m = array<i8>, n = array<f32: 1.0, 2.5>, o = array<i1: true, false>,
  p = dense<[[[1], [2]]]> : vector<1x2x1xindex>, q = dense<[1.0, 0x7F800000]> : tensor<2xf32>,
  r = dense<[1, -2, 3]> : tensor<3xi4>, s = dense_resource<big> : tensor<1xf32>,
  t = [dense_resource<"odd key"> : tensor<1xf32>, dense_resource<absent> : tensor<1xf32>]} : () -> ()
{-#
  dialect_resources: {
    builtin: {
      "odd key": "0x080000000000803F",
      unused: "0x080000000000803F",
      big: "0x040000000000803F"
    }
  }
#-}

// -----

// attributes
"t.h"() {a = !foo.bar<abc>, b = !foo<"bar">, c = #foo<a b c>, d = memref<2xf32, 1>,
  e = memref<2xf32, strided<[?], offset: 3>, 2 : i32>, f = memref<*xf32, "s">, g = tensor<*xf32>,
  h = vector<[4]x2xf32>, i = tensor<?x3xf32, "enc">, j = () -> (() -> ()), k = tuple<>, l = tuple<i32, f32>,
  m = vector<f32>, n = si8, o = none, p = complex<f32>, q = memref<f32>, r = "str" : i32,
  s = "\22\5C\09\00\7F\FF\C3\A9", t = @a::@"b c", u = @"0x", v = (i32) -> ((i32) -> i32),
  w = [unit, [], {}, {a, "1" = 2}], x = #foo.bar, y = distinct[4]<unit>, z = [distinct[4]<unit>, distinct[2]<unit>]}
: () -> ()

// -----

// aliases
#m = affine_map<(d0, d1) -> (d0 + d1 * 3 - 4, d1 mod 3, d0 floordiv 2, d0 ceildiv 5, -d0)>
#s = affine_set<(d0, d1)[s0] : (d0 - d1 + s0 >= 0, d0 * 2 - 4 == 0)>
!t = tuple<i1, i2, i3, i4, i5, i6, i7, i8, i9, i10, i11, i12, i13, i14, i15, i16, i17>
"a.a"() ({
^bb0(%a: !t, %b: tuple<!t, memref<3x3xf32, affine_map<(d0, d1) -> (d1, d0)>>>):
  "a.b"(%a) {x = #m} : (!t) -> ()
  "a.c"() {x = #s, y = memref<2xf32, affine_map<(d0) -> (d0 + 7)>, 3>} : () -> ()
  %1 = "a.d"() ({ "a.e"() {z = #s} : () -> () }, { "a.e"() {z = affine_map<(d0) -> (d0)>} : () -> () })
    {l = loc(callsite("x"("f":1:2) at fused<#s>["a", "b"]))} : () -> (!t)
}) {t = (tuple<i1>, !t) -> !t, arr = [[#m, #s], {a = #m}], d = dense<1> : tensor<2xi32, #m>,
  u = distinct[7]<#m>, v = distinct[3]<"x">, w = distinct[5]<unit>,
  e = dense_resource<r> : tensor<2xi32, affine_map<(d0) -> ()>>} : () -> () loc(fused["x", callsite("a" at "b")])

// -----

// locations
#file = loc("x.py":1:2)
#named = loc("foo"(#file))
"t.f"() ({
^bb0(%a: i32 loc("argument"), %b: memref<2xf32, affine_map<(d0) -> (d0 + 1)>> loc(#file)):
  %0 = "t.q"() : () -> i32 loc("abc"(#file))
  %1:2 = "t.q"() : () -> (i32, i32) loc("abc d"(#file))
  "t.z"() : () -> () loc(callsite("f" at "x":3:4))
  "t.z"() : () -> () loc(callsite(#file at "x"))
  "t.z"() : () -> () loc(fused<affine_map<(d0) -> (d0 + 5)>>["a", #named])
  "t.z"() : () -> () loc(unknown)
  "t.z"() : () -> () loc("a":1:2 to 3:4)
  "t.z"() : () -> () loc("a":1:2 to :4)
  "t.z"() : () -> () loc(callsite("f"(#named) at #file))
  "t.w"() ({ "t.x"() {a = affine_map<(d0) -> (d0 + 2)>} : () -> () }) {a = affine_map<(d0) -> (d0 + 4)>}
    : () -> memref<2xf32, affine_map<(d0) -> (d0 + 6)>>
}) {a = loc(#named), b = loc("zz"), c = distinct[0]<unit>}: () -> ()

// -----

// users
%0 = "a"() : () -> i32
"f"(%0, %0) : (i32, i32) -> ()
%1 = "a"() : () -> i32
%2:2 = "f"(%1, %1) : (i32, i32) -> (i32, i32)
%3 = "f"(%2#0, %2#1) : (i32, i32) -> i32
%4 = "f"(%2#0, %3) : (i32, i32) -> i32
"f"(%2#0, %4) ({
^bb0(%x: i32, %y: i32):
  "g"(%x, %x) : (i32, i32) -> ()
}) : (i32, i32) -> ()
%5:2 = "f"() : () -> (i32, i32)
