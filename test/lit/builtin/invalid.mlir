// What is wrong with builtin's ops, in upstream's words.
// RUN: mlirlite-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

// expected-error @+1 {{'builtin.module' op can only contain attributes with dialect-prefixed names, found: 'foo'}}
module attributes {foo} {}

// -----

// expected-error @+1 {{custom op 'return' is unknown (tried 'builtin.return' as well)}}
module { return }

// -----

// expected-error @+1 {{'builtin.module' op region should have no arguments}}
module { ^bb0(%x: i32): }

// -----

// expected-error @+1 {{'builtin.module' op expects region #0 to have 0 or 1 blocks}}
"builtin.module"() ({^bb0: "foo.bar"() : () -> () 
^bb1: }) : () -> ()

// -----

// expected-error @+1 {{'builtin.module' op region #0 ('bodyRegion') failed to verify constraint: region with 1 blocks}}
"builtin.module"() ({}) : () -> ()

// -----

func.func @a(%x: i64) {
  %0 = builtin.unrealized_conversion_cast %x : i64 to f32
 %1 = builtin.unrealized_conversion_cast to f32
 // expected-error @+1 {{expected non-function type}}
 builtin.unrealized_conversion_cast %x : i64 to 

  return
}

// -----

func.func @a(%x: i64) {
  // expected-error @+1 {{'builtin.unrealized_conversion_cast' op expected at least one result for cast operation}}
  "builtin.unrealized_conversion_cast"(%x) : (i64) -> ()
  return
}

// -----

// expected-error @+1 {{'builtin.module' op region should have no arguments}}
"builtin.module"() ({^bb0(%x: i32): }) : () -> ()

// -----

// expected-error @+1 {{memref layout mismatch between rank and affine map: 2 != 1}}
func.func private @map_of_one_dimension(memref<2x3xi8, affine_map<(d0) -> (d0)>>)

// -----

// expected-error @+1 {{unsupported memory space Attribute}}
func.func private @type_as_memory_space(memref<2xi8, i64>)

// -----

// expected-error @+1 {{invalid dimension}}
func.func private @too_large(tensor<99999999999999999999xi8>)

// -----

// expected-error @+2 {{no expression inside parentheses}}
// expected-error @+1 {{missing operand of negation}}
#nothing_to_negate = affine_map<(i) -> (-())>

// -----

// An error may come twice, a comment counts for both.
// expected-error @+1 {{expected attribute}}
#word = distinct[1]<word>

// -----

// expected-error @+1 {{use of undeclared identifier}}
#a = affine_map<(i, j) -> (i, 3 * k + )>

// -----

// expected-error @+1 {{use of undeclared identifier}}
#a = affine_set<(i)[n] : (m + i)>

// -----

// expected-error @+1 {{expected an unsigned 64-bit integer}}
#a = distinct[0xAAAABBBBEEEEFFFF1]

// -----

// expected-error @+1 {{invalid memref element type}}
func.func private @f(memref<4x!llvm.struct<(f32)>>)

// -----

// expected-error @+1 {{failed to verify 'elementType': VectorElementTypeInterface instance}}
func.func private @f(vector<4x!llvm.struct<(f32)>>)

// -----

// Results are counted before operands.
func.func @f(%a: i32) {
  // expected-error @+1 {{'arith.addi' op requires one result}}
  "arith.addi"(%a) : (i32) -> ()
  return
}

// -----

func.func @f(%a: i1) {
  // expected-error @+1 {{'cf.cond_br' op requires 2 successors but found 0}}
  "cf.cond_br"(%a) <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
}

// -----

// A value of another function crosses an isolated op: that is said, not that it does not dominate.
// expected-note @+1 {{required by region isolation constraints}}
"func.func"() <{function_type = () -> (), sym_name = "f"}> ({
  // expected-error @+1 {{'test.use' op using value defined outside the region}}
  "test.use"(%0) : (i1) -> ()
  "func.return"() : () -> ()
}) : () -> ()
"func.func"() <{function_type = () -> (), sym_name = "g"}> ({
  %0 = "arith.constant"() <{value = true}> : () -> i1
  "func.return"() : () -> ()
}) : () -> ()

// -----

// expected-error @+1 {{integer constant out of range for attribute}}
"test.op"() {a = 1 : i0} : () -> ()

// -----

// A region beside the one of the use: nothing isolated is crossed.
func.func @f() {
  "test.two_region_op"() ({
    // expected-error @+1 {{operand #0 does not dominate this use}}
    "test.use"(%0) : (i32) -> ()
    "test.finish"() : () -> ()
  }, {
    // expected-note @+1 {{operand defined here}}
    %0 = "test.make"() : () -> i32
    "test.finish"() : () -> ()
  }) : () -> ()
  return
}
