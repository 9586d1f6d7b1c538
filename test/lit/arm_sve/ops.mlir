// The custom syntax of arm_sve's ops, as mlir-opt prints it.
// RUN: mlirlite-opt %s | FileCheck %s
// RUN: mlirlite-opt %s --mlir-print-op-generic | mlirlite-opt | FileCheck %s

// CHECK-LABEL: func.func @products(
// CHECK-SAME:    %[[ARG0:.*]]: vector<[4]xi32>, %[[ARG1:.*]]: vector<[16]xi8>, %[[ARG2:.*]]: vector<[2]xi64>, %[[ARG3:.*]]: vector<[8]xi16>) {
// CHECK-NEXT:     %[[SDOT:.*]] = arm_sve.sdot %[[ARG0]], %[[ARG1]], %[[ARG1]] : vector<[16]xi8> to vector<[4]xi32>
// CHECK-NEXT:     %[[UDOT:.*]] = arm_sve.udot %[[ARG0]], %[[ARG1]], %[[ARG1]] : vector<[16]xi8> to vector<[4]xi32>
// CHECK-NEXT:     %[[SMMLA:.*]] = arm_sve.smmla %[[ARG0]], %[[ARG1]], %[[ARG1]] : vector<[16]xi8> to vector<[4]xi32>
// CHECK-NEXT:     %[[UMMLA:.*]] = arm_sve.ummla %[[ARG0]], %[[ARG1]], %[[ARG1]] : vector<[16]xi8> to vector<[4]xi32>
// CHECK-NEXT:     %[[USMMLA:.*]] = arm_sve.usmmla %[[ARG0]], %[[ARG1]], %[[ARG1]] : vector<[16]xi8> to vector<[4]xi32>
// CHECK-NEXT:     %[[SDOT_1:.*]] = arm_sve.sdot %[[ARG2]], %[[ARG3]], %[[ARG3]] : vector<[8]xi16> to vector<[2]xi64>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @products(%c: vector<[4]xi32>, %a: vector<[16]xi8>, %l: vector<[2]xi64>, %h: vector<[8]xi16>) {
  %0 = arm_sve.sdot %c, %a, %a : vector<[16]xi8> to vector<[4]xi32>
  %1 = arm_sve.udot %c, %a, %a : vector<[16]xi8> to vector<[4]xi32>
  %2 = arm_sve.smmla %c, %a, %a : vector<[16]xi8> to vector<[4]xi32>
  %3 = arm_sve.ummla %c, %a, %a : vector<[16]xi8> to vector<[4]xi32>
  %4 = arm_sve.usmmla %c, %a, %a : vector<[16]xi8> to vector<[4]xi32>
  %5 = arm_sve.sdot %l, %h, %h : vector<[8]xi16> to vector<[2]xi64>
  return
}

// CHECK-LABEL: func.func @bfmmla(
// CHECK-SAME:    %[[ARG0:.*]]: vector<[4]xf32>, %[[ARG1:.*]]: vector<[8]xbf16>) {
// CHECK-NEXT:     %[[BFMMLA:.*]] = arm_sve.intr.bfmmla %[[ARG0]], %[[ARG1]], %[[ARG1]] : vector<[8]xbf16> to vector<[4]xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @bfmmla(%c: vector<[4]xf32>, %a: vector<[8]xbf16>) {
  %0 = arm_sve.intr.bfmmla %c, %a, %a : vector<[8]xbf16> to vector<[4]xf32>
  return
}

// CHECK-LABEL: func.func @masks(
// CHECK-SAME:    %[[ARG0:.*]]: vector<[16]xi1>, %[[ARG1:.*]]: vector<2x3x[4]xi1>, %[[ARG2:.*]]: vector<2x[16]xi1>, %[[ARG3:.*]]: index, %[[ARG4:.*]]: vector<[8]xi1>) {
// CHECK-NEXT:     %[[CONVERT_FROM_SVBOOL:.*]] = arm_sve.convert_from_svbool %[[ARG0]] : vector<[4]xi1>
// CHECK-NEXT:     %[[CONVERT_FROM_SVBOOL_1:.*]] = arm_sve.convert_from_svbool %[[ARG2]] : vector<2x[8]xi1>
// CHECK-NEXT:     %[[CONVERT_TO_SVBOOL:.*]] = arm_sve.convert_to_svbool %[[ARG1]] : vector<2x3x[4]xi1>
// CHECK-NEXT:     %[[PSEL:.*]] = arm_sve.psel %[[ARG0]], %[[ARG4]][%[[ARG3]]] : vector<[16]xi1>, vector<[8]xi1>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @masks(%a: vector<[16]xi1>, %b: vector<2x3x[4]xi1>, %w: vector<2x[16]xi1>, %i: index, %p: vector<[8]xi1>) {
  %0 = arm_sve.convert_from_svbool %a : vector<[4]xi1>
  %1 = arm_sve.convert_from_svbool %w : vector<2x[8]xi1>
  %2 = arm_sve.convert_to_svbool %b : vector<2x3x[4]xi1>
  %3 = arm_sve.psel %a, %p[%i] : vector<[16]xi1>, vector<[8]xi1>
  return
}

// CHECK-LABEL: func.func @zips(
// CHECK-SAME:    %[[ARG0:.*]]: vector<[8]xbf16>, %[[ARG1:.*]]: vector<[2]xf64>, %[[ARG2:.*]]: vector<[4]xf32>) {
// CHECK-NEXT:     %[[RESULTV1:.*]], %[[RESULTV2:.*]] = arm_sve.zip.x2 %[[ARG0]], %[[ARG0]] : vector<[8]xbf16>
// CHECK-NEXT:     %[[RESULTV1_0:.*]], %[[RESULTV2_1:.*]], %[[RESULTV3:.*]], %[[RESULTV4:.*]] = arm_sve.zip.x4 %[[ARG1]], %[[ARG1]], %[[ARG1]], %[[ARG1]] : vector<[2]xf64>
// CHECK-NEXT:     %[[DUPQ_LANE:.*]] = arm_sve.dupq_lane %[[ARG2]][3] : vector<[4]xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @zips(%a: vector<[8]xbf16>, %b: vector<[2]xf64>, %c: vector<[4]xf32>) {
  %0, %1 = arm_sve.zip.x2 %a, %a : vector<[8]xbf16>
  %2, %3, %4, %5 = arm_sve.zip.x4 %b, %b, %b, %b : vector<[2]xf64>
  %6 = arm_sve.dupq_lane %c[3] : vector<[4]xf32>
  return
}

// CHECK-LABEL: func.func @masked(
// CHECK-SAME:    %[[ARG0:.*]]: vector<[4]xi1>, %[[ARG1:.*]]: vector<[4]xi32>, %[[ARG2:.*]]: vector<[4]xf32>) {
// CHECK-NEXT:     %[[ADDI:.*]] = arm_sve.masked.addi %[[ARG0]], %[[ARG1]], %[[ARG1]] : vector<[4]xi1>, vector<[4]xi32>
// CHECK-NEXT:     %[[SUBI:.*]] = arm_sve.masked.subi %[[ARG0]], %[[ARG1]], %[[ARG1]] : vector<[4]xi1>, vector<[4]xi32>
// CHECK-NEXT:     %[[MULI:.*]] = arm_sve.masked.muli %[[ARG0]], %[[ARG1]], %[[ARG1]] : vector<[4]xi1>, vector<[4]xi32>
// CHECK-NEXT:     %[[DIVI_SIGNED:.*]] = arm_sve.masked.divi_signed %[[ARG0]], %[[ARG1]], %[[ARG1]] : vector<[4]xi1>, vector<[4]xi32>
// CHECK-NEXT:     %[[DIVI_UNSIGNED:.*]] = arm_sve.masked.divi_unsigned %[[ARG0]], %[[ARG1]], %[[ARG1]] : vector<[4]xi1>, vector<[4]xi32>
// CHECK-NEXT:     %[[ADDF:.*]] = arm_sve.masked.addf %[[ARG0]], %[[ARG2]], %[[ARG2]] : vector<[4]xi1>, vector<[4]xf32>
// CHECK-NEXT:     %[[SUBF:.*]] = arm_sve.masked.subf %[[ARG0]], %[[ARG2]], %[[ARG2]] : vector<[4]xi1>, vector<[4]xf32>
// CHECK-NEXT:     %[[MULF:.*]] = arm_sve.masked.mulf %[[ARG0]], %[[ARG2]], %[[ARG2]] : vector<[4]xi1>, vector<[4]xf32>
// CHECK-NEXT:     %[[DIVF:.*]] = arm_sve.masked.divf %[[ARG0]], %[[ARG2]], %[[ARG2]] : vector<[4]xi1>, vector<[4]xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @masked(%m: vector<[4]xi1>, %i: vector<[4]xi32>, %f: vector<[4]xf32>) {
  %0 = arm_sve.masked.addi %m, %i, %i : vector<[4]xi1>, vector<[4]xi32>
  %1 = arm_sve.masked.subi %m, %i, %i : vector<[4]xi1>, vector<[4]xi32>
  %2 = arm_sve.masked.muli %m, %i, %i : vector<[4]xi1>, vector<[4]xi32>
  %3 = arm_sve.masked.divi_signed %m, %i, %i : vector<[4]xi1>, vector<[4]xi32>
  %4 = arm_sve.masked.divi_unsigned %m, %i, %i : vector<[4]xi1>, vector<[4]xi32>
  %5 = arm_sve.masked.addf %m, %f, %f : vector<[4]xi1>, vector<[4]xf32>
  %6 = arm_sve.masked.subf %m, %f, %f : vector<[4]xi1>, vector<[4]xf32>
  %7 = arm_sve.masked.mulf %m, %f, %f : vector<[4]xi1>, vector<[4]xf32>
  %8 = arm_sve.masked.divf %m, %f, %f : vector<[4]xi1>, vector<[4]xf32>
  return
}

// CHECK-LABEL: func.func @intrinsics(
// CHECK-SAME:    %[[ARG0:.*]]: vector<[4]xi32>, %[[ARG1:.*]]: vector<[16]xi8>, %[[ARG2:.*]]: vector<[4]xi1>, %[[ARG3:.*]]: vector<[4]xf32>, %[[ARG4:.*]]: vector<[16]xi1>, %[[ARG5:.*]]: i32, %[[ARG6:.*]]: i64) {
// CHECK-NEXT:     %[[UMMLA:.*]] = "arm_sve.intr.ummla"(%[[ARG0]], %[[ARG1]], %[[ARG1]]) : (vector<[4]xi32>, vector<[16]xi8>, vector<[16]xi8>) -> vector<[4]xi32>
// CHECK-NEXT:     %[[SMMLA:.*]] = "arm_sve.intr.smmla"(%[[ARG0]], %[[ARG1]], %[[ARG1]]) : (vector<[4]xi32>, vector<[16]xi8>, vector<[16]xi8>) -> vector<[4]xi32>
// CHECK-NEXT:     %[[USMMLA:.*]] = "arm_sve.intr.usmmla"(%[[ARG0]], %[[ARG1]], %[[ARG1]]) : (vector<[4]xi32>, vector<[16]xi8>, vector<[16]xi8>) -> vector<[4]xi32>
// CHECK-NEXT:     %[[SDOT:.*]] = "arm_sve.intr.sdot"(%[[ARG0]], %[[ARG1]], %[[ARG1]]) : (vector<[4]xi32>, vector<[16]xi8>, vector<[16]xi8>) -> vector<[4]xi32>
// CHECK-NEXT:     %[[UDOT:.*]] = "arm_sve.intr.udot"(%[[ARG0]], %[[ARG1]], %[[ARG1]]) : (vector<[4]xi32>, vector<[16]xi8>, vector<[16]xi8>) -> vector<[4]xi32>
// CHECK-NEXT:     %[[ADD:.*]] = "arm_sve.intr.add"(%[[ARG2]], %[[ARG0]], %[[ARG0]]) : (vector<[4]xi1>, vector<[4]xi32>, vector<[4]xi32>) -> vector<[4]xi32>
// CHECK-NEXT:     %[[SUB:.*]] = "arm_sve.intr.sub"(%[[ARG2]], %[[ARG0]], %[[ARG0]]) : (vector<[4]xi1>, vector<[4]xi32>, vector<[4]xi32>) -> vector<[4]xi32>
// CHECK-NEXT:     %[[MUL:.*]] = "arm_sve.intr.mul"(%[[ARG2]], %[[ARG0]], %[[ARG0]]) : (vector<[4]xi1>, vector<[4]xi32>, vector<[4]xi32>) -> vector<[4]xi32>
// CHECK-NEXT:     %[[SDIV:.*]] = "arm_sve.intr.sdiv"(%[[ARG2]], %[[ARG0]], %[[ARG0]]) : (vector<[4]xi1>, vector<[4]xi32>, vector<[4]xi32>) -> vector<[4]xi32>
// CHECK-NEXT:     %[[UDIV:.*]] = "arm_sve.intr.udiv"(%[[ARG2]], %[[ARG0]], %[[ARG0]]) : (vector<[4]xi1>, vector<[4]xi32>, vector<[4]xi32>) -> vector<[4]xi32>
// CHECK-NEXT:     %[[FADD:.*]] = "arm_sve.intr.fadd"(%[[ARG2]], %[[ARG3]], %[[ARG3]]) : (vector<[4]xi1>, vector<[4]xf32>, vector<[4]xf32>) -> vector<[4]xf32>
// CHECK-NEXT:     %[[FSUB:.*]] = "arm_sve.intr.fsub"(%[[ARG2]], %[[ARG3]], %[[ARG3]]) : (vector<[4]xi1>, vector<[4]xf32>, vector<[4]xf32>) -> vector<[4]xf32>
// CHECK-NEXT:     %[[FMUL:.*]] = "arm_sve.intr.fmul"(%[[ARG2]], %[[ARG3]], %[[ARG3]]) : (vector<[4]xi1>, vector<[4]xf32>, vector<[4]xf32>) -> vector<[4]xf32>
// CHECK-NEXT:     %[[FDIV:.*]] = "arm_sve.intr.fdiv"(%[[ARG2]], %[[ARG3]], %[[ARG3]]) : (vector<[4]xi1>, vector<[4]xf32>, vector<[4]xf32>) -> vector<[4]xf32>
// CHECK-NEXT:     %[[SVBOOL:.*]] = "arm_sve.intr.convert.from.svbool"(%[[ARG4]]) : (vector<[16]xi1>) -> vector<[4]xi1>
// CHECK-NEXT:     %[[SVBOOL_1:.*]] = "arm_sve.intr.convert.to.svbool"(%[[ARG2]]) : (vector<[4]xi1>) -> vector<[16]xi1>
// CHECK-NEXT:     %[[X2:.*]] = "arm_sve.intr.zip.x2"(%[[ARG1]], %[[ARG1]]) : (vector<[16]xi8>, vector<[16]xi8>) -> !llvm.struct<(vector<[16]xi8>, vector<[16]xi8>)>
// CHECK-NEXT:     %[[X4:.*]] = "arm_sve.intr.zip.x4"(%[[ARG3]], %[[ARG3]], %[[ARG3]], %[[ARG3]]) : (vector<[4]xf32>, vector<[4]xf32>, vector<[4]xf32>, vector<[4]xf32>) -> !llvm.struct<(vector<[4]xf32>, vector<[4]xf32>, vector<[4]xf32>, vector<[4]xf32>)>
// CHECK-NEXT:     %[[PSEL:.*]] = "arm_sve.intr.psel"(%[[ARG4]], %[[ARG2]], %[[ARG5]]) : (vector<[16]xi1>, vector<[4]xi1>, i32) -> vector<[16]xi1>
// CHECK-NEXT:     %[[WHILELT:.*]] = "arm_sve.intr.whilelt"(%[[ARG6]], %[[ARG6]]) : (i64, i64) -> vector<[4]xi1>
// CHECK-NEXT:     %[[DUPQ_LANE:.*]] = "arm_sve.intr.dupq_lane"(%[[ARG1]]) <{lane = 1 : i64}> : (vector<[16]xi8>) -> vector<[16]xi8>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @intrinsics(%c: vector<[4]xi32>, %a: vector<[16]xi8>, %m: vector<[4]xi1>, %f: vector<[4]xf32>, %b: vector<[16]xi1>, %i: i32, %n: i64) {
  %0 = "arm_sve.intr.ummla"(%c, %a, %a) : (vector<[4]xi32>, vector<[16]xi8>, vector<[16]xi8>) -> vector<[4]xi32>
  %1 = "arm_sve.intr.smmla"(%c, %a, %a) : (vector<[4]xi32>, vector<[16]xi8>, vector<[16]xi8>) -> vector<[4]xi32>
  %2 = "arm_sve.intr.usmmla"(%c, %a, %a) : (vector<[4]xi32>, vector<[16]xi8>, vector<[16]xi8>) -> vector<[4]xi32>
  %3 = "arm_sve.intr.sdot"(%c, %a, %a) : (vector<[4]xi32>, vector<[16]xi8>, vector<[16]xi8>) -> vector<[4]xi32>
  %4 = "arm_sve.intr.udot"(%c, %a, %a) : (vector<[4]xi32>, vector<[16]xi8>, vector<[16]xi8>) -> vector<[4]xi32>
  %5 = "arm_sve.intr.add"(%m, %c, %c) : (vector<[4]xi1>, vector<[4]xi32>, vector<[4]xi32>) -> vector<[4]xi32>
  %6 = "arm_sve.intr.sub"(%m, %c, %c) : (vector<[4]xi1>, vector<[4]xi32>, vector<[4]xi32>) -> vector<[4]xi32>
  %7 = "arm_sve.intr.mul"(%m, %c, %c) : (vector<[4]xi1>, vector<[4]xi32>, vector<[4]xi32>) -> vector<[4]xi32>
  %8 = "arm_sve.intr.sdiv"(%m, %c, %c) : (vector<[4]xi1>, vector<[4]xi32>, vector<[4]xi32>) -> vector<[4]xi32>
  %9 = "arm_sve.intr.udiv"(%m, %c, %c) : (vector<[4]xi1>, vector<[4]xi32>, vector<[4]xi32>) -> vector<[4]xi32>
  %10 = "arm_sve.intr.fadd"(%m, %f, %f) : (vector<[4]xi1>, vector<[4]xf32>, vector<[4]xf32>) -> vector<[4]xf32>
  %11 = "arm_sve.intr.fsub"(%m, %f, %f) : (vector<[4]xi1>, vector<[4]xf32>, vector<[4]xf32>) -> vector<[4]xf32>
  %12 = "arm_sve.intr.fmul"(%m, %f, %f) : (vector<[4]xi1>, vector<[4]xf32>, vector<[4]xf32>) -> vector<[4]xf32>
  %13 = "arm_sve.intr.fdiv"(%m, %f, %f) : (vector<[4]xi1>, vector<[4]xf32>, vector<[4]xf32>) -> vector<[4]xf32>
  %14 = "arm_sve.intr.convert.from.svbool"(%b) : (vector<[16]xi1>) -> vector<[4]xi1>
  %15 = "arm_sve.intr.convert.to.svbool"(%m) : (vector<[4]xi1>) -> vector<[16]xi1>
  %16 = "arm_sve.intr.zip.x2"(%a, %a) : (vector<[16]xi8>, vector<[16]xi8>) -> !llvm.struct<(vector<[16]xi8>, vector<[16]xi8>)>
  %17 = "arm_sve.intr.zip.x4"(%f, %f, %f, %f) : (vector<[4]xf32>, vector<[4]xf32>, vector<[4]xf32>, vector<[4]xf32>) -> !llvm.struct<(vector<[4]xf32>, vector<[4]xf32>, vector<[4]xf32>, vector<[4]xf32>)>
  %18 = "arm_sve.intr.psel"(%b, %m, %i) : (vector<[16]xi1>, vector<[4]xi1>, i32) -> vector<[16]xi1>
  %19 = "arm_sve.intr.whilelt"(%n, %n) : (i64, i64) -> vector<[4]xi1>
  %20 = "arm_sve.intr.dupq_lane"(%a) <{lane = 1 : i64}> : (vector<[16]xi8>) -> vector<[16]xi8>
  return
}
