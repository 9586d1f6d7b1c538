// What is wrong with arm_sve's ops, in upstream's words.
// RUN: mlirlite-opt %s --split-input-file --verify-diagnostics

func.func @a(%a: vector<2x[16]xi1>) {
  // expected-error @+1 {{'result' must be trailing scalable vector of 1-bit signless integer values with dim -1 having a size of {16, 8, 4, 2, 1}, but got 'vector<2x[8]xi2>'}}
  %0 = arm_sve.convert_from_svbool %a : vector<2x[8]xi2>
  return
}

// -----

func.func @a(%a: vector<[4]x[8]xi1>) {
  // expected-error @+1 {{'source' must be trailing scalable vector of 1-bit signless integer values}}
  %0 = arm_sve.convert_to_svbool %a : vector<[4]x[8]xi1>
  return
}

// -----

func.func @a(%a: vector<[7]xi8>) {
  // expected-error @+1 {{op operand #0 must be an SVE vector with element size <= 64-bit, but got 'vector<[7]xi8>'}}
  %0, %1 = arm_sve.zip.x2 %a, %a : vector<[7]xi8>
  return
}

// -----

func.func @a(%a: vector<8xf32>) {
  // expected-error @+1 {{must be an SVE vector with element size <= 64-bit}}
  %0 = arm_sve.dupq_lane %a[0] : vector<8xf32>
  return
}

// -----

func.func @a(%a: vector<[7]xi1>, %i: index) {
  // expected-error @+1 {{must be vector<[1]xi1>, vector<[2]xi1>, vector<[4]xi1>, vector<[8]xi1>, or vector<[16]xi1>}}
  %0 = arm_sve.psel %a, %a[%i] : vector<[7]xi1>, vector<[7]xi1>
  return
}

// -----

func.func @a(%c: vector<[4]xi32>, %a: vector<[16]xi16>) {
  // expected-error @+1 {{must be scalable vector of 8-bit signless integer values of length 16}}
  %0 = arm_sve.smmla %c, %a, %a : vector<[16]xi16> to vector<[4]xi32>
  return
}

// -----

func.func @a(%m: vector<[4]xi1>, %a: vector<4xf32>) {
  // expected-error @+1 {{must be scalable vector of floating-point values}}
  %0 = arm_sve.masked.addf %m, %a, %a : vector<[4]xi1>, vector<4xf32>
  return
}

// -----

func.func @a(%m: vector<[2]xi1>, %a: vector<[4]xf32>) {
  // expected-error @+1 {{failed to verify that mask has i1 element type and same shape as operands}}
  %0 = "arm_sve.masked.addf"(%m, %a, %a) : (vector<[2]xi1>, vector<[4]xf32>, vector<[4]xf32>) -> vector<[4]xf32>
  return
}

// -----

func.func @a(%a: vector<[4]xi1>) {
  // expected-error @+1 {{failed to verify that 'res' is vector<[16]xi1>}}
  %0 = "arm_sve.intr.convert.to.svbool"(%a) : (vector<[4]xi1>) -> vector<[8]xi1>
  return
}
