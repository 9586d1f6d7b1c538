// What the verifiers and parsers of the llvm dialect reject, in upstream's words.
// RUN: mlirlite-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

// expected-error@+1 {{'llvm.add' op operand #0 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'f32'}}
func.func @a(%a: f32) { %0 = "llvm.add"(%a, %a) : (f32, f32) -> f32 return }

// -----

// expected-error@+1 {{'llvm.fadd' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'i32'}}
func.func @a(%a: i32) { %0 = "llvm.fadd"(%a, %a) : (i32, i32) -> i32 return }

// -----

// expected-error@+1 {{'llvm.load' op result #0 must be LLVM type with size, but got 'index'}}
func.func @a(%a: !llvm.ptr) { %0 = llvm.load %a : !llvm.ptr -> index return }

// -----

// expected-error@+1 {{'llvm.mlir.undef' op result #0 must be LLVM dialect-compatible type, but got 'index'}}
func.func @a(%a: !llvm.ptr) { %0 = llvm.mlir.undef : index return }

// -----

// expected-error@+1 {{'llvm.extractvalue' op operand #0 must be LLVM aggregate type, but got 'i32'}}
func.func @a(%a: i32) { %0 = "llvm.extractvalue"(%a) {position = array<i64: 0>} : (i32) -> i32 return }

// -----

// expected-error@+1 {{custom op 'llvm.extractvalue' position out of bounds: 1}}
func.func @a(%a: !llvm.struct<(i32)>) { %0 = llvm.extractvalue %a[1] : !llvm.struct<(i32)> return }

// -----

// expected-error@+1 {{'llvm.extractvalue' op Type mismatch: extracting from '!llvm.struct<(i32)>' should produce 'i32' but this op returns 'f32'}}
func.func @a(%a: !llvm.struct<(i32)>) { %0 = "llvm.extractvalue"(%a) {position = array<i64: 0>} : (!llvm.struct<(i32)>) -> f32 return }

// -----

// expected-error@+1 {{'llvm.icmp' op operand #0 must be signless integer or LLVM dialect-compatible vector of signless integer or LLVM pointer type or LLVM dialect-compatible vector of LLVM pointer type, but got 'f32'}}
func.func @a(%a: f32) { %0 = "llvm.icmp"(%a, %a) {predicate = 0} : (f32, f32) -> i1 return }

// -----

// expected-error@+1 {{'llvm.icmp' op attribute 'predicate' failed to satisfy constraint: llvm.icmp comparison predicate}}
func.func @a(%a: i32) { %0 = "llvm.icmp"(%a, %a) {predicate = 10} : (i32, i32) -> i1 return }

// -----

// expected-error@+1 {{custom op 'llvm.icmp' 'foo' is an incorrect value of the 'predicate' attribute}}
func.func @a(%a: i32) { %0 = llvm.icmp "foo" %a, %a : i32 return }

// -----

// expected-error@+1 {{'llvm.icmp' op result #0 must be 1-bit signless integer or LLVM dialect-compatible vector of 1-bit signless integer, but got 'i32'}}
func.func @a(%a: i32) { %0 = "llvm.icmp"(%a, %a) {predicate = 1} : (i32, i32) -> i32 return }

// -----

// expected-error@+1 {{'llvm.select' op operand #0 must be 1-bit signless integer or LLVM dialect-compatible vector of 1-bit signless integer, but got 'f32'}}
func.func @a(%a: i32, %b: f32) { %0 = llvm.select %b, %a, %a : f32, i32 return }

// -----

// expected-error@+1 {{'llvm.bitcast' op result #0 must be LLVM-compatible non-aggregate type, but got 'tensor<2xf32>'}}
func.func @a(%a: i32, %b: f32) { %0 = llvm.bitcast %a : i32 to tensor<2xf32> return }

// -----

// expected-error@+1 {{integer width of the output type is smaller or equal to the integer width of the input type}}
func.func @a(%a: i32, %b: f32) { %0 = llvm.zext %a : i32 to i32 return }

// -----

// expected-error@+1 {{'llvm.fpext' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'i32'}}
func.func @a(%a: i32, %b: f32) { %0 = llvm.fpext %a : i32 to f64 return }

// -----

// expected-error@+1 {{custom op 'llvm.extractelement' invalid kind of type specified: expected builtin.vector, but found 'i32'}}
func.func @a(%a: i32, %b: f32) { %0 = llvm.extractelement %a[%a : i32] : i32 return }

// -----

// expected-error@+1 {{'llvm.inttoptr' op operand #0 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'f32'}}
func.func @a(%a: i32, %b: f32) { %0 = llvm.inttoptr %b : f32 to !llvm.ptr return }

// -----

// expected-error@+1 {{'llvm.alloca' op operand #0 must be signless integer, but got 'f32'}}
func.func @a(%a: i32, %b: f32) { %0 = llvm.alloca %b x i32 : (f32) -> !llvm.ptr return }

// -----

// expected-error@+1 {{'llvm.getelementptr' op operand #0 must be LLVM pointer type or LLVM dialect-compatible vector of LLVM pointer type, but got 'i32'}}
func.func @a(%a: i32, %b: f32) { %0 = llvm.getelementptr %a[0] : (i32) -> !llvm.ptr, i32 return }

// -----

// expected-error@+1 {{'llvm.getelementptr' op index 1 indexing a struct is out of bounds}}
func.func @a(%a: i32, %b: !llvm.ptr) { %0 = llvm.getelementptr %b[0, 2] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i32)> return }

// -----

// expected-error@+1 {{'llvm.getelementptr' op type 'i32' cannot be indexed (index #2)}}
func.func @a(%a: i32, %b: !llvm.ptr) { %0 = llvm.getelementptr %b[0, 2, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i32, i32, i32)> return }

// -----

// expected-error@+1 {{'llvm.getelementptr' op expected index 1 indexing a struct to be constant}}
func.func @a(%a: i32, %b: !llvm.ptr) { %0 = llvm.getelementptr %b[0, %a] : (!llvm.ptr, i32) -> !llvm.ptr, !llvm.struct<(i32, i32, i32)> return }

// -----

// expected-error@+1 {{'llvm.mlir.constant' op expected integer type}}
func.func @a(%a: i32, %b: !llvm.ptr) { %0 = llvm.mlir.constant(1 : i32) : f32 return }

// -----

// expected-error@+1 {{'llvm.mlir.constant' op attribute and type have different float semantics}}
func.func @a(%a: i32, %b: !llvm.ptr) { %0 = llvm.mlir.constant(1.0 : f32) : f64 return }

// -----

// expected-error@+1 {{'llvm.mlir.constant' op type and attribute have a different number of elements: 3 vs. 4}}
func.func @a(%a: i32, %b: !llvm.ptr) { %0 = llvm.mlir.constant(dense<1> : vector<4xi32>) : vector<3xi32> return }

// -----

// expected-error@+1 {{'llvm.mlir.constant' op only supports integer, float, string or elements attributes}}
func.func @a(%a: i32, %b: !llvm.ptr) { %0 = llvm.mlir.constant(unit) : vector<3xi32> return }

// -----

// expected-error@+1 {{'llvm.mlir.addressof' op must reference a global defined by 'llvm.mlir.global', 'llvm.mlir.alias' or 'llvm.func' or 'llvm.mlir.ifunc'}}
func.func @a(%a: i32, %b: !llvm.ptr) { %0 = llvm.mlir.addressof @x : !llvm.ptr return }

// -----

llvm.mlir.global @x(1 : i32) : i32
// expected-error@+1 {{'llvm.mlir.addressof' op pointer address space must match address space of the referenced global or alias}}
func.func @a(%a: i32, %b: !llvm.ptr) { %0 = llvm.mlir.addressof @x : !llvm.ptr<1> return }

// -----

// expected-error@+1 {{'llvm.mlir.global' op requires an i8 array type of the length equal to that of the string attribute}}
llvm.mlir.global external constant @x("abc") : !llvm.array<2 x i8>

// -----

// expected-error@+1 {{custom op 'llvm.mlir.global' expected valid '@'-identifier for symbol name}}
llvm.mlir.global foo constant @x("abc") : !llvm.array<2 x i8>

// -----


// expected-error@+1 {{'llvm.call' op 'foo' does not reference a symbol in the current scope}}
func.func @x() { llvm.call @foo() : () -> () return }

// -----

llvm.func @foo(i32)
// expected-error@+1 {{'llvm.call' op operand type mismatch for operand 0: 'i64' != 'i32'}}
func.func @x(%a: i64) { llvm.call @foo(%a) : (i64) -> () return }

// -----

llvm.func @foo(i32)
// expected-error@+1 {{'llvm.call' op calling function with void result must not produce values}}
func.func @x(%a: i32) { llvm.call @foo(%a) : (i32) -> i32 return }

// -----

llvm.func @foo(i32)
// expected-error@+1 {{'llvm.call' op incorrect number of operands (2) for callee (expecting: 1)}}
func.func @x(%a: i32) { llvm.call @foo(%a, %a) : (i32, i32) -> () return }

// -----

// expected-note@+1 {{when returning from function}}
llvm.func @foo(i32) -> i32 {
^bb0(%a: i32):
// expected-error@+1 {{'llvm.return' op expected 1 operand}}
 llvm.return
}

// -----

// expected-note@+1 {{when returning from function}}
llvm.func @foo(%a: i32) -> i64 {
// expected-error@+1 {{'llvm.return' op mismatching result types}}
 llvm.return %a : i32
}

// -----

// expected-note@+1 {{when returning from function}}
llvm.func @foo(%a: i32) {
// expected-error@+1 {{'llvm.return' op expected no operands}}
 llvm.return %a : i32
}

// -----

// expected-error@+1 {{custom op 'llvm.func' failed to construct function type: expected LLVM type for function arguments}}
llvm.func @foo(%a: index) {
 llvm.return
}

// -----

// expected-error@+1 {{custom op 'llvm.func' failed to construct function type: expected zero or one function result}}
llvm.func @foo(%a: i32) -> (i32, i32) {
 llvm.return
}

// -----

// expected-error@+1 {{'llvm.func' op external functions must have 'external' or 'extern_weak' linkage}}
llvm.func internal @foo(i32)

// -----

// expected-error@+1 {{'llvm.func' op functions cannot have 'common' linkage}}
llvm.func common @foo(i32)

// -----

// expected-error@+1 {{custom op 'llvm.func' variadic arguments must be in the end of the argument list}}
llvm.func @foo(i32, ..., i32)

// -----

// expected-error@+1 {{invalid array element type: '!llvm.void'}}
func.func @x(%a: !llvm.array<4 x !llvm.void>) 

// -----

// expected-error@+1 {{invalid function argument type: '!llvm.void'}}
func.func @x(%a: !llvm.func<i32 (i32, void)>) 

// -----

// expected-error@+1 {{'llvm.fadd' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'vector<4x4xf32>'}}
func.func @x(%a: vector<4x4xf32>) { %0 = llvm.fadd %a, %a : vector<4x4xf32> return }

// -----

// expected-error@+1 {{'llvm.intr.sqrt' op requires the same type for all operands and results}}
func.func @x(%a: f32) { %0 = llvm.intr.sqrt(%a) : (f32) -> f64 return }

// -----

// expected-error@+1 {{'llvm.intr.sqrt' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'i32'}}
func.func @x(%a: i32) { %0 = llvm.intr.sqrt(%a) : (i32) -> i32 return }

// -----

// expected-error@+1 {{'llvm.load' op expected alignment for atomic access}}
func.func @x(%a: !llvm.ptr) { %0 = llvm.load %a atomic monotonic : !llvm.ptr -> i32 return }

// -----

// expected-error@+1 {{'llvm.load' op unsupported ordering 'release'}}
func.func @x(%a: !llvm.ptr) { %0 = llvm.load %a atomic release {alignment = 4 : i64} : !llvm.ptr -> i32 return }

// -----

// expected-error@+1 {{'llvm.store' op unsupported ordering 'acquire'}}
func.func @x(%a: !llvm.ptr, %b: i32) { llvm.store %b, %a atomic acquire {alignment = 4 : i64} : i32, !llvm.ptr return }

// -----

// expected-error@+1 {{'llvm.mlir.global' op requires an i8 array type of the length equal to that of the string attribute}}
llvm.mlir.global internal constant @s("hello") {addr_space = 0 : i32} : !llvm.ptr

// -----

// expected-error@+1 {{'llvm.mlir.global' op expects type to be a valid element type for an LLVM global}}
llvm.mlir.global internal constant @s() : !llvm.label

// -----

// expected-error@+1 {{'llvm.mlir.global' op expected zero value for 'common' linkage}}
llvm.mlir.global common @s(1 : i32) : i32

// -----

// expected-error@+1 {{'llvm.mlir.global' op expected array type for 'appending' linkage}}
llvm.mlir.global appending @s(1 : i32) : i32

// -----

// expected-error@+1 {{'llvm.mlir.global' op initializer region type 'i32' does not match global type 'i64'}}
llvm.mlir.global internal @g() : i64 {
  %0 = llvm.mlir.constant(1 : i32) : i32
  llvm.return %0 : i32
}

// -----

// expected-error@+1 {{'llvm.mlir.global' op cannot have both initializer value and region}}
llvm.mlir.global internal @g(1 : i64) : i64 {
  %0 = llvm.mlir.constant(1 : i64) : i64
  llvm.return %0 : i64
}

// -----

// expected-error@+1 {{'llvm.func' op attribute 'function_type' failed to satisfy constraint: type attribute of LLVM function type}}
"llvm.func"() ({}) {sym_name = "f", function_type = i32} : () -> ()

// -----

// expected-error@+1 {{'llvm.func' op requires attribute 'sym_name'}}
"llvm.func"() ({}) {function_type = !llvm.func<i32 ()>} : () -> ()

// -----

// expected-error@+1 {{'llvm.func' op requires attribute 'function_type'}}
"llvm.func"() ({}) {sym_name = "f"} : () -> ()

// -----

// expected-error@+1 {{'llvm.func' op type of entry block argument #0('i32') must match the type of the corresponding argument in function signature('i64')}}
"llvm.func"() ({
^bb0(%a: i32):
  llvm.return
}) {sym_name = "f", function_type = !llvm.func<void (i64)>} : () -> ()

// -----

// expected-error@+1 {{'llvm.func' op entry block must have 1 arguments to match function signature}}
"llvm.func"() ({
^bb0:
  llvm.return
}) {sym_name = "f", function_type = !llvm.func<void (i64)>} : () -> ()

// -----

// expected-error@+1 {{custom op 'llvm.func' expected type instead of SSA identifier}}
llvm.func @f(i32, %b : i32) 

// -----

llvm.func @foo(%a: i32) -> i32 {
// expected-error@+1 {{custom op 'llvm.call' number of operands and types do not match: got 1 operands and 2 types}}
 %0 = llvm.call @foo(%a) : (i32, i32) -> i32
}

// -----

llvm.func @foo(%a: i32) -> i32 {
// expected-error@+1 {{custom op 'llvm.call' number of operands and types do not match: got 1 operands and 0 types}}
 %0 = llvm.call @foo(%a) : () -> i32
}

// -----

// expected-error@+1 {{custom op 'llvm.func' attribute 'sym_name' occurs more than once in the attribute list}}
llvm.func @foo(%a: i32) -> i32 attributes {sym_name = "b"} {
 llvm.return %a : i32
}

// -----

llvm.func @foo(%a: i32) -> i32 {
// expected-error@+1 {{'llvm.mlir.constant' op expected array type of 3 i8 elements for the string constant}}
 %1 = llvm.mlir.constant("abc") : !llvm.array<2 x i8>
 llvm.return %a : i32
}

// -----

llvm.func @foo(%a: i32) -> i32 {
// expected-error@+1 {{'llvm.mlir.constant' op expected integer type of width 32}}
 %2 = llvm.mlir.constant(1.0 : f32) : i64
 llvm.return %a : i32
}

// -----

llvm.func @foo(%a: i32) -> i32 {
// expected-error@+1 {{'llvm.mlir.constant' op expected array attribute of size 2}}
 %3 = llvm.mlir.constant([1 : i32]) : !llvm.struct<(i32, i32)>
 llvm.return %a : i32
}

// -----

llvm.func @foo(%a: i32) -> i32 {
// expected-error@+1 {{'llvm.mlir.constant' op expected array attribute for struct type}}
 %3 = llvm.mlir.constant(1 : i32) : !llvm.struct<(i32, i32)>
 llvm.return %a : i32
}

// -----

llvm.func @foo(%a: i32) -> i32 {
// expected-error@+1 {{'llvm.mlir.constant' op struct element at index 1 is of wrong type}}
 %3 = llvm.mlir.constant([1 : i32, 2.0 : f64]) : !llvm.struct<(i32, i32)>
 llvm.return %a : i32
}

// -----

llvm.func @foo(%a: i32, %v: vector<4xf32>) -> i32 {
// expected-error@+1 {{'llvm.extractelement' op failed to verify that result type matches vector element type}}
 %3 = "llvm.extractelement"(%v, %a) : (vector<4xf32>, i32) -> i32
 llvm.return %a : i32
}

// -----

llvm.func @foo(%a: i32, %v: vector<4xf32>) -> i32 {
// expected-error@+1 {{'llvm.insertelement' op failed to verify that argument type matches vector element type}}
 %3 = "llvm.insertelement"(%v, %a, %a) : (vector<4xf32>, i32, i32) -> vector<4xf32>
 llvm.return %a : i32
}

// -----

llvm.func @foo(%a: i32, %v: !llvm.struct<(i32)>) -> i32 {
// expected-error@+1 {{'llvm.insertvalue' op expected LLVM IR structure/array type, got: 'i32'}}
 %3 = "llvm.insertvalue"(%v, %a) {position = array<i64: 0, 1>} : (!llvm.struct<(i32)>, i32) -> !llvm.struct<(i32)>
 llvm.return %a : i32
}

// -----

llvm.func @foo(%a: i64, %v: !llvm.struct<(i32)>) -> i64 {
// expected-error@+1 {{'llvm.insertvalue' op Type mismatch: cannot insert 'i64' into '!llvm.struct<(i32)>'}}
 %3 = "llvm.insertvalue"(%v, %a) {position = array<i64: 0>} : (!llvm.struct<(i32)>, i64) -> !llvm.struct<(i32)>
 llvm.return %a : i64
}

// -----

llvm.func @foo(%a: i64, %v: !llvm.struct<(i32)>) -> i64 {
 %3 = llvm.insertvalue %a, %v[0] : i32
// expected-error@+1 {{custom op 'llvm.insertvalue' expected LLVM IR structure/array type, got: 'i32'}}
 llvm.return %a : i64
}

// -----

llvm.func @foo(%a: i64, %v: !llvm.struct<(i32)>) -> i64 {
 %3 = llvm.insertvalue %a, %v[0, 1] : !llvm.struct<(i32)>
// expected-error@+1 {{custom op 'llvm.insertvalue' expected LLVM IR structure/array type, got: 'i32'}}
 llvm.return %a : i64
}

// -----

llvm.func @foo(%a: i64, %v: i1) -> i64 {
// expected-error@+1 {{expects number of branch weights to match number of successors: 1 vs 2}}
 llvm.cond_br %v weights([1]), ^bb1, ^bb1
^bb1:
 llvm.return %a : i64
}

// -----

llvm.func @foo(%a: i64, %v: i1) -> i64 {
// expected-error@+1 {{expects number of branch weights to match number of successors: 1 vs 2}}
 llvm.switch %a : i64, ^bb1 [ 1: ^bb1 ] {branch_weights = array<i32: 1>}
^bb1:
 llvm.return %a : i64
}

// -----

llvm.func @foo(%a: i64, %v: i1) -> i64 {
// expected-error@+1 {{'llvm.bitcast' op can only cast pointers from and to pointers}}
 %0 = llvm.bitcast %a : i64 to !llvm.ptr
 llvm.return %a : i64
}

// -----

llvm.func @foo(%a: f32, %p : !llvm.ptr) {
// expected-error@+1 {{'llvm.atomicrmw' op expected LLVM IR integer type}}
 %0 = llvm.atomicrmw add %p, %a monotonic : !llvm.ptr, f32
 llvm.return
}

// -----

llvm.func @foo(%a: f32, %p : !llvm.ptr) {
// expected-error@+1 {{'llvm.atomicrmw' op expected at least 'monotonic' ordering}}
 %0 = llvm.atomicrmw fadd %p, %a unordered : !llvm.ptr, f32
 llvm.return
}

// -----

func.func @f(%p: !llvm.ptr, %v: vector<[2]xf32>) {
  // expected-error @+1 {{custom op 'llvm.atomicrmw' 'val' must be floating point LLVM type or LLVM pointer type or signless integer or LLVM dialect-compatible fixed-length vector type, but got 'vector<[2]xf32>'}}
  %0 = llvm.atomicrmw fadd %p, %v unordered : !llvm.ptr, vector<[2]xf32>
  return
}

// -----

func.func @f(%p: !llvm.ptr, %v: f32) {
  // expected-error @+1 {{custom op 'llvm.cmpxchg' 'val' must be signless integer or LLVM pointer type, but got 'f32'}}
  %0 = llvm.cmpxchg %p, %v, %v acq_rel monotonic : !llvm.ptr, f32
  return
}

// -----

func.func @f(%n : i64) {
  // expected-error @+1 {{custom op 'llvm.alloca' expected integer alignment}}
  llvm.alloca %n x i32
    {alignment = 3.0} : (i64) -> !llvm.ptr
  return
}

// -----

func.func @f(%x: i8) {
  // expected-error @+2 {{expected '('}}
  // expected-error @+1 {{custom op 'llvm.call' expected direct call to have 1 trailing types}}
  llvm.call @g(%x) : !llvm.ptr, (i8) -> i8
  return
}

// -----

func.func @f(%p: !llvm.ptr, %x: i8) {
  // expected-error @+2 {{expected '('}}
  // expected-error @+1 {{custom op 'llvm.call' expected trailing function type}}
  llvm.call %p(%x) : !llvm.ptr, i8
  return
}

// -----

func.func @f(%p: !llvm.ptr, %x: i8) {
  // expected-error @+1 {{custom op 'llvm.call' expected indirect call to have 2 trailing types}}
  llvm.call %p(%x) : (i8) -> i8
  return
}

// -----

func.func @f(%p: !llvm.ptr, %x: i8) {
  // expected-error @+1 {{custom op 'llvm.call' number of operands and types do not match: got 2 operands and 3 types}}
  llvm.call %p(%x) : !llvm.ptr, (i8, i8) -> i8
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @+1 {{'llvm.intr.cos' op result #0 must be LLVM dialect-compatible type, but got 'tensor<2xf32>'}}
  %0 = "llvm.intr.cos"(%x) : (f32) -> tensor<2xf32>
  return
}

// -----

func.func @f(%a: vector<4xf32>, %p: !llvm.ptr, %m: vector<4xi1>) {
  // expected-error @+1 {{'llvm.intr.masked.load' op operand group starting at #2 requires 0 or 1 element, but found 2}}
  %0 = "llvm.intr.masked.load"(%p, %m, %a, %a) <{alignment = 1 : i32}> : (!llvm.ptr, vector<4xi1>, vector<4xf32>, vector<4xf32>) -> vector<4xf32>
  return
}

// -----

// expected-error @+1 {{invalid properties {function_type = !llvm.func<void ()>, personality = @a::@b, sym_name = "a"} for op llvm.func: Invalid attribute `personality` in property conversion: @a::@b}}
"llvm.func"() <{sym_name = "a", function_type = !llvm.func<void ()>, personality = @a::@b}> ({}) : () -> ()

// -----

// expected-error @+1 {{'builtin.module' op expected 'llvm.data_layout' to be a string attributes}}
module attributes {llvm.data_layout = 1} {}

// -----

#root = #llvm.tbaa_root<id = "C">
#desc = #llvm.tbaa_type_desc<id = "char", members = {<#root, 0>}>
#tag = #llvm.tbaa_tag<access_type = #desc, base_type = #desc, offset = 0>
// expected-error @+2 {{invalid kind of attribute specified}}
// expected-error @+1 {{failed to parse LLVM_TBAATagAttr parameter 'access_type' which is to be a `TBAATypeDescriptorAttr`}}
#wrong = #llvm.tbaa_tag<access_type = #tag, base_type = #desc, offset = 0>

// -----

#root = #llvm.tbaa_root<id = "C">
// expected-error @+3 {{invalid kind of attribute specified}}
// expected-error @+2 {{failed to parse LLVM_TBAAMemberAttr parameter 'typeDesc' which is to be a `TBAANodeAttr`}}
// expected-error @+1 {{failed to parse LLVM_TBAATypeDescriptorAttr parameter 'members' which is to be a `::llvm::ArrayRef<TBAAMemberAttr>`}}
#wrong = #llvm.tbaa_type_desc<id = "char", members = {<"a", 0>}>

// -----

// expected-error @+2 {{expected string}}
// expected-error @+1 {{failed to parse LLVMTargetExtType parameter 'extTypeName' which is to be a `::llvm::StringRef`}}
llvm.func @f(!llvm.target<i32, 42>)

// -----

// expected-error @+2 {{expected one of [error, warning, require, override, append, append_unique, max, min] for LLVM Module Flag Behavior, got: a}}
// expected-error @+1 {{failed to parse ModuleFlagAttr parameter 'behavior' which is to be a `ModFlagBehavior`}}
llvm.module_flags [#llvm.mlir.module_flag<"a", "wchar_size", 4 : i32>]

// -----

// expected-error @+2 {{expected attribute value}}
// expected-error @+1 {{failed to parse ModuleFlagAttr parameter 'key' which is to be a `StringAttr`}}
llvm.module_flags [#llvm.mlir.module_flag<error, wchar_size, 4 : i32>]

// -----

func.func @f() {
  // expected-error @+1 {{'llvm.mlir.global' op symbol's parent must have the SymbolTable trait}}
  llvm.mlir.global external @g() : i32
  return
}

// -----

"foo.bar"() ({
  // expected-error @+1 {{'llvm.module_flags' op must appear at the module level}}
  llvm.module_flags []
}) : () -> ()

// -----

// expected-error @+1 {{'llvm.module_flags' op expected a module flag attribute}}
llvm.module_flags [1]

// -----

llvm.func @f() {
  // expected-error @+1 {{'llvm.linker_options' op must appear at the module level}}
  llvm.linker_options ["a"]
  llvm.return
}

// -----

// expected-error @+1 {{'llvm.linker_options' op attribute 'options' failed to satisfy constraint: string array attribute}}
llvm.linker_options [1]

// -----

// expected-error @+1 {{'llvm.mlir.global' op expects type to be a valid element type for an LLVM global}}
llvm.mlir.global external @g() : !llvm.void

// -----

// expected-error @+1 {{'llvm.comdat' op region #0 ('body') failed to verify constraint: region with 1 blocks}}
llvm.comdat @two_blocks {
  llvm.comdat_selector @any any
^bb1:
  llvm.comdat_selector @largest largest
}

// -----

llvm.mlir.global @g(1 : i32) : i32

// expected-error @+1 {{'llvm.mlir.alias' op region #0 ('initializer') failed to verify constraint: region with 1 blocks}}
llvm.mlir.alias external @nothing : i32 {
}

// -----

// expected-error @+2 {{'llvm.mlir.global' op expects regions to end with 'llvm.return', found 'llvm.unreachable'}}
// expected-note @+1 {{in custom textual format, the absence of terminator implies 'llvm.return'}}
llvm.mlir.global @g() : i32 {
  %0 = llvm.mlir.constant(1 : i32) : i32
  llvm.unreachable
}

// -----

llvm.func @f(%x: i32) {
  // expected-error @+1 {{'llvm.intr.ctlz' op attribute 'is_zero_poison' failed to satisfy constraint: 1-bit signless integer attribute}}
  %0 = "llvm.intr.ctlz"(%x) <{is_zero_poison = 0 : i32}> : (i32) -> i32
  llvm.return
}

// -----

llvm.func @f(%p: !llvm.ptr, %n: i64) {
  // expected-error @+1 {{attribute 'isVolatile' failed to satisfy constraint: 1-bit signless integer attribute}}
  "llvm.intr.memcpy"(%p, %p, %n) <{isVolatile = 1 : i8}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  llvm.return
}
