// What is wrong with arith's ops, in upstream's words.
// RUN: mlirlite-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

func.func @a(%l: i64) {
  // expected-error @+1 {{'arith.extsi' op operand type 'i64' and result type 'i32' are cast incompatible}}
  %0 = arith.extsi %l : i64 to i32
  return
}

// -----

func.func @a(%i: i32) {
  // expected-error @+1 {{'arith.trunci' op operand type 'i32' and result type 'i64' are cast incompatible}}
  %0 = arith.trunci %i : i32 to i64
  return
}

// -----

func.func @a(%f: f32) {
  // expected-error @+1 {{'arith.extf' op operand type 'f32' and result type 'f16' are cast incompatible}}
  %0 = arith.extf %f : f32 to f16
  return
}

// -----

func.func @a(%h: f16) {
  // expected-error @+1 {{'arith.truncf' op operand type 'f16' and result type 'f32' are cast incompatible}}
  %0 = arith.truncf %h : f16 to f32
  return
}

// -----

func.func @a(%i: i32) {
  // expected-error @+1 {{'arith.index_cast' op operand type 'i32' and result type 'i64' are cast incompatible}}
  %0 = arith.index_cast %i : i32 to i64
  return
}

// -----

func.func @a(%x: index) {
  // expected-error @+1 {{'arith.index_cast' op operand type 'index' and result type 'index' are cast incompatible}}
  %0 = arith.index_cast %x : index to index
  return
}

// -----

func.func @a(%m: memref<4xindex>) {
  // expected-error @+1 {{'arith.index_cast' op requires the same shape for all operands and results}}
  %0 = arith.index_cast %m : memref<4xindex> to memref<4xi32> %1 = arith.index_cast %m : memref<4xindex> to memref<5xi32>
  return
}

// -----

func.func @a(%i: i32) {
  // expected-error @+1 {{'arith.bitcast' op operand type 'i32' and result type 'f16' are cast incompatible}}
  %0 = arith.bitcast %i : i32 to f16
  return
}

// -----

func.func @a(%v: vector<4xi32>) {
  // expected-error @+1 {{'arith.sitofp' op failed to verify that input and output have the same tensor dimensions}}
  %0 = arith.sitofp %v : vector<4xi32> to tensor<4xf32>
  return
}

// -----

func.func @a(%f: f32) {
  // expected-error @+1 {{'arith.sitofp' op operand #0 must be signless-fixed-width-integer-like, but got 'f32'}}
  %0 = arith.sitofp %f : f32 to f32
  return
}

// -----

func.func @a(%i: i32) {
  // expected-error @+1 {{custom op 'arith.cmpi' expected string or keyword containing one of the following enum values for attribute 'predicate' [eq, ne, slt, sle, sgt, sge, ult, ule, ugt, uge]}}
  %0 = arith.cmpi foo, %i, %i : i32
  return
}

// -----

func.func @a(%f: f32) {
  // expected-error @+1 {{custom op 'arith.cmpf' expected string or keyword containing one of the following enum values for attribute 'predicate' [false, oeq, ogt, oge, olt, ole, one, ord, ueq, ugt, uge, ult, ule, une, uno, true]}}
  %0 = arith.cmpf 3, %f, %f : f32
  return
}

// -----

func.func @a(%i: i32) {
  // expected-error @+1 {{custom op 'arith.cmpi' invalid predicate attribute specification: "foo"}}
  %0 = arith.cmpi "eq", %i, %i : i32 %1 = arith.cmpi "foo", %i, %i : i32
  return
}

// -----

// expected-note @+1 {{prior use here}}
func.func @a(%i: i32, %l: i64) {
  // expected-error @+1 {{use of value '%l' expects different type than prior uses: 'i32' vs 'i64'}}
  %0 = arith.cmpi eq, %i, %l : i32
  return
}

// -----

func.func @a(%i: i32, %l: i64) {
  // expected-error @+1 {{'arith.cmpi' op requires all operands to have the same type}}
  %0 = "arith.cmpi"(%i, %l) {predicate = 0 : i64} : (i32, i64) -> i1
  return
}

// -----

func.func @a(%i: i32, %c: i1) {
  // expected-error @+1 {{custom op 'arith.select' expected 3 operands}}
  %0 = arith.select %c, %i : i32
  return
}

// -----

// expected-note @+1 {{prior use here}}
func.func @a(%v: vector<4xi32>, %c: i1) {
  // expected-error @+1 {{use of value '%c' expects different type than prior uses: 'vector<4xi1>' vs 'i1'}}
  %0 = arith.select %c, %v, %v : vector<4xi1>, vector<4xi32>
  return
}

// -----

func.func @a(%v: vector<4xi32>, %c: vector<5xi1>) {
  // expected-error @+1 {{'arith.select' op failed to verify that condition is signless i1 or has matching shape}}
  %0 = arith.select %c, %v, %v : vector<5xi1>, vector<4xi32>
  return
}

// -----

func.func @a(%v: vector<4xi32>, %c: tensor<4xi1>) {
  // expected-error @+1 {{'arith.select' op all non-scalar operands/results must have the same shape and base type}}
  %0 = arith.select %c, %v, %v : tensor<4xi1>, vector<4xi32>
  return
}

// -----

func.func @a(%c: i1, %i: i32, %l: i64) {
  // expected-error @+1 {{'arith.select' op failed to verify that all of {true_value, false_value, result} have same type}}
  %0 = "arith.select"(%c, %i, %l) : (i1, i32, i64) -> i32
  return
}

// -----

func.func @a() {
  // expected-error @+1 {{'arith.constant' op failed to verify that all of {value, result} have same type}}
  %0 = "arith.constant"() {value = 0 : i32} : () -> i64
  return
}

// -----

func.func @a() {
  // expected-error @+1 {{'arith.constant' op failed to verify that all of {value, result} have same type}}
  %0 = "arith.constant"() {value = "x"} : () -> i64
  return
}

// -----

func.func @a() {
  // expected-error @+1 {{'arith.constant' op value must be an integer, float, or elements attribute}}
  %0 = "arith.constant"() {value = "x" : i32} : () -> i32
  return
}

// -----

func.func @a() {
  // expected-error @+1 {{'arith.constant' op requires attribute 'value'}}
  %0 = "arith.constant"() : () -> i32
  return
}

// -----

func.func @a() {
  // expected-error @+1 {{custom op 'arith.constant' invalid kind of attribute specified}}
  %0 = arith.constant @x
  return
}

// -----

func.func @a() {
  // expected-error @+1 {{'arith.constant' op integer return type must be signless}}
  %0 = arith.constant 1 : si32
  return
}

// -----

func.func @a() {
  // expected-error @+1 {{'arith.constant' op intializing scalable vectors with elements attribute is not supported unless it's a vector splat}}
  %0 = arith.constant dense<1> : vector<[4]xi32> %1 = arith.constant dense<[1,2,3,4]> : vector<[4]xi32>
  return
}

// -----

func.func @a() {
  // expected-error @+1 {{custom op 'arith.constant' invalid kind of attribute specified}}
  %0 = arith.constant unit
  return
}

// -----

func.func @a() {
  %0 = arith.constant 1.0 : i32
  // expected-error @+1 {{floating point value not valid for specified type}}
  return
}

// -----

func.func @a() {
  // expected-error @+2 {{unexpected decimal integer literal for a floating point value}}
  // expected-note @+1 {{add a trailing dot to make the literal a float}}
  %0 = arith.constant 1 : f32
  return
}

// -----

func.func @a() {
  // expected-error @+1 {{integer constant out of range for attribute}}
  %0 = arith.constant 300 : i8
  return
}

// -----

func.func @a() {
  // expected-error @+1 {{expected attribute value}}
  %0 = arith.constant : i8
  return
}

// -----

func.func @a(%i: i32) {
  // expected-error @+1 {{expected ','}}
  %0 = arith.addi %i : i32
  return
}

// -----

func.func @a(%i: i32) {
  // expected-error @+1 {{expected ':'}}
  %0 = arith.addi %i, %i
  return
}

// -----

func.func @a(%i: i32) {
  // expected-error @+1 {{expected operation name in quotes}}
  %0 = arith.addi %i, %i : i32, i32
  return
}

// -----

func.func @a(%i: i32) {
  // expected-error @+1 {{use of undeclared SSA value name}}
  %0 = arith.addi %i, %j : i32
  return
}

// -----

// expected-note @+1 {{prior use here}}
func.func @a(%i: i32) {
  // expected-error @+1 {{use of value '%i' expects different type than prior uses: 'f32' vs 'i32'}}
  %0 = arith.addi %i, %i : f32
  return
}

// -----

func.func @a(%i: i32) {
  // expected-error @+1 {{expected '<'}}
  %0 = arith.addi %i, %i overflow nsw : i32
  return
}

// -----

func.func @a(%f: f32) {
  // expected-error @+1 {{expected ':'}}
  %0 = arith.truncf %f bla : f32 to f16
  return
}

// -----

func.func @a(%f: f32) {
  // expected-error @+1 {{custom op 'arith.foo' is unknown}}
  %0 = arith.foo %f : f32
  return
}

// -----

func.func @a(%f: f32) {
  // expected-error @+1 {{operation defines 1 results but was provided 2 to bind}}
  %0:2 = arith.addf %f, %f : f32
  return
}

// -----

func.func @a(%f: f32) {
  // expected-error @+1 {{operation defines 2 results but was provided 1 to bind}}
  %0 = "arith.addf"(%f, %f) : (f32, f32) -> (f32, f32)
  return
}

// -----

func.func @a(%f: f32) {
  // expected-error @+1 {{'arith.addf' op requires one result}}
  "arith.addf"(%f, %f) : (f32, f32) -> ()
  return
}

// -----

func.func @a() {
  // expected-error @+1 {{'arith.addf' op expected 2 operands, but found 0}}
  %0 = "arith.addf"() : () -> (f32)
  return
}

// -----

func.func @a(%f: f32) {
  // expected-error @+1 {{'arith.negf' op requires a single operand}}
  %0 = "arith.negf"(%f, %f) : (f32, f32) -> (f32)
  return
}

// -----

func.func @a(%i: i32) {
  // expected-error @+1 {{'arith.mulsi_extended' op failed to verify that all of {lhs, rhs, low, high} have same type}}
  %0, %1 = "arith.mulsi_extended"(%i, %i) : (i32, i32) -> (i32, i64)
  return
}

// -----

func.func @a(%i: i32) {
  // expected-error @+1 {{'arith.addui_extended' op result #1 must be bool-like, but got 'i32'}}
  %0, %1 = "arith.addui_extended"(%i, %i) : (i32, i32) -> (i32, i32)
  return
}

// -----

func.func @a(%v: vector<4xi32>) {
  // expected-error @+1 {{'arith.addui_extended' op if an operand is non-scalar, then all results must be non-scalar}}
  %0, %1 = arith.addui_extended %v, %v : vector<4xi32>, i1
  return
}

// -----

func.func @a(%f: f16, %s: f8E8M0FNU) {
  // expected-error @+1 {{'arith.scaling_extf' op operand types 'f16', 'f8E8M0FNU' and result type 'f16' are cast incompatible}}
  %0 = arith.scaling_extf %f, %s : f16, f8E8M0FNU to f16
  return
}

// -----

func.func @a(%f: f16, %s: f8E8M0FNU) {
  // expected-error @+1 {{'arith.scaling_truncf' op operand types 'f16', 'f8E8M0FNU' and result type 'f32' are cast incompatible}}
  %0 = arith.scaling_truncf %f, %s : f16, f8E8M0FNU to f32
  return
}

// -----

func.func @a(%i: i32) {
  // expected-error @+1 {{'arith.addi' op attribute 'overflowFlags' failed to satisfy constraint: Integer overflow arith flags}}
  %0 = "arith.addi"(%i, %i) {overflowFlags = 1 : i32} : (i32, i32) -> i32
  return
}

// -----

func.func @a(%i: i32) {
  // expected-error @+1 {{'arith.divsi' op attribute 'isExact' failed to satisfy constraint: unit attribute}}
  %0 = "arith.divsi"(%i, %i) {isExact = 1} : (i32, i32) -> i32
  return
}

// -----

func.func @a(%f: f32) {
  // expected-error @+1 {{'arith.cmpi' op attribute 'predicate' failed to satisfy constraint: allowed 64-bit signless integer cases: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9}}
  %0 = "arith.cmpi"(%f, %f) {predicate=20} : (f32, f32) -> i1
  return
}

// -----

func.func @a(%f: f32) {
  // expected-error @+1 {{'arith.cmpi' op requires attribute 'predicate'}}
  %0 = "arith.cmpi"(%f, %f) : (f32, f32) -> i1
  return
}

// -----

func.func @a(%f: f32) {
  // expected-error @+1 {{'arith.cmpi' op expected 2 operands, but found 1}}
  %0 = "arith.cmpi"(%f) : (f32) -> i1
  return
}

// -----

func.func @a(%i: i32) {
  // expected-error @+1 {{'arith.extsi' op requires the same shape for all operands and results}}
  %0 = "arith.extsi"(%i) : (i32) -> vector<4xi16>
  return
}

// -----

func.func @a(%f: f32, %i: i32) {
  // expected-error @+1 {{'arith.select' op operand #0 must be bool-like, but got 'i32'}}
  %0 = "arith.select"(%i, %f, %i) : (i32, f32, i32) -> i32
  return
}

// -----

func.func @a(%f: f32) {
  // expected-error @+1 {{'arith.addf' op requires the same type for all operands and results}}
  %0 = "arith.addf"(%f, %f) : (f32, f32) -> f64
  return
}

// -----

func.func @a(%i: i32) {
  // expected-error @+1 {{operation defines 2 results but was provided 1 to bind}}
  %0 = "arith.addui_extended"(%i, %i) : (i32, i32) -> (i32, vector<2xi1>)
  return
}

// -----

func.func @a(%i: i32) {
  // expected-error @+1 {{'arith.addui_extended' op if a result is non-scalar, then at least one operand must be non-scalar}}
  %0:2 = "arith.addui_extended"(%i, %i) : (i32, i32) -> (i32, vector<2xi1>)
  return
}

// -----

func.func @cast_of_one_tensor(%x: tensor<i8>) -> i64 {
  // expected-error @+1 {{'arith.extsi' op requires the same shape for all operands and results}}
  %0 = arith.extsi %x : tensor<i8> to i64
  return %0 : i64
}

// -----

func.func @cast_of_encodings(%x: tensor<2xi8, "a">) {
  // expected-error @+1 {{are cast incompatible}}
  %0 = arith.extsi %x : tensor<2xi8, "a"> to tensor<2xi64, "b">
  return
}

// -----

// Shapes of operands need only be compatible; the result has the type of the first one.
func.func @compatible(%a: tensor<4xi32>, %b: tensor<?xi32>) -> tensor<4xi32> {
  %0 = "arith.addi"(%a, %b) <{overflowFlags = #arith.overflow<none>}> : (tensor<4xi32>, tensor<?xi32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// -----

func.func @not_the_first(%a: tensor<4xi32>, %b: tensor<?xi32>) {
  // expected-error @+2 {{'arith.addi' op inferred type(s) 'tensor<4xi32>' are incompatible with return type(s) of operation 'tensor<?xi32>'}}
  // expected-error @+1 {{'arith.addi' op failed to infer returned types}}
  %0 = "arith.addi"(%a, %b) <{overflowFlags = #arith.overflow<none>}> : (tensor<4xi32>, tensor<?xi32>) -> tensor<?xi32>
  return
}

// -----

func.func @encodings(%a: tensor<4xi32, "a">, %b: tensor<4xi32, "b">) {
  // expected-error @+1 {{'arith.addi' op requires the same encoding for all operands and results}}
  %0 = "arith.addi"(%a, %b) <{overflowFlags = #arith.overflow<none>}> : (tensor<4xi32, "a">, tensor<4xi32, "b">) -> tensor<4xi32, "a">
  return
}
