// RUN: mlirlite-opt %s --convert-complex-to-llvm --split-input-file | FileCheck %s
// RUN: mlirlite-opt %s --convert-complex-to-llvm=complex-range=improved --split-input-file | FileCheck %s --check-prefix=IMPROVED

// CHECK-LABEL: func.func @parts(
// CHECK-SAME:    %[[ARG0:.*]]: f32, %[[ARG1:.*]]: f32) -> (complex<f32>, f32) {
// CHECK-NEXT:     %[[POISON:.*]] = llvm.mlir.poison : !llvm.struct<(f32, f32)>
// CHECK-NEXT:     %[[INSERTVALUE:.*]] = llvm.insertvalue %[[ARG0]], %[[POISON]][0] : !llvm.struct<(f32, f32)>
// CHECK-NEXT:     %[[INSERTVALUE_1:.*]] = llvm.insertvalue %[[ARG1]], %[[INSERTVALUE]][1] : !llvm.struct<(f32, f32)>
// CHECK-NEXT:     %[[CONSTANT:.*]] = llvm.mlir.constant([1.000000e+00 : f32, 2.000000e+00 : f32]) : !llvm.struct<(f32, f32)>
// CHECK-NEXT:     %[[UNREALIZED_CONVERSION_CAST:.*]] = builtin.unrealized_conversion_cast %[[CONSTANT]] : !llvm.struct<(f32, f32)> to complex<f32>
// CHECK-NEXT:     %[[EXTRACTVALUE_1:.*]] = llvm.extractvalue %[[CONSTANT]][1] : !llvm.struct<(f32, f32)>
// CHECK-NEXT:     %[[ADDF:.*]] = arith.addf %[[ARG0]], %[[EXTRACTVALUE_1]] : f32
// CHECK-NEXT:     return %[[UNREALIZED_CONVERSION_CAST]], %[[ADDF]] : complex<f32>, f32
// CHECK-NEXT:   }
// IMPROVED-LABEL: func.func @parts(
// IMPROVED-SAME:    %[[ARG0:.*]]: f32, %[[ARG1:.*]]: f32) -> (complex<f32>, f32) {
// IMPROVED-NEXT:     %[[POISON:.*]] = llvm.mlir.poison : !llvm.struct<(f32, f32)>
// IMPROVED-NEXT:     %[[INSERTVALUE:.*]] = llvm.insertvalue %[[ARG0]], %[[POISON]][0] : !llvm.struct<(f32, f32)>
// IMPROVED-NEXT:     %[[INSERTVALUE_1:.*]] = llvm.insertvalue %[[ARG1]], %[[INSERTVALUE]][1] : !llvm.struct<(f32, f32)>
// IMPROVED-NEXT:     %[[CONSTANT:.*]] = llvm.mlir.constant([1.000000e+00 : f32, 2.000000e+00 : f32]) : !llvm.struct<(f32, f32)>
// IMPROVED-NEXT:     %[[UNREALIZED_CONVERSION_CAST:.*]] = builtin.unrealized_conversion_cast %[[CONSTANT]] : !llvm.struct<(f32, f32)> to complex<f32>
// IMPROVED-NEXT:     %[[EXTRACTVALUE_1:.*]] = llvm.extractvalue %[[CONSTANT]][1] : !llvm.struct<(f32, f32)>
// IMPROVED-NEXT:     %[[ADDF:.*]] = arith.addf %[[ARG0]], %[[EXTRACTVALUE_1]] : f32
// IMPROVED-NEXT:     return %[[UNREALIZED_CONVERSION_CAST]], %[[ADDF]] : complex<f32>, f32
// IMPROVED-NEXT:   }
func.func @parts(%re: f32, %im: f32) -> (complex<f32>, f32) {
  %0 = complex.create %re, %im : complex<f32>
  %1 = complex.constant [1.0 : f32, 2.0 : f32] : complex<f32>
  %2 = complex.re %0 : complex<f32>
  %3 = complex.im %1 : complex<f32>
  %4 = arith.addf %2, %3 : f32
  return %1, %4 : complex<f32>, f32
}

// -----

// CHECK-LABEL: func.func @arithmetic(
// CHECK-SAME:    %[[ARG0:.*]]: complex<f64>, %[[ARG1:.*]]: complex<f64>) -> (complex<f64>, f64) {
// CHECK-NEXT:     %[[UNREALIZED_CONVERSION_CAST:.*]] = builtin.unrealized_conversion_cast %[[ARG1]] : complex<f64> to !llvm.struct<(f64, f64)>
// CHECK-NEXT:     %[[UNREALIZED_CONVERSION_CAST_1:.*]] = builtin.unrealized_conversion_cast %[[ARG0]] : complex<f64> to !llvm.struct<(f64, f64)>
// CHECK-NEXT:     %[[EXTRACTVALUE:.*]] = llvm.extractvalue %[[UNREALIZED_CONVERSION_CAST_1]][0] : !llvm.struct<(f64, f64)>
// CHECK-NEXT:     %[[EXTRACTVALUE_1:.*]] = llvm.extractvalue %[[UNREALIZED_CONVERSION_CAST_1]][1] : !llvm.struct<(f64, f64)>
// CHECK-NEXT:     %[[EXTRACTVALUE_2:.*]] = llvm.extractvalue %[[UNREALIZED_CONVERSION_CAST]][0] : !llvm.struct<(f64, f64)>
// CHECK-NEXT:     %[[EXTRACTVALUE_3:.*]] = llvm.extractvalue %[[UNREALIZED_CONVERSION_CAST]][1] : !llvm.struct<(f64, f64)>
// CHECK-NEXT:     %[[POISON:.*]] = llvm.mlir.poison : !llvm.struct<(f64, f64)>
// CHECK-NEXT:     %[[FADD:.*]] = llvm.fadd %[[EXTRACTVALUE]], %[[EXTRACTVALUE_2]] {fastmathFlags = #llvm.fastmath<reassoc>} : f64
// CHECK-NEXT:     %[[FADD_1:.*]] = llvm.fadd %[[EXTRACTVALUE_1]], %[[EXTRACTVALUE_3]] {fastmathFlags = #llvm.fastmath<reassoc>} : f64
// CHECK-NEXT:     %[[INSERTVALUE:.*]] = llvm.insertvalue %[[FADD]], %[[POISON]][0] : !llvm.struct<(f64, f64)>
// CHECK-NEXT:     %[[INSERTVALUE_1:.*]] = llvm.insertvalue %[[FADD_1]], %[[INSERTVALUE]][1] : !llvm.struct<(f64, f64)>
// CHECK-NEXT:     %[[EXTRACTVALUE_6:.*]] = llvm.extractvalue %[[UNREALIZED_CONVERSION_CAST_1]][0] : !llvm.struct<(f64, f64)>
// CHECK-NEXT:     %[[EXTRACTVALUE_7:.*]] = llvm.extractvalue %[[UNREALIZED_CONVERSION_CAST_1]][1] : !llvm.struct<(f64, f64)>
// CHECK-NEXT:     %[[EXTRACTVALUE_10:.*]] = llvm.extractvalue %[[UNREALIZED_CONVERSION_CAST]][0] : !llvm.struct<(f64, f64)>
// CHECK-NEXT:     %[[EXTRACTVALUE_11:.*]] = llvm.extractvalue %[[UNREALIZED_CONVERSION_CAST]][1] : !llvm.struct<(f64, f64)>
// CHECK-NEXT:     %[[POISON_2:.*]] = llvm.mlir.poison : !llvm.struct<(f64, f64)>
// CHECK-NEXT:     %[[FMUL:.*]] = llvm.fmul %[[EXTRACTVALUE_10]], %[[EXTRACTVALUE_6]] : f64
// CHECK-NEXT:     %[[FMUL_1:.*]] = llvm.fmul %[[EXTRACTVALUE_11]], %[[EXTRACTVALUE_7]] : f64
// CHECK-NEXT:     %[[FSUB_2:.*]] = llvm.fsub %[[FMUL]], %[[FMUL_1]] : f64
// CHECK-NEXT:     %[[FMUL_2:.*]] = llvm.fmul %[[EXTRACTVALUE_7]], %[[EXTRACTVALUE_10]] : f64
// CHECK-NEXT:     %[[FMUL_3:.*]] = llvm.fmul %[[EXTRACTVALUE_6]], %[[EXTRACTVALUE_11]] : f64
// CHECK-NEXT:     %[[FADD_2:.*]] = llvm.fadd %[[FMUL_2]], %[[FMUL_3]] : f64
// CHECK-NEXT:     %[[INSERTVALUE_4:.*]] = llvm.insertvalue %[[FSUB_2]], %[[POISON_2]][0] : !llvm.struct<(f64, f64)>
// CHECK-NEXT:     %[[INSERTVALUE_5:.*]] = llvm.insertvalue %[[FADD_2]], %[[INSERTVALUE_4]][1] : !llvm.struct<(f64, f64)>
// CHECK-NEXT:     %[[UNREALIZED_CONVERSION_CAST_2:.*]] = builtin.unrealized_conversion_cast %[[INSERTVALUE_5]] : !llvm.struct<(f64, f64)> to complex<f64>
// CHECK-NEXT:     %[[EXTRACTVALUE_12:.*]] = llvm.extractvalue %[[INSERTVALUE_5]][0] : !llvm.struct<(f64, f64)>
// CHECK-NEXT:     %[[EXTRACTVALUE_13:.*]] = llvm.extractvalue %[[INSERTVALUE_5]][1] : !llvm.struct<(f64, f64)>
// CHECK-NEXT:     %[[FMUL_4:.*]] = llvm.fmul %[[EXTRACTVALUE_12]], %[[EXTRACTVALUE_12]] : f64
// CHECK-NEXT:     %[[FMUL_5:.*]] = llvm.fmul %[[EXTRACTVALUE_13]], %[[EXTRACTVALUE_13]] : f64
// CHECK-NEXT:     %[[FADD_3:.*]] = llvm.fadd %[[FMUL_4]], %[[FMUL_5]] : f64
// CHECK-NEXT:     %[[SQRT:.*]] = llvm.intr.sqrt(%[[FADD_3]]) : (f64) -> f64
// CHECK-NEXT:     return %[[UNREALIZED_CONVERSION_CAST_2]], %[[SQRT]] : complex<f64>, f64
// CHECK-NEXT:   }
// IMPROVED-LABEL: func.func @arithmetic(
// IMPROVED-SAME:    %[[ARG0:.*]]: complex<f64>, %[[ARG1:.*]]: complex<f64>) -> (complex<f64>, f64) {
// IMPROVED-NEXT:     %[[UNREALIZED_CONVERSION_CAST:.*]] = builtin.unrealized_conversion_cast %[[ARG1]] : complex<f64> to !llvm.struct<(f64, f64)>
// IMPROVED-NEXT:     %[[UNREALIZED_CONVERSION_CAST_1:.*]] = builtin.unrealized_conversion_cast %[[ARG0]] : complex<f64> to !llvm.struct<(f64, f64)>
// IMPROVED-NEXT:     %[[EXTRACTVALUE:.*]] = llvm.extractvalue %[[UNREALIZED_CONVERSION_CAST_1]][0] : !llvm.struct<(f64, f64)>
// IMPROVED-NEXT:     %[[EXTRACTVALUE_1:.*]] = llvm.extractvalue %[[UNREALIZED_CONVERSION_CAST_1]][1] : !llvm.struct<(f64, f64)>
// IMPROVED-NEXT:     %[[EXTRACTVALUE_2:.*]] = llvm.extractvalue %[[UNREALIZED_CONVERSION_CAST]][0] : !llvm.struct<(f64, f64)>
// IMPROVED-NEXT:     %[[EXTRACTVALUE_3:.*]] = llvm.extractvalue %[[UNREALIZED_CONVERSION_CAST]][1] : !llvm.struct<(f64, f64)>
// IMPROVED-NEXT:     %[[POISON:.*]] = llvm.mlir.poison : !llvm.struct<(f64, f64)>
// IMPROVED-NEXT:     %[[FADD:.*]] = llvm.fadd %[[EXTRACTVALUE]], %[[EXTRACTVALUE_2]] {fastmathFlags = #llvm.fastmath<reassoc>} : f64
// IMPROVED-NEXT:     %[[FADD_1:.*]] = llvm.fadd %[[EXTRACTVALUE_1]], %[[EXTRACTVALUE_3]] {fastmathFlags = #llvm.fastmath<reassoc>} : f64
// IMPROVED-NEXT:     %[[INSERTVALUE:.*]] = llvm.insertvalue %[[FADD]], %[[POISON]][0] : !llvm.struct<(f64, f64)>
// IMPROVED-NEXT:     %[[INSERTVALUE_1:.*]] = llvm.insertvalue %[[FADD_1]], %[[INSERTVALUE]][1] : !llvm.struct<(f64, f64)>
// IMPROVED-NEXT:     %[[EXTRACTVALUE_6:.*]] = llvm.extractvalue %[[UNREALIZED_CONVERSION_CAST_1]][0] : !llvm.struct<(f64, f64)>
// IMPROVED-NEXT:     %[[EXTRACTVALUE_7:.*]] = llvm.extractvalue %[[UNREALIZED_CONVERSION_CAST_1]][1] : !llvm.struct<(f64, f64)>
// IMPROVED-NEXT:     %[[EXTRACTVALUE_10:.*]] = llvm.extractvalue %[[UNREALIZED_CONVERSION_CAST]][0] : !llvm.struct<(f64, f64)>
// IMPROVED-NEXT:     %[[EXTRACTVALUE_11:.*]] = llvm.extractvalue %[[UNREALIZED_CONVERSION_CAST]][1] : !llvm.struct<(f64, f64)>
// IMPROVED-NEXT:     %[[POISON_2:.*]] = llvm.mlir.poison : !llvm.struct<(f64, f64)>
// IMPROVED-NEXT:     %[[FMUL:.*]] = llvm.fmul %[[EXTRACTVALUE_10]], %[[EXTRACTVALUE_6]] : f64
// IMPROVED-NEXT:     %[[FMUL_1:.*]] = llvm.fmul %[[EXTRACTVALUE_11]], %[[EXTRACTVALUE_7]] : f64
// IMPROVED-NEXT:     %[[FSUB_2:.*]] = llvm.fsub %[[FMUL]], %[[FMUL_1]] : f64
// IMPROVED-NEXT:     %[[FMUL_2:.*]] = llvm.fmul %[[EXTRACTVALUE_7]], %[[EXTRACTVALUE_10]] : f64
// IMPROVED-NEXT:     %[[FMUL_3:.*]] = llvm.fmul %[[EXTRACTVALUE_6]], %[[EXTRACTVALUE_11]] : f64
// IMPROVED-NEXT:     %[[FADD_2:.*]] = llvm.fadd %[[FMUL_2]], %[[FMUL_3]] : f64
// IMPROVED-NEXT:     %[[INSERTVALUE_4:.*]] = llvm.insertvalue %[[FSUB_2]], %[[POISON_2]][0] : !llvm.struct<(f64, f64)>
// IMPROVED-NEXT:     %[[INSERTVALUE_5:.*]] = llvm.insertvalue %[[FADD_2]], %[[INSERTVALUE_4]][1] : !llvm.struct<(f64, f64)>
// IMPROVED-NEXT:     %[[UNREALIZED_CONVERSION_CAST_2:.*]] = builtin.unrealized_conversion_cast %[[INSERTVALUE_5]] : !llvm.struct<(f64, f64)> to complex<f64>
// IMPROVED-NEXT:     %[[EXTRACTVALUE_12:.*]] = llvm.extractvalue %[[INSERTVALUE_5]][0] : !llvm.struct<(f64, f64)>
// IMPROVED-NEXT:     %[[EXTRACTVALUE_13:.*]] = llvm.extractvalue %[[INSERTVALUE_5]][1] : !llvm.struct<(f64, f64)>
// IMPROVED-NEXT:     %[[FMUL_4:.*]] = llvm.fmul %[[EXTRACTVALUE_12]], %[[EXTRACTVALUE_12]] : f64
// IMPROVED-NEXT:     %[[FMUL_5:.*]] = llvm.fmul %[[EXTRACTVALUE_13]], %[[EXTRACTVALUE_13]] : f64
// IMPROVED-NEXT:     %[[FADD_3:.*]] = llvm.fadd %[[FMUL_4]], %[[FMUL_5]] : f64
// IMPROVED-NEXT:     %[[SQRT:.*]] = llvm.intr.sqrt(%[[FADD_3]]) : (f64) -> f64
// IMPROVED-NEXT:     return %[[UNREALIZED_CONVERSION_CAST_2]], %[[SQRT]] : complex<f64>, f64
// IMPROVED-NEXT:   }
func.func @arithmetic(%a: complex<f64>, %b: complex<f64>) -> (complex<f64>, f64) {
  %0 = complex.add %a, %b fastmath<reassoc> : complex<f64>
  %1 = complex.sub %0, %b : complex<f64>
  %2 = complex.mul %1, %b : complex<f64>
  %3 = complex.abs %2 : complex<f64>
  return %2, %3 : complex<f64>, f64
}

// -----

// CHECK-LABEL: func.func @div(
// CHECK-SAME:    %[[ARG0:.*]]: complex<f32>, %[[ARG1:.*]]: complex<f32>) -> complex<f32> {
// CHECK-NEXT:     %[[UNREALIZED_CONVERSION_CAST:.*]] = builtin.unrealized_conversion_cast %[[ARG1]] : complex<f32> to !llvm.struct<(f32, f32)>
// CHECK-NEXT:     %[[UNREALIZED_CONVERSION_CAST_1:.*]] = builtin.unrealized_conversion_cast %[[ARG0]] : complex<f32> to !llvm.struct<(f32, f32)>
// CHECK-NEXT:     %[[EXTRACTVALUE:.*]] = llvm.extractvalue %[[UNREALIZED_CONVERSION_CAST_1]][0] : !llvm.struct<(f32, f32)>
// CHECK-NEXT:     %[[EXTRACTVALUE_1:.*]] = llvm.extractvalue %[[UNREALIZED_CONVERSION_CAST_1]][1] : !llvm.struct<(f32, f32)>
// CHECK-NEXT:     %[[EXTRACTVALUE_2:.*]] = llvm.extractvalue %[[UNREALIZED_CONVERSION_CAST]][0] : !llvm.struct<(f32, f32)>
// CHECK-NEXT:     %[[EXTRACTVALUE_3:.*]] = llvm.extractvalue %[[UNREALIZED_CONVERSION_CAST]][1] : !llvm.struct<(f32, f32)>
// CHECK-NEXT:     %[[POISON:.*]] = llvm.mlir.poison : !llvm.struct<(f32, f32)>
// CHECK-NEXT:     %[[FMUL:.*]] = llvm.fmul %[[EXTRACTVALUE_2]], %[[EXTRACTVALUE_2]] {fastmathFlags = #llvm.fastmath<arcp>} : f32
// CHECK-NEXT:     %[[FMUL_1:.*]] = llvm.fmul %[[EXTRACTVALUE_3]], %[[EXTRACTVALUE_3]] {fastmathFlags = #llvm.fastmath<arcp>} : f32
// CHECK-NEXT:     %[[FADD:.*]] = llvm.fadd %[[FMUL]], %[[FMUL_1]] {fastmathFlags = #llvm.fastmath<arcp>} : f32
// CHECK-NEXT:     %[[FMUL_2:.*]] = llvm.fmul %[[EXTRACTVALUE]], %[[EXTRACTVALUE_2]] {fastmathFlags = #llvm.fastmath<arcp>} : f32
// CHECK-NEXT:     %[[FMUL_3:.*]] = llvm.fmul %[[EXTRACTVALUE_1]], %[[EXTRACTVALUE_3]] {fastmathFlags = #llvm.fastmath<arcp>} : f32
// CHECK-NEXT:     %[[FADD_1:.*]] = llvm.fadd %[[FMUL_2]], %[[FMUL_3]] {fastmathFlags = #llvm.fastmath<arcp>} : f32
// CHECK-NEXT:     %[[FMUL_4:.*]] = llvm.fmul %[[EXTRACTVALUE_1]], %[[EXTRACTVALUE_2]] {fastmathFlags = #llvm.fastmath<arcp>} : f32
// CHECK-NEXT:     %[[FMUL_5:.*]] = llvm.fmul %[[EXTRACTVALUE]], %[[EXTRACTVALUE_3]] {fastmathFlags = #llvm.fastmath<arcp>} : f32
// CHECK-NEXT:     %[[FSUB:.*]] = llvm.fsub %[[FMUL_4]], %[[FMUL_5]] {fastmathFlags = #llvm.fastmath<arcp>} : f32
// CHECK-NEXT:     %[[FDIV:.*]] = llvm.fdiv %[[FADD_1]], %[[FADD]] {fastmathFlags = #llvm.fastmath<arcp>} : f32
// CHECK-NEXT:     %[[FDIV_1:.*]] = llvm.fdiv %[[FSUB]], %[[FADD]] {fastmathFlags = #llvm.fastmath<arcp>} : f32
// CHECK-NEXT:     %[[INSERTVALUE:.*]] = llvm.insertvalue %[[FDIV]], %[[POISON]][0] : !llvm.struct<(f32, f32)>
// CHECK-NEXT:     %[[INSERTVALUE_1:.*]] = llvm.insertvalue %[[FDIV_1]], %[[INSERTVALUE]][1] : !llvm.struct<(f32, f32)>
// CHECK-NEXT:     %[[UNREALIZED_CONVERSION_CAST_2:.*]] = builtin.unrealized_conversion_cast %[[INSERTVALUE_1]] : !llvm.struct<(f32, f32)> to complex<f32>
// CHECK-NEXT:     return %[[UNREALIZED_CONVERSION_CAST_2]] : complex<f32>
// CHECK-NEXT:   }
// IMPROVED-LABEL: func.func @div(
// IMPROVED-SAME:    %[[ARG0:.*]]: complex<f32>, %[[ARG1:.*]]: complex<f32>) -> complex<f32> {
// IMPROVED-NEXT:     %[[UNREALIZED_CONVERSION_CAST:.*]] = builtin.unrealized_conversion_cast %[[ARG1]] : complex<f32> to !llvm.struct<(f32, f32)>
// IMPROVED-NEXT:     %[[UNREALIZED_CONVERSION_CAST_1:.*]] = builtin.unrealized_conversion_cast %[[ARG0]] : complex<f32> to !llvm.struct<(f32, f32)>
// IMPROVED-NEXT:     %[[EXTRACTVALUE:.*]] = llvm.extractvalue %[[UNREALIZED_CONVERSION_CAST_1]][0] : !llvm.struct<(f32, f32)>
// IMPROVED-NEXT:     %[[EXTRACTVALUE_1:.*]] = llvm.extractvalue %[[UNREALIZED_CONVERSION_CAST_1]][1] : !llvm.struct<(f32, f32)>
// IMPROVED-NEXT:     %[[EXTRACTVALUE_2:.*]] = llvm.extractvalue %[[UNREALIZED_CONVERSION_CAST]][0] : !llvm.struct<(f32, f32)>
// IMPROVED-NEXT:     %[[EXTRACTVALUE_3:.*]] = llvm.extractvalue %[[UNREALIZED_CONVERSION_CAST]][1] : !llvm.struct<(f32, f32)>
// IMPROVED-NEXT:     %[[POISON:.*]] = llvm.mlir.poison : !llvm.struct<(f32, f32)>
// IMPROVED-NEXT:     %[[FDIV:.*]] = llvm.fdiv %[[EXTRACTVALUE_2]], %[[EXTRACTVALUE_3]] {fastmathFlags = #llvm.fastmath<arcp>} : f32
// IMPROVED-NEXT:     %[[FMUL:.*]] = llvm.fmul %[[FDIV]], %[[EXTRACTVALUE_2]] {fastmathFlags = #llvm.fastmath<arcp>} : f32
// IMPROVED-NEXT:     %[[FADD:.*]] = llvm.fadd %[[EXTRACTVALUE_3]], %[[FMUL]] {fastmathFlags = #llvm.fastmath<arcp>} : f32
// IMPROVED-NEXT:     %[[FMUL_1:.*]] = llvm.fmul %[[EXTRACTVALUE]], %[[FDIV]] {fastmathFlags = #llvm.fastmath<arcp>} : f32
// IMPROVED-NEXT:     %[[FADD_1:.*]] = llvm.fadd %[[FMUL_1]], %[[EXTRACTVALUE_1]] {fastmathFlags = #llvm.fastmath<arcp>} : f32
// IMPROVED-NEXT:     %[[FDIV_1:.*]] = llvm.fdiv %[[FADD_1]], %[[FADD]] {fastmathFlags = #llvm.fastmath<arcp>} : f32
// IMPROVED-NEXT:     %[[FMUL_2:.*]] = llvm.fmul %[[EXTRACTVALUE_1]], %[[FDIV]] {fastmathFlags = #llvm.fastmath<arcp>} : f32
// IMPROVED-NEXT:     %[[FSUB:.*]] = llvm.fsub %[[FMUL_2]], %[[EXTRACTVALUE]] {fastmathFlags = #llvm.fastmath<arcp>} : f32
// IMPROVED-NEXT:     %[[FDIV_2:.*]] = llvm.fdiv %[[FSUB]], %[[FADD]] {fastmathFlags = #llvm.fastmath<arcp>} : f32
// IMPROVED-NEXT:     %[[FDIV_3:.*]] = llvm.fdiv %[[EXTRACTVALUE_3]], %[[EXTRACTVALUE_2]] {fastmathFlags = #llvm.fastmath<arcp>} : f32
// IMPROVED-NEXT:     %[[FMUL_3:.*]] = llvm.fmul %[[FDIV_3]], %[[EXTRACTVALUE_3]] {fastmathFlags = #llvm.fastmath<arcp>} : f32
// IMPROVED-NEXT:     %[[FADD_2:.*]] = llvm.fadd %[[EXTRACTVALUE_2]], %[[FMUL_3]] {fastmathFlags = #llvm.fastmath<arcp>} : f32
// IMPROVED-NEXT:     %[[FMUL_4:.*]] = llvm.fmul %[[EXTRACTVALUE_1]], %[[FDIV_3]] {fastmathFlags = #llvm.fastmath<arcp>} : f32
// IMPROVED-NEXT:     %[[FADD_3:.*]] = llvm.fadd %[[EXTRACTVALUE]], %[[FMUL_4]] {fastmathFlags = #llvm.fastmath<arcp>} : f32
// IMPROVED-NEXT:     %[[FDIV_4:.*]] = llvm.fdiv %[[FADD_3]], %[[FADD_2]] {fastmathFlags = #llvm.fastmath<arcp>} : f32
// IMPROVED-NEXT:     %[[FMUL_5:.*]] = llvm.fmul %[[EXTRACTVALUE]], %[[FDIV_3]] {fastmathFlags = #llvm.fastmath<arcp>} : f32
// IMPROVED-NEXT:     %[[FSUB_1:.*]] = llvm.fsub %[[EXTRACTVALUE_1]], %[[FMUL_5]] {fastmathFlags = #llvm.fastmath<arcp>} : f32
// IMPROVED-NEXT:     %[[FDIV_5:.*]] = llvm.fdiv %[[FSUB_1]], %[[FADD_2]] {fastmathFlags = #llvm.fastmath<arcp>} : f32
// IMPROVED-NEXT:     %[[CONSTANT:.*]] = llvm.mlir.constant(0.000000e+00 : f32) : f32
// IMPROVED-NEXT:     %[[FABS:.*]] = llvm.intr.fabs(%[[EXTRACTVALUE_2]]) {fastmathFlags = #llvm.fastmath<arcp>} : (f32) -> f32
// IMPROVED-NEXT:     %[[FCMP:.*]] = llvm.fcmp "oeq" %[[FABS]], %[[CONSTANT]] : f32
// IMPROVED-NEXT:     %[[FABS_1:.*]] = llvm.intr.fabs(%[[EXTRACTVALUE_3]]) {fastmathFlags = #llvm.fastmath<arcp>} : (f32) -> f32
// IMPROVED-NEXT:     %[[FCMP_1:.*]] = llvm.fcmp "oeq" %[[FABS_1]], %[[CONSTANT]] : f32
// IMPROVED-NEXT:     %[[FCMP_2:.*]] = llvm.fcmp "ord" %[[EXTRACTVALUE]], %[[CONSTANT]] : f32
// IMPROVED-NEXT:     %[[FCMP_3:.*]] = llvm.fcmp "ord" %[[EXTRACTVALUE_1]], %[[CONSTANT]] : f32
// IMPROVED-NEXT:     %[[OR:.*]] = llvm.or %[[FCMP_2]], %[[FCMP_3]] : i1
// IMPROVED-NEXT:     %[[AND:.*]] = llvm.and %[[FCMP]], %[[FCMP_1]] : i1
// IMPROVED-NEXT:     %[[AND_1:.*]] = llvm.and %[[OR]], %[[AND]] : i1
// IMPROVED-NEXT:     %[[CONSTANT_1:.*]] = llvm.mlir.constant(0x7F800000 : f32) : f32
// IMPROVED-NEXT:     %[[COPYSIGN:.*]] = llvm.intr.copysign(%[[CONSTANT_1]], %[[EXTRACTVALUE_2]]) : (f32, f32) -> f32
// IMPROVED-NEXT:     %[[FMUL_6:.*]] = llvm.fmul %[[COPYSIGN]], %[[EXTRACTVALUE]] {fastmathFlags = #llvm.fastmath<arcp>} : f32
// IMPROVED-NEXT:     %[[FMUL_7:.*]] = llvm.fmul %[[COPYSIGN]], %[[EXTRACTVALUE_1]] {fastmathFlags = #llvm.fastmath<arcp>} : f32
// IMPROVED-NEXT:     %[[FCMP_4:.*]] = llvm.fcmp "one" %[[FABS]], %[[CONSTANT_1]] : f32
// IMPROVED-NEXT:     %[[FCMP_5:.*]] = llvm.fcmp "one" %[[FABS_1]], %[[CONSTANT_1]] : f32
// IMPROVED-NEXT:     %[[AND_2:.*]] = llvm.and %[[FCMP_4]], %[[FCMP_5]] : i1
// IMPROVED-NEXT:     %[[FABS_2:.*]] = llvm.intr.fabs(%[[EXTRACTVALUE]]) {fastmathFlags = #llvm.fastmath<arcp>} : (f32) -> f32
// IMPROVED-NEXT:     %[[FCMP_6:.*]] = llvm.fcmp "oeq" %[[FABS_2]], %[[CONSTANT_1]] : f32
// IMPROVED-NEXT:     %[[FABS_3:.*]] = llvm.intr.fabs(%[[EXTRACTVALUE_1]]) {fastmathFlags = #llvm.fastmath<arcp>} : (f32) -> f32
// IMPROVED-NEXT:     %[[FCMP_7:.*]] = llvm.fcmp "oeq" %[[FABS_3]], %[[CONSTANT_1]] : f32
// IMPROVED-NEXT:     %[[OR_1:.*]] = llvm.or %[[FCMP_6]], %[[FCMP_7]] : i1
// IMPROVED-NEXT:     %[[AND_3:.*]] = llvm.and %[[OR_1]], %[[AND_2]] : i1
// IMPROVED-NEXT:     %[[CONSTANT_2:.*]] = llvm.mlir.constant(1.000000e+00 : f32) : f32
// IMPROVED-NEXT:     %[[SELECT:.*]] = llvm.select %[[FCMP_6]], %[[CONSTANT_2]], %[[CONSTANT]] : i1, f32
// IMPROVED-NEXT:     %[[COPYSIGN_1:.*]] = llvm.intr.copysign(%[[SELECT]], %[[EXTRACTVALUE]]) : (f32, f32) -> f32
// IMPROVED-NEXT:     %[[SELECT_1:.*]] = llvm.select %[[FCMP_7]], %[[CONSTANT_2]], %[[CONSTANT]] : i1, f32
// IMPROVED-NEXT:     %[[COPYSIGN_2:.*]] = llvm.intr.copysign(%[[SELECT_1]], %[[EXTRACTVALUE_1]]) : (f32, f32) -> f32
// IMPROVED-NEXT:     %[[FMUL_8:.*]] = llvm.fmul %[[COPYSIGN_1]], %[[EXTRACTVALUE_2]] {fastmathFlags = #llvm.fastmath<arcp>} : f32
// IMPROVED-NEXT:     %[[FMUL_9:.*]] = llvm.fmul %[[COPYSIGN_2]], %[[EXTRACTVALUE_3]] {fastmathFlags = #llvm.fastmath<arcp>} : f32
// IMPROVED-NEXT:     %[[FADD_4:.*]] = llvm.fadd %[[FMUL_8]], %[[FMUL_9]] {fastmathFlags = #llvm.fastmath<arcp>} : f32
// IMPROVED-NEXT:     %[[FMUL_10:.*]] = llvm.fmul %[[CONSTANT_1]], %[[FADD_4]] {fastmathFlags = #llvm.fastmath<arcp>} : f32
// IMPROVED-NEXT:     %[[FMUL_11:.*]] = llvm.fmul %[[COPYSIGN_1]], %[[EXTRACTVALUE_3]] {fastmathFlags = #llvm.fastmath<arcp>} : f32
// IMPROVED-NEXT:     %[[FMUL_12:.*]] = llvm.fmul %[[COPYSIGN_2]], %[[EXTRACTVALUE_2]] {fastmathFlags = #llvm.fastmath<arcp>} : f32
// IMPROVED-NEXT:     %[[FSUB_2:.*]] = llvm.fsub %[[FMUL_12]], %[[FMUL_11]] {fastmathFlags = #llvm.fastmath<arcp>} : f32
// IMPROVED-NEXT:     %[[FMUL_13:.*]] = llvm.fmul %[[CONSTANT_1]], %[[FSUB_2]] {fastmathFlags = #llvm.fastmath<arcp>} : f32
// IMPROVED-NEXT:     %[[FCMP_8:.*]] = llvm.fcmp "one" %[[FABS_2]], %[[CONSTANT_1]] : f32
// IMPROVED-NEXT:     %[[FCMP_9:.*]] = llvm.fcmp "one" %[[FABS_3]], %[[CONSTANT_1]] : f32
// IMPROVED-NEXT:     %[[AND_4:.*]] = llvm.and %[[FCMP_8]], %[[FCMP_9]] : i1
// IMPROVED-NEXT:     %[[FCMP_10:.*]] = llvm.fcmp "oeq" %[[FABS]], %[[CONSTANT_1]] : f32
// IMPROVED-NEXT:     %[[FCMP_11:.*]] = llvm.fcmp "oeq" %[[FABS_1]], %[[CONSTANT_1]] : f32
// IMPROVED-NEXT:     %[[OR_2:.*]] = llvm.or %[[FCMP_10]], %[[FCMP_11]] : i1
// IMPROVED-NEXT:     %[[AND_5:.*]] = llvm.and %[[AND_4]], %[[OR_2]] : i1
// IMPROVED-NEXT:     %[[SELECT_2:.*]] = llvm.select %[[FCMP_10]], %[[CONSTANT_2]], %[[CONSTANT]] : i1, f32
// IMPROVED-NEXT:     %[[COPYSIGN_3:.*]] = llvm.intr.copysign(%[[SELECT_2]], %[[EXTRACTVALUE_2]]) : (f32, f32) -> f32
// IMPROVED-NEXT:     %[[SELECT_3:.*]] = llvm.select %[[FCMP_11]], %[[CONSTANT_2]], %[[CONSTANT]] : i1, f32
// IMPROVED-NEXT:     %[[COPYSIGN_4:.*]] = llvm.intr.copysign(%[[SELECT_3]], %[[EXTRACTVALUE_3]]) : (f32, f32) -> f32
// IMPROVED-NEXT:     %[[FMUL_14:.*]] = llvm.fmul %[[EXTRACTVALUE]], %[[COPYSIGN_3]] {fastmathFlags = #llvm.fastmath<arcp>} : f32
// IMPROVED-NEXT:     %[[FMUL_15:.*]] = llvm.fmul %[[EXTRACTVALUE_1]], %[[COPYSIGN_4]] {fastmathFlags = #llvm.fastmath<arcp>} : f32
// IMPROVED-NEXT:     %[[FADD_5:.*]] = llvm.fadd %[[FMUL_14]], %[[FMUL_15]] {fastmathFlags = #llvm.fastmath<arcp>} : f32
// IMPROVED-NEXT:     %[[FMUL_16:.*]] = llvm.fmul %[[CONSTANT]], %[[FADD_5]] {fastmathFlags = #llvm.fastmath<arcp>} : f32
// IMPROVED-NEXT:     %[[FMUL_17:.*]] = llvm.fmul %[[EXTRACTVALUE_1]], %[[COPYSIGN_3]] {fastmathFlags = #llvm.fastmath<arcp>} : f32
// IMPROVED-NEXT:     %[[FMUL_18:.*]] = llvm.fmul %[[EXTRACTVALUE]], %[[COPYSIGN_4]] {fastmathFlags = #llvm.fastmath<arcp>} : f32
// IMPROVED-NEXT:     %[[FSUB_3:.*]] = llvm.fsub %[[FMUL_17]], %[[FMUL_18]] {fastmathFlags = #llvm.fastmath<arcp>} : f32
// IMPROVED-NEXT:     %[[FMUL_19:.*]] = llvm.fmul %[[CONSTANT]], %[[FSUB_3]] {fastmathFlags = #llvm.fastmath<arcp>} : f32
// IMPROVED-NEXT:     %[[FCMP_12:.*]] = llvm.fcmp "olt" %[[FABS]], %[[FABS_1]] : f32
// IMPROVED-NEXT:     %[[SELECT_4:.*]] = llvm.select %[[FCMP_12]], %[[FDIV_1]], %[[FDIV_4]] : i1, f32
// IMPROVED-NEXT:     %[[SELECT_5:.*]] = llvm.select %[[FCMP_12]], %[[FDIV_2]], %[[FDIV_5]] : i1, f32
// IMPROVED-NEXT:     %[[SELECT_6:.*]] = llvm.select %[[AND_5]], %[[FMUL_16]], %[[SELECT_4]] : i1, f32
// IMPROVED-NEXT:     %[[SELECT_7:.*]] = llvm.select %[[AND_5]], %[[FMUL_19]], %[[SELECT_5]] : i1, f32
// IMPROVED-NEXT:     %[[SELECT_8:.*]] = llvm.select %[[AND_3]], %[[FMUL_10]], %[[SELECT_6]] : i1, f32
// IMPROVED-NEXT:     %[[SELECT_9:.*]] = llvm.select %[[AND_3]], %[[FMUL_13]], %[[SELECT_7]] : i1, f32
// IMPROVED-NEXT:     %[[SELECT_10:.*]] = llvm.select %[[AND_1]], %[[FMUL_6]], %[[SELECT_8]] : i1, f32
// IMPROVED-NEXT:     %[[SELECT_11:.*]] = llvm.select %[[AND_1]], %[[FMUL_7]], %[[SELECT_9]] : i1, f32
// IMPROVED-NEXT:     %[[FCMP_13:.*]] = llvm.fcmp "uno" %[[SELECT_4]], %[[CONSTANT]] : f32
// IMPROVED-NEXT:     %[[FCMP_14:.*]] = llvm.fcmp "uno" %[[SELECT_5]], %[[CONSTANT]] : f32
// IMPROVED-NEXT:     %[[AND_6:.*]] = llvm.and %[[FCMP_13]], %[[FCMP_14]] : i1
// IMPROVED-NEXT:     %[[SELECT_12:.*]] = llvm.select %[[AND_6]], %[[SELECT_10]], %[[SELECT_4]] : i1, f32
// IMPROVED-NEXT:     %[[SELECT_13:.*]] = llvm.select %[[AND_6]], %[[SELECT_11]], %[[SELECT_5]] : i1, f32
// IMPROVED-NEXT:     %[[INSERTVALUE:.*]] = llvm.insertvalue %[[SELECT_12]], %[[POISON]][0] : !llvm.struct<(f32, f32)>
// IMPROVED-NEXT:     %[[INSERTVALUE_1:.*]] = llvm.insertvalue %[[SELECT_13]], %[[INSERTVALUE]][1] : !llvm.struct<(f32, f32)>
// IMPROVED-NEXT:     %[[UNREALIZED_CONVERSION_CAST_2:.*]] = builtin.unrealized_conversion_cast %[[INSERTVALUE_1]] : !llvm.struct<(f32, f32)> to complex<f32>
// IMPROVED-NEXT:     return %[[UNREALIZED_CONVERSION_CAST_2]] : complex<f32>
// IMPROVED-NEXT:   }
func.func @div(%a: complex<f32>, %b: complex<f32>) -> complex<f32> {
  %0 = complex.div %a, %b fastmath<arcp> : complex<f32>
  return %0 : complex<f32>
}
