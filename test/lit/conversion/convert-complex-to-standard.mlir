// RUN: mlirlite-opt %s --convert-complex-to-standard --split-input-file | FileCheck %s
// RUN: mlirlite-opt %s --convert-complex-to-standard=complex-range=basic --split-input-file | FileCheck %s --check-prefix=BASIC

// CHECK-LABEL: func.func @abs(
// CHECK-SAME:    %[[ARG0:.*]]: complex<f32>) -> f32 {
// CHECK-NEXT:     %[[RE:.*]] = complex.re %[[ARG0]] : complex<f32>
// CHECK-NEXT:     %[[IM:.*]] = complex.im %[[ARG0]] : complex<f32>
// CHECK-NEXT:     %[[CST:.*]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT:     %[[ABSF:.*]] = math.absf %[[RE]] fastmath<nnan,contract> : f32
// CHECK-NEXT:     %[[ABSF_1:.*]] = math.absf %[[IM]] fastmath<nnan,contract> : f32
// CHECK-NEXT:     %[[MAXIMUMF:.*]] = arith.maximumf %[[ABSF]], %[[ABSF_1]] fastmath<nnan,contract> : f32
// CHECK-NEXT:     %[[MINIMUMF:.*]] = arith.minimumf %[[ABSF]], %[[ABSF_1]] fastmath<nnan,contract> : f32
// CHECK-NEXT:     %[[DIVF:.*]] = arith.divf %[[MINIMUMF]], %[[MAXIMUMF]] fastmath<contract> : f32
// CHECK-NEXT:     %[[MULF:.*]] = arith.mulf %[[DIVF]], %[[DIVF]] fastmath<contract> : f32
// CHECK-NEXT:     %[[ADDF:.*]] = arith.addf %[[MULF]], %[[CST]] fastmath<contract> : f32
// CHECK-NEXT:     %[[SQRT:.*]] = math.sqrt %[[ADDF]] fastmath<contract> : f32
// CHECK-NEXT:     %[[MULF_1:.*]] = arith.mulf %[[MAXIMUMF]], %[[SQRT]] fastmath<contract> : f32
// CHECK-NEXT:     %[[CMPF:.*]] = arith.cmpf uno, %[[MULF_1]], %[[MULF_1]] fastmath<contract> : f32
// CHECK-NEXT:     %[[SELECT:.*]] = arith.select %[[CMPF]], %[[MINIMUMF]], %[[MULF_1]] : f32
// CHECK-NEXT:     return %[[SELECT]] : f32
// CHECK-NEXT:   }
// BASIC-LABEL: func.func @abs(
// BASIC-SAME:    %[[ARG0:.*]]: complex<f32>) -> f32 {
// BASIC-NEXT:     %[[RE:.*]] = complex.re %[[ARG0]] : complex<f32>
// BASIC-NEXT:     %[[IM:.*]] = complex.im %[[ARG0]] : complex<f32>
// BASIC-NEXT:     %[[CST:.*]] = arith.constant 1.000000e+00 : f32
// BASIC-NEXT:     %[[ABSF:.*]] = math.absf %[[RE]] fastmath<nnan,contract> : f32
// BASIC-NEXT:     %[[ABSF_1:.*]] = math.absf %[[IM]] fastmath<nnan,contract> : f32
// BASIC-NEXT:     %[[MAXIMUMF:.*]] = arith.maximumf %[[ABSF]], %[[ABSF_1]] fastmath<nnan,contract> : f32
// BASIC-NEXT:     %[[MINIMUMF:.*]] = arith.minimumf %[[ABSF]], %[[ABSF_1]] fastmath<nnan,contract> : f32
// BASIC-NEXT:     %[[DIVF:.*]] = arith.divf %[[MINIMUMF]], %[[MAXIMUMF]] fastmath<contract> : f32
// BASIC-NEXT:     %[[MULF:.*]] = arith.mulf %[[DIVF]], %[[DIVF]] fastmath<contract> : f32
// BASIC-NEXT:     %[[ADDF:.*]] = arith.addf %[[MULF]], %[[CST]] fastmath<contract> : f32
// BASIC-NEXT:     %[[SQRT:.*]] = math.sqrt %[[ADDF]] fastmath<contract> : f32
// BASIC-NEXT:     %[[MULF_1:.*]] = arith.mulf %[[MAXIMUMF]], %[[SQRT]] fastmath<contract> : f32
// BASIC-NEXT:     %[[CMPF:.*]] = arith.cmpf uno, %[[MULF_1]], %[[MULF_1]] fastmath<contract> : f32
// BASIC-NEXT:     %[[SELECT:.*]] = arith.select %[[CMPF]], %[[MINIMUMF]], %[[MULF_1]] : f32
// BASIC-NEXT:     return %[[SELECT]] : f32
// BASIC-NEXT:   }
func.func @abs(%a: complex<f32>) -> f32 {
  %0 = complex.abs %a fastmath<nnan,contract> : complex<f32>
  return %0 : f32
}

// -----

// CHECK-LABEL: func.func @div(
// CHECK-SAME:    %[[ARG0:.*]]: complex<f32>, %[[ARG1:.*]]: complex<f32>) -> complex<f32> {
// CHECK-NEXT:     %[[RE:.*]] = complex.re %[[ARG0]] : complex<f32>
// CHECK-NEXT:     %[[IM:.*]] = complex.im %[[ARG0]] : complex<f32>
// CHECK-NEXT:     %[[RE_1:.*]] = complex.re %[[ARG1]] : complex<f32>
// CHECK-NEXT:     %[[IM_1:.*]] = complex.im %[[ARG1]] : complex<f32>
// CHECK-NEXT:     %[[DIVF:.*]] = arith.divf %[[RE_1]], %[[IM_1]] fastmath<contract> : f32
// CHECK-NEXT:     %[[MULF:.*]] = arith.mulf %[[DIVF]], %[[RE_1]] fastmath<contract> : f32
// CHECK-NEXT:     %[[ADDF:.*]] = arith.addf %[[IM_1]], %[[MULF]] fastmath<contract> : f32
// CHECK-NEXT:     %[[MULF_1:.*]] = arith.mulf %[[RE]], %[[DIVF]] fastmath<contract> : f32
// CHECK-NEXT:     %[[ADDF_1:.*]] = arith.addf %[[MULF_1]], %[[IM]] fastmath<contract> : f32
// CHECK-NEXT:     %[[DIVF_1:.*]] = arith.divf %[[ADDF_1]], %[[ADDF]] fastmath<contract> : f32
// CHECK-NEXT:     %[[MULF_2:.*]] = arith.mulf %[[IM]], %[[DIVF]] fastmath<contract> : f32
// CHECK-NEXT:     %[[SUBF:.*]] = arith.subf %[[MULF_2]], %[[RE]] fastmath<contract> : f32
// CHECK-NEXT:     %[[DIVF_2:.*]] = arith.divf %[[SUBF]], %[[ADDF]] fastmath<contract> : f32
// CHECK-NEXT:     %[[DIVF_3:.*]] = arith.divf %[[IM_1]], %[[RE_1]] fastmath<contract> : f32
// CHECK-NEXT:     %[[MULF_3:.*]] = arith.mulf %[[DIVF_3]], %[[IM_1]] fastmath<contract> : f32
// CHECK-NEXT:     %[[ADDF_2:.*]] = arith.addf %[[RE_1]], %[[MULF_3]] fastmath<contract> : f32
// CHECK-NEXT:     %[[MULF_4:.*]] = arith.mulf %[[IM]], %[[DIVF_3]] fastmath<contract> : f32
// CHECK-NEXT:     %[[ADDF_3:.*]] = arith.addf %[[RE]], %[[MULF_4]] fastmath<contract> : f32
// CHECK-NEXT:     %[[DIVF_4:.*]] = arith.divf %[[ADDF_3]], %[[ADDF_2]] fastmath<contract> : f32
// CHECK-NEXT:     %[[MULF_5:.*]] = arith.mulf %[[RE]], %[[DIVF_3]] fastmath<contract> : f32
// CHECK-NEXT:     %[[SUBF_1:.*]] = arith.subf %[[IM]], %[[MULF_5]] fastmath<contract> : f32
// CHECK-NEXT:     %[[DIVF_5:.*]] = arith.divf %[[SUBF_1]], %[[ADDF_2]] fastmath<contract> : f32
// CHECK-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:     %[[ABSF:.*]] = math.absf %[[RE_1]] fastmath<contract> : f32
// CHECK-NEXT:     %[[CMPF:.*]] = arith.cmpf oeq, %[[ABSF]], %[[CST]] : f32
// CHECK-NEXT:     %[[ABSF_1:.*]] = math.absf %[[IM_1]] fastmath<contract> : f32
// CHECK-NEXT:     %[[CMPF_1:.*]] = arith.cmpf oeq, %[[ABSF_1]], %[[CST]] : f32
// CHECK-NEXT:     %[[CMPF_2:.*]] = arith.cmpf ord, %[[RE]], %[[CST]] : f32
// CHECK-NEXT:     %[[CMPF_3:.*]] = arith.cmpf ord, %[[IM]], %[[CST]] : f32
// CHECK-NEXT:     %[[ORI:.*]] = arith.ori %[[CMPF_2]], %[[CMPF_3]] : i1
// CHECK-NEXT:     %[[ANDI:.*]] = arith.andi %[[CMPF]], %[[CMPF_1]] : i1
// CHECK-NEXT:     %[[ANDI_1:.*]] = arith.andi %[[ORI]], %[[ANDI]] : i1
// CHECK-NEXT:     %[[CST_0:.*]] = arith.constant 0x7F800000 : f32
// CHECK-NEXT:     %[[COPYSIGN:.*]] = math.copysign %[[CST_0]], %[[RE_1]] : f32
// CHECK-NEXT:     %[[MULF_6:.*]] = arith.mulf %[[COPYSIGN]], %[[RE]] fastmath<contract> : f32
// CHECK-NEXT:     %[[MULF_7:.*]] = arith.mulf %[[COPYSIGN]], %[[IM]] fastmath<contract> : f32
// CHECK-NEXT:     %[[CMPF_4:.*]] = arith.cmpf one, %[[ABSF]], %[[CST_0]] : f32
// CHECK-NEXT:     %[[CMPF_5:.*]] = arith.cmpf one, %[[ABSF_1]], %[[CST_0]] : f32
// CHECK-NEXT:     %[[ANDI_2:.*]] = arith.andi %[[CMPF_4]], %[[CMPF_5]] : i1
// CHECK-NEXT:     %[[ABSF_2:.*]] = math.absf %[[RE]] fastmath<contract> : f32
// CHECK-NEXT:     %[[CMPF_6:.*]] = arith.cmpf oeq, %[[ABSF_2]], %[[CST_0]] : f32
// CHECK-NEXT:     %[[ABSF_3:.*]] = math.absf %[[IM]] fastmath<contract> : f32
// CHECK-NEXT:     %[[CMPF_7:.*]] = arith.cmpf oeq, %[[ABSF_3]], %[[CST_0]] : f32
// CHECK-NEXT:     %[[ORI_1:.*]] = arith.ori %[[CMPF_6]], %[[CMPF_7]] : i1
// CHECK-NEXT:     %[[ANDI_3:.*]] = arith.andi %[[ORI_1]], %[[ANDI_2]] : i1
// CHECK-NEXT:     %[[CST_1:.*]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT:     %[[SELECT:.*]] = arith.select %[[CMPF_6]], %[[CST_1]], %[[CST]] : f32
// CHECK-NEXT:     %[[COPYSIGN_1:.*]] = math.copysign %[[SELECT]], %[[RE]] : f32
// CHECK-NEXT:     %[[SELECT_1:.*]] = arith.select %[[CMPF_7]], %[[CST_1]], %[[CST]] : f32
// CHECK-NEXT:     %[[COPYSIGN_2:.*]] = math.copysign %[[SELECT_1]], %[[IM]] : f32
// CHECK-NEXT:     %[[MULF_8:.*]] = arith.mulf %[[COPYSIGN_1]], %[[RE_1]] fastmath<contract> : f32
// CHECK-NEXT:     %[[MULF_9:.*]] = arith.mulf %[[COPYSIGN_2]], %[[IM_1]] fastmath<contract> : f32
// CHECK-NEXT:     %[[ADDF_4:.*]] = arith.addf %[[MULF_8]], %[[MULF_9]] fastmath<contract> : f32
// CHECK-NEXT:     %[[MULF_10:.*]] = arith.mulf %[[CST_0]], %[[ADDF_4]] fastmath<contract> : f32
// CHECK-NEXT:     %[[MULF_11:.*]] = arith.mulf %[[COPYSIGN_1]], %[[IM_1]] fastmath<contract> : f32
// CHECK-NEXT:     %[[MULF_12:.*]] = arith.mulf %[[COPYSIGN_2]], %[[RE_1]] fastmath<contract> : f32
// CHECK-NEXT:     %[[SUBF_2:.*]] = arith.subf %[[MULF_12]], %[[MULF_11]] fastmath<contract> : f32
// CHECK-NEXT:     %[[MULF_13:.*]] = arith.mulf %[[CST_0]], %[[SUBF_2]] fastmath<contract> : f32
// CHECK-NEXT:     %[[CMPF_8:.*]] = arith.cmpf one, %[[ABSF_2]], %[[CST_0]] : f32
// CHECK-NEXT:     %[[CMPF_9:.*]] = arith.cmpf one, %[[ABSF_3]], %[[CST_0]] : f32
// CHECK-NEXT:     %[[ANDI_4:.*]] = arith.andi %[[CMPF_8]], %[[CMPF_9]] : i1
// CHECK-NEXT:     %[[CMPF_10:.*]] = arith.cmpf oeq, %[[ABSF]], %[[CST_0]] : f32
// CHECK-NEXT:     %[[CMPF_11:.*]] = arith.cmpf oeq, %[[ABSF_1]], %[[CST_0]] : f32
// CHECK-NEXT:     %[[ORI_2:.*]] = arith.ori %[[CMPF_10]], %[[CMPF_11]] : i1
// CHECK-NEXT:     %[[ANDI_5:.*]] = arith.andi %[[ANDI_4]], %[[ORI_2]] : i1
// CHECK-NEXT:     %[[SELECT_2:.*]] = arith.select %[[CMPF_10]], %[[CST_1]], %[[CST]] : f32
// CHECK-NEXT:     %[[COPYSIGN_3:.*]] = math.copysign %[[SELECT_2]], %[[RE_1]] : f32
// CHECK-NEXT:     %[[SELECT_3:.*]] = arith.select %[[CMPF_11]], %[[CST_1]], %[[CST]] : f32
// CHECK-NEXT:     %[[COPYSIGN_4:.*]] = math.copysign %[[SELECT_3]], %[[IM_1]] : f32
// CHECK-NEXT:     %[[MULF_14:.*]] = arith.mulf %[[RE]], %[[COPYSIGN_3]] fastmath<contract> : f32
// CHECK-NEXT:     %[[MULF_15:.*]] = arith.mulf %[[IM]], %[[COPYSIGN_4]] fastmath<contract> : f32
// CHECK-NEXT:     %[[ADDF_5:.*]] = arith.addf %[[MULF_14]], %[[MULF_15]] fastmath<contract> : f32
// CHECK-NEXT:     %[[MULF_16:.*]] = arith.mulf %[[CST]], %[[ADDF_5]] fastmath<contract> : f32
// CHECK-NEXT:     %[[MULF_17:.*]] = arith.mulf %[[IM]], %[[COPYSIGN_3]] fastmath<contract> : f32
// CHECK-NEXT:     %[[MULF_18:.*]] = arith.mulf %[[RE]], %[[COPYSIGN_4]] fastmath<contract> : f32
// CHECK-NEXT:     %[[SUBF_3:.*]] = arith.subf %[[MULF_17]], %[[MULF_18]] fastmath<contract> : f32
// CHECK-NEXT:     %[[MULF_19:.*]] = arith.mulf %[[CST]], %[[SUBF_3]] fastmath<contract> : f32
// CHECK-NEXT:     %[[CMPF_12:.*]] = arith.cmpf olt, %[[ABSF]], %[[ABSF_1]] : f32
// CHECK-NEXT:     %[[SELECT_4:.*]] = arith.select %[[CMPF_12]], %[[DIVF_1]], %[[DIVF_4]] : f32
// CHECK-NEXT:     %[[SELECT_5:.*]] = arith.select %[[CMPF_12]], %[[DIVF_2]], %[[DIVF_5]] : f32
// CHECK-NEXT:     %[[SELECT_6:.*]] = arith.select %[[ANDI_5]], %[[MULF_16]], %[[SELECT_4]] : f32
// CHECK-NEXT:     %[[SELECT_7:.*]] = arith.select %[[ANDI_5]], %[[MULF_19]], %[[SELECT_5]] : f32
// CHECK-NEXT:     %[[SELECT_8:.*]] = arith.select %[[ANDI_3]], %[[MULF_10]], %[[SELECT_6]] : f32
// CHECK-NEXT:     %[[SELECT_9:.*]] = arith.select %[[ANDI_3]], %[[MULF_13]], %[[SELECT_7]] : f32
// CHECK-NEXT:     %[[SELECT_10:.*]] = arith.select %[[ANDI_1]], %[[MULF_6]], %[[SELECT_8]] : f32
// CHECK-NEXT:     %[[SELECT_11:.*]] = arith.select %[[ANDI_1]], %[[MULF_7]], %[[SELECT_9]] : f32
// CHECK-NEXT:     %[[CMPF_13:.*]] = arith.cmpf uno, %[[SELECT_4]], %[[CST]] : f32
// CHECK-NEXT:     %[[CMPF_14:.*]] = arith.cmpf uno, %[[SELECT_5]], %[[CST]] : f32
// CHECK-NEXT:     %[[ANDI_6:.*]] = arith.andi %[[CMPF_13]], %[[CMPF_14]] : i1
// CHECK-NEXT:     %[[SELECT_12:.*]] = arith.select %[[ANDI_6]], %[[SELECT_10]], %[[SELECT_4]] : f32
// CHECK-NEXT:     %[[SELECT_13:.*]] = arith.select %[[ANDI_6]], %[[SELECT_11]], %[[SELECT_5]] : f32
// CHECK-NEXT:     %[[CREATE:.*]] = complex.create %[[SELECT_12]], %[[SELECT_13]] : complex<f32>
// CHECK-NEXT:     return %[[CREATE]] : complex<f32>
// CHECK-NEXT:   }
// BASIC-LABEL: func.func @div(
// BASIC-SAME:    %[[ARG0:.*]]: complex<f32>, %[[ARG1:.*]]: complex<f32>) -> complex<f32> {
// BASIC-NEXT:     %[[RE:.*]] = complex.re %[[ARG0]] : complex<f32>
// BASIC-NEXT:     %[[IM:.*]] = complex.im %[[ARG0]] : complex<f32>
// BASIC-NEXT:     %[[RE_1:.*]] = complex.re %[[ARG1]] : complex<f32>
// BASIC-NEXT:     %[[IM_1:.*]] = complex.im %[[ARG1]] : complex<f32>
// BASIC-NEXT:     %[[MULF:.*]] = arith.mulf %[[RE_1]], %[[RE_1]] fastmath<contract> : f32
// BASIC-NEXT:     %[[MULF_1:.*]] = arith.mulf %[[IM_1]], %[[IM_1]] fastmath<contract> : f32
// BASIC-NEXT:     %[[ADDF:.*]] = arith.addf %[[MULF]], %[[MULF_1]] fastmath<contract> : f32
// BASIC-NEXT:     %[[MULF_2:.*]] = arith.mulf %[[RE]], %[[RE_1]] fastmath<contract> : f32
// BASIC-NEXT:     %[[MULF_3:.*]] = arith.mulf %[[IM]], %[[IM_1]] fastmath<contract> : f32
// BASIC-NEXT:     %[[ADDF_1:.*]] = arith.addf %[[MULF_2]], %[[MULF_3]] fastmath<contract> : f32
// BASIC-NEXT:     %[[MULF_4:.*]] = arith.mulf %[[IM]], %[[RE_1]] fastmath<contract> : f32
// BASIC-NEXT:     %[[MULF_5:.*]] = arith.mulf %[[RE]], %[[IM_1]] fastmath<contract> : f32
// BASIC-NEXT:     %[[SUBF:.*]] = arith.subf %[[MULF_4]], %[[MULF_5]] fastmath<contract> : f32
// BASIC-NEXT:     %[[DIVF:.*]] = arith.divf %[[ADDF_1]], %[[ADDF]] fastmath<contract> : f32
// BASIC-NEXT:     %[[DIVF_1:.*]] = arith.divf %[[SUBF]], %[[ADDF]] fastmath<contract> : f32
// BASIC-NEXT:     %[[CREATE:.*]] = complex.create %[[DIVF]], %[[DIVF_1]] : complex<f32>
// BASIC-NEXT:     return %[[CREATE]] : complex<f32>
// BASIC-NEXT:   }
func.func @div(%a: complex<f32>, %b: complex<f32>) -> complex<f32> {
  %0 = complex.div %a, %b fastmath<contract> : complex<f32>
  return %0 : complex<f32>
}

// -----

// CHECK-LABEL: func.func @compare(
// CHECK-SAME:    %[[ARG0:.*]]: complex<f64>, %[[ARG1:.*]]: complex<f64>) -> (i1, i1) {
// CHECK-NEXT:     %[[RE:.*]] = complex.re %[[ARG0]] : complex<f64>
// CHECK-NEXT:     %[[IM:.*]] = complex.im %[[ARG0]] : complex<f64>
// CHECK-NEXT:     %[[RE_1:.*]] = complex.re %[[ARG1]] : complex<f64>
// CHECK-NEXT:     %[[IM_1:.*]] = complex.im %[[ARG1]] : complex<f64>
// CHECK-NEXT:     %[[CMPF:.*]] = arith.cmpf oeq, %[[RE]], %[[RE_1]] : f64
// CHECK-NEXT:     %[[CMPF_1:.*]] = arith.cmpf oeq, %[[IM]], %[[IM_1]] : f64
// CHECK-NEXT:     %[[ANDI:.*]] = arith.andi %[[CMPF]], %[[CMPF_1]] : i1
// CHECK-NEXT:     %[[RE_2:.*]] = complex.re %[[ARG0]] : complex<f64>
// CHECK-NEXT:     %[[IM_2:.*]] = complex.im %[[ARG0]] : complex<f64>
// CHECK-NEXT:     %[[RE_3:.*]] = complex.re %[[ARG1]] : complex<f64>
// CHECK-NEXT:     %[[IM_3:.*]] = complex.im %[[ARG1]] : complex<f64>
// CHECK-NEXT:     %[[CMPF_2:.*]] = arith.cmpf une, %[[RE_2]], %[[RE_3]] : f64
// CHECK-NEXT:     %[[CMPF_3:.*]] = arith.cmpf une, %[[IM_2]], %[[IM_3]] : f64
// CHECK-NEXT:     %[[ORI:.*]] = arith.ori %[[CMPF_2]], %[[CMPF_3]] : i1
// CHECK-NEXT:     return %[[ANDI]], %[[ORI]] : i1, i1
// CHECK-NEXT:   }
// BASIC-LABEL: func.func @compare(
// BASIC-SAME:    %[[ARG0:.*]]: complex<f64>, %[[ARG1:.*]]: complex<f64>) -> (i1, i1) {
// BASIC-NEXT:     %[[RE:.*]] = complex.re %[[ARG0]] : complex<f64>
// BASIC-NEXT:     %[[IM:.*]] = complex.im %[[ARG0]] : complex<f64>
// BASIC-NEXT:     %[[RE_1:.*]] = complex.re %[[ARG1]] : complex<f64>
// BASIC-NEXT:     %[[IM_1:.*]] = complex.im %[[ARG1]] : complex<f64>
// BASIC-NEXT:     %[[CMPF:.*]] = arith.cmpf oeq, %[[RE]], %[[RE_1]] : f64
// BASIC-NEXT:     %[[CMPF_1:.*]] = arith.cmpf oeq, %[[IM]], %[[IM_1]] : f64
// BASIC-NEXT:     %[[ANDI:.*]] = arith.andi %[[CMPF]], %[[CMPF_1]] : i1
// BASIC-NEXT:     %[[RE_2:.*]] = complex.re %[[ARG0]] : complex<f64>
// BASIC-NEXT:     %[[IM_2:.*]] = complex.im %[[ARG0]] : complex<f64>
// BASIC-NEXT:     %[[RE_3:.*]] = complex.re %[[ARG1]] : complex<f64>
// BASIC-NEXT:     %[[IM_3:.*]] = complex.im %[[ARG1]] : complex<f64>
// BASIC-NEXT:     %[[CMPF_2:.*]] = arith.cmpf une, %[[RE_2]], %[[RE_3]] : f64
// BASIC-NEXT:     %[[CMPF_3:.*]] = arith.cmpf une, %[[IM_2]], %[[IM_3]] : f64
// BASIC-NEXT:     %[[ORI:.*]] = arith.ori %[[CMPF_2]], %[[CMPF_3]] : i1
// BASIC-NEXT:     return %[[ANDI]], %[[ORI]] : i1, i1
// BASIC-NEXT:   }
func.func @compare(%a: complex<f64>, %b: complex<f64>) -> (i1, i1) {
  %0 = complex.eq %a, %b : complex<f64>
  %1 = complex.neq %a, %b : complex<f64>
  return %0, %1 : i1, i1
}

// -----

// CHECK-LABEL: func.func @expm1(
// CHECK-SAME:    %[[ARG0:.*]]: complex<f32>) -> complex<f32> {
// CHECK-NEXT:     %[[RE:.*]] = complex.re %[[ARG0]] : complex<f32>
// CHECK-NEXT:     %[[IM:.*]] = complex.im %[[ARG0]] : complex<f32>
// CHECK-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:     %[[CST_0:.*]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT:     %[[EXPM1:.*]] = math.expm1 %[[RE]] : f32
// CHECK-NEXT:     %[[ADDF:.*]] = arith.addf %[[EXPM1]], %[[CST_0]] : f32
// CHECK-NEXT:     %[[SIN:.*]] = math.sin %[[IM]] : f32
// CHECK-NEXT:     %[[CST_1:.*]] = arith.constant -5.000000e-01 : f32
// CHECK-NEXT:     %[[CST_2:.*]] = arith.constant -1.000000e+00 : f32
// CHECK-NEXT:     %[[COS:.*]] = math.cos %[[IM]] : f32
// CHECK-NEXT:     %[[ADDF_1:.*]] = arith.addf %[[COS]], %[[CST_2]] : f32
// CHECK-NEXT:     %[[MULF:.*]] = arith.mulf %[[IM]], %[[IM]] : f32
// CHECK-NEXT:     %[[MULF_1:.*]] = arith.mulf %[[MULF]], %[[MULF]] : f32
// CHECK-NEXT:     %[[CST_3:.*]] = arith.constant 4.73775072E-14 : f32
// CHECK-NEXT:     %[[CST_4:.*]] = arith.constant -1.14702848E-11 : f32
// CHECK-NEXT:     %[[FMA:.*]] = math.fma %[[CST_3]], %[[MULF]], %[[CST_4]] : f32
// CHECK-NEXT:     %[[CST_5:.*]] = arith.constant 2.08767537E-9 : f32
// CHECK-NEXT:     %[[FMA_1:.*]] = math.fma %[[FMA]], %[[MULF]], %[[CST_5]] : f32
// CHECK-NEXT:     %[[CST_6:.*]] = arith.constant -2.755732E-7 : f32
// CHECK-NEXT:     %[[FMA_2:.*]] = math.fma %[[FMA_1]], %[[MULF]], %[[CST_6]] : f32
// CHECK-NEXT:     %[[CST_7:.*]] = arith.constant 2.48015876E-5 : f32
// CHECK-NEXT:     %[[FMA_3:.*]] = math.fma %[[FMA_2]], %[[MULF]], %[[CST_7]] : f32
// CHECK-NEXT:     %[[CST_8:.*]] = arith.constant -0.00138888892 : f32
// CHECK-NEXT:     %[[FMA_4:.*]] = math.fma %[[FMA_3]], %[[MULF]], %[[CST_8]] : f32
// CHECK-NEXT:     %[[CST_9:.*]] = arith.constant 0.0416666679 : f32
// CHECK-NEXT:     %[[FMA_5:.*]] = math.fma %[[FMA_4]], %[[MULF]], %[[CST_9]] : f32
// CHECK-NEXT:     %[[MULF_2:.*]] = arith.mulf %[[MULF_1]], %[[FMA_5]] : f32
// CHECK-NEXT:     %[[MULF_3:.*]] = arith.mulf %[[CST_1]], %[[MULF]] : f32
// CHECK-NEXT:     %[[ADDF_2:.*]] = arith.addf %[[MULF_2]], %[[MULF_3]] : f32
// CHECK-NEXT:     %[[CST_10:.*]] = arith.constant 6.168500e-01 : f32
// CHECK-NEXT:     %[[CMPF:.*]] = arith.cmpf oge, %[[MULF]], %[[CST_10]] : f32
// CHECK-NEXT:     %[[SELECT:.*]] = arith.select %[[CMPF]], %[[ADDF_1]], %[[ADDF_2]] : f32
// CHECK-NEXT:     %[[ADDF_3:.*]] = arith.addf %[[SELECT]], %[[CST_0]] : f32
// CHECK-NEXT:     %[[MULF_4:.*]] = arith.mulf %[[EXPM1]], %[[ADDF_3]] : f32
// CHECK-NEXT:     %[[ADDF_4:.*]] = arith.addf %[[MULF_4]], %[[SELECT]] : f32
// CHECK-NEXT:     %[[CMPF_1:.*]] = arith.cmpf oeq, %[[IM]], %[[CST]] : f32
// CHECK-NEXT:     %[[MULF_5:.*]] = arith.mulf %[[ADDF]], %[[SIN]] : f32
// CHECK-NEXT:     %[[SELECT_1:.*]] = arith.select %[[CMPF_1]], %[[CST]], %[[MULF_5]] : f32
// CHECK-NEXT:     %[[CREATE:.*]] = complex.create %[[ADDF_4]], %[[SELECT_1]] : complex<f32>
// CHECK-NEXT:     return %[[CREATE]] : complex<f32>
// CHECK-NEXT:   }
// BASIC-LABEL: func.func @expm1(
// BASIC-SAME:    %[[ARG0:.*]]: complex<f32>) -> complex<f32> {
// BASIC-NEXT:     %[[RE:.*]] = complex.re %[[ARG0]] : complex<f32>
// BASIC-NEXT:     %[[IM:.*]] = complex.im %[[ARG0]] : complex<f32>
// BASIC-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// BASIC-NEXT:     %[[CST_0:.*]] = arith.constant 1.000000e+00 : f32
// BASIC-NEXT:     %[[EXPM1:.*]] = math.expm1 %[[RE]] : f32
// BASIC-NEXT:     %[[ADDF:.*]] = arith.addf %[[EXPM1]], %[[CST_0]] : f32
// BASIC-NEXT:     %[[SIN:.*]] = math.sin %[[IM]] : f32
// BASIC-NEXT:     %[[CST_1:.*]] = arith.constant -5.000000e-01 : f32
// BASIC-NEXT:     %[[CST_2:.*]] = arith.constant -1.000000e+00 : f32
// BASIC-NEXT:     %[[COS:.*]] = math.cos %[[IM]] : f32
// BASIC-NEXT:     %[[ADDF_1:.*]] = arith.addf %[[COS]], %[[CST_2]] : f32
// BASIC-NEXT:     %[[MULF:.*]] = arith.mulf %[[IM]], %[[IM]] : f32
// BASIC-NEXT:     %[[MULF_1:.*]] = arith.mulf %[[MULF]], %[[MULF]] : f32
// BASIC-NEXT:     %[[CST_3:.*]] = arith.constant 4.73775072E-14 : f32
// BASIC-NEXT:     %[[CST_4:.*]] = arith.constant -1.14702848E-11 : f32
// BASIC-NEXT:     %[[FMA:.*]] = math.fma %[[CST_3]], %[[MULF]], %[[CST_4]] : f32
// BASIC-NEXT:     %[[CST_5:.*]] = arith.constant 2.08767537E-9 : f32
// BASIC-NEXT:     %[[FMA_1:.*]] = math.fma %[[FMA]], %[[MULF]], %[[CST_5]] : f32
// BASIC-NEXT:     %[[CST_6:.*]] = arith.constant -2.755732E-7 : f32
// BASIC-NEXT:     %[[FMA_2:.*]] = math.fma %[[FMA_1]], %[[MULF]], %[[CST_6]] : f32
// BASIC-NEXT:     %[[CST_7:.*]] = arith.constant 2.48015876E-5 : f32
// BASIC-NEXT:     %[[FMA_3:.*]] = math.fma %[[FMA_2]], %[[MULF]], %[[CST_7]] : f32
// BASIC-NEXT:     %[[CST_8:.*]] = arith.constant -0.00138888892 : f32
// BASIC-NEXT:     %[[FMA_4:.*]] = math.fma %[[FMA_3]], %[[MULF]], %[[CST_8]] : f32
// BASIC-NEXT:     %[[CST_9:.*]] = arith.constant 0.0416666679 : f32
// BASIC-NEXT:     %[[FMA_5:.*]] = math.fma %[[FMA_4]], %[[MULF]], %[[CST_9]] : f32
// BASIC-NEXT:     %[[MULF_2:.*]] = arith.mulf %[[MULF_1]], %[[FMA_5]] : f32
// BASIC-NEXT:     %[[MULF_3:.*]] = arith.mulf %[[CST_1]], %[[MULF]] : f32
// BASIC-NEXT:     %[[ADDF_2:.*]] = arith.addf %[[MULF_2]], %[[MULF_3]] : f32
// BASIC-NEXT:     %[[CST_10:.*]] = arith.constant 6.168500e-01 : f32
// BASIC-NEXT:     %[[CMPF:.*]] = arith.cmpf oge, %[[MULF]], %[[CST_10]] : f32
// BASIC-NEXT:     %[[SELECT:.*]] = arith.select %[[CMPF]], %[[ADDF_1]], %[[ADDF_2]] : f32
// BASIC-NEXT:     %[[ADDF_3:.*]] = arith.addf %[[SELECT]], %[[CST_0]] : f32
// BASIC-NEXT:     %[[MULF_4:.*]] = arith.mulf %[[EXPM1]], %[[ADDF_3]] : f32
// BASIC-NEXT:     %[[ADDF_4:.*]] = arith.addf %[[MULF_4]], %[[SELECT]] : f32
// BASIC-NEXT:     %[[CMPF_1:.*]] = arith.cmpf oeq, %[[IM]], %[[CST]] : f32
// BASIC-NEXT:     %[[MULF_5:.*]] = arith.mulf %[[ADDF]], %[[SIN]] : f32
// BASIC-NEXT:     %[[SELECT_1:.*]] = arith.select %[[CMPF_1]], %[[CST]], %[[MULF_5]] : f32
// BASIC-NEXT:     %[[CREATE:.*]] = complex.create %[[ADDF_4]], %[[SELECT_1]] : complex<f32>
// BASIC-NEXT:     return %[[CREATE]] : complex<f32>
// BASIC-NEXT:   }
func.func @expm1(%a: complex<f32>) -> complex<f32> {
  %0 = complex.expm1 %a : complex<f32>
  return %0 : complex<f32>
}

// -----

// Finite parts were promised: what C says about infinities is left out.
// CHECK-LABEL: func.func @sqrt(
// CHECK-SAME:    %[[ARG0:.*]]: complex<f32>) -> complex<f32> {
// CHECK-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:     %[[CST_0:.*]] = arith.constant 5.000000e-01 : f32
// CHECK-NEXT:     %[[RE:.*]] = complex.re %[[ARG0]] : complex<f32>
// CHECK-NEXT:     %[[IM:.*]] = complex.im %[[ARG0]] : complex<f32>
// CHECK-NEXT:     %[[CST_1:.*]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT:     %[[ABSF:.*]] = math.absf %[[RE]] fastmath<nnan,ninf> : f32
// CHECK-NEXT:     %[[ABSF_1:.*]] = math.absf %[[IM]] fastmath<nnan,ninf> : f32
// CHECK-NEXT:     %[[MAXIMUMF:.*]] = arith.maximumf %[[ABSF]], %[[ABSF_1]] fastmath<nnan,ninf> : f32
// CHECK-NEXT:     %[[MINIMUMF:.*]] = arith.minimumf %[[ABSF]], %[[ABSF_1]] fastmath<nnan,ninf> : f32
// CHECK-NEXT:     %[[DIVF:.*]] = arith.divf %[[MINIMUMF]], %[[MAXIMUMF]] : f32
// CHECK-NEXT:     %[[MULF:.*]] = arith.mulf %[[DIVF]], %[[DIVF]] : f32
// CHECK-NEXT:     %[[ADDF:.*]] = arith.addf %[[MULF]], %[[CST_1]] : f32
// CHECK-NEXT:     %[[CST_2:.*]] = arith.constant 2.500000e-01 : f32
// CHECK-NEXT:     %[[SQRT:.*]] = math.sqrt %[[MAXIMUMF]] : f32
// CHECK-NEXT:     %[[POWF:.*]] = math.powf %[[ADDF]], %[[CST_2]] : f32
// CHECK-NEXT:     %[[MULF_1:.*]] = arith.mulf %[[SQRT]], %[[POWF]] : f32
// CHECK-NEXT:     %[[CMPF:.*]] = arith.cmpf uno, %[[MULF_1]], %[[MULF_1]] : f32
// CHECK-NEXT:     %[[SELECT:.*]] = arith.select %[[CMPF]], %[[MINIMUMF]], %[[MULF_1]] : f32
// CHECK-NEXT:     %[[ATAN2:.*]] = math.atan2 %[[IM]], %[[RE]] fastmath<nnan,ninf> : f32
// CHECK-NEXT:     %[[MULF_2:.*]] = arith.mulf %[[ATAN2]], %[[CST_0]] fastmath<nnan,ninf> : f32
// CHECK-NEXT:     %[[COS:.*]] = math.cos %[[MULF_2]] fastmath<nnan,ninf> : f32
// CHECK-NEXT:     %[[SIN:.*]] = math.sin %[[MULF_2]] fastmath<nnan,ninf> : f32
// CHECK-NEXT:     %[[CMPF_1:.*]] = arith.cmpf oeq, %[[SIN]], %[[CST]] fastmath<nnan,ninf> : f32
// CHECK-NEXT:     %[[MULF_3:.*]] = arith.mulf %[[SELECT]], %[[COS]] fastmath<nnan,ninf> : f32
// CHECK-NEXT:     %[[MULF_4:.*]] = arith.mulf %[[SELECT]], %[[SIN]] fastmath<nnan,ninf> : f32
// CHECK-NEXT:     %[[SELECT_1:.*]] = arith.select %[[CMPF_1]], %[[CST]], %[[MULF_4]] : f32
// CHECK-NEXT:     %[[CMPF_2:.*]] = arith.cmpf oeq, %[[SELECT]], %[[CST]] fastmath<nnan,ninf> : f32
// CHECK-NEXT:     %[[SELECT_2:.*]] = arith.select %[[CMPF_2]], %[[CST]], %[[MULF_3]] : f32
// CHECK-NEXT:     %[[SELECT_3:.*]] = arith.select %[[CMPF_2]], %[[CST]], %[[SELECT_1]] : f32
// CHECK-NEXT:     %[[CREATE:.*]] = complex.create %[[SELECT_2]], %[[SELECT_3]] : complex<f32>
// CHECK-NEXT:     return %[[CREATE]] : complex<f32>
// CHECK-NEXT:   }
// BASIC-LABEL: func.func @sqrt(
// BASIC-SAME:    %[[ARG0:.*]]: complex<f32>) -> complex<f32> {
// BASIC-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// BASIC-NEXT:     %[[CST_0:.*]] = arith.constant 5.000000e-01 : f32
// BASIC-NEXT:     %[[RE:.*]] = complex.re %[[ARG0]] : complex<f32>
// BASIC-NEXT:     %[[IM:.*]] = complex.im %[[ARG0]] : complex<f32>
// BASIC-NEXT:     %[[CST_1:.*]] = arith.constant 1.000000e+00 : f32
// BASIC-NEXT:     %[[ABSF:.*]] = math.absf %[[RE]] fastmath<nnan,ninf> : f32
// BASIC-NEXT:     %[[ABSF_1:.*]] = math.absf %[[IM]] fastmath<nnan,ninf> : f32
// BASIC-NEXT:     %[[MAXIMUMF:.*]] = arith.maximumf %[[ABSF]], %[[ABSF_1]] fastmath<nnan,ninf> : f32
// BASIC-NEXT:     %[[MINIMUMF:.*]] = arith.minimumf %[[ABSF]], %[[ABSF_1]] fastmath<nnan,ninf> : f32
// BASIC-NEXT:     %[[DIVF:.*]] = arith.divf %[[MINIMUMF]], %[[MAXIMUMF]] : f32
// BASIC-NEXT:     %[[MULF:.*]] = arith.mulf %[[DIVF]], %[[DIVF]] : f32
// BASIC-NEXT:     %[[ADDF:.*]] = arith.addf %[[MULF]], %[[CST_1]] : f32
// BASIC-NEXT:     %[[CST_2:.*]] = arith.constant 2.500000e-01 : f32
// BASIC-NEXT:     %[[SQRT:.*]] = math.sqrt %[[MAXIMUMF]] : f32
// BASIC-NEXT:     %[[POWF:.*]] = math.powf %[[ADDF]], %[[CST_2]] : f32
// BASIC-NEXT:     %[[MULF_1:.*]] = arith.mulf %[[SQRT]], %[[POWF]] : f32
// BASIC-NEXT:     %[[CMPF:.*]] = arith.cmpf uno, %[[MULF_1]], %[[MULF_1]] : f32
// BASIC-NEXT:     %[[SELECT:.*]] = arith.select %[[CMPF]], %[[MINIMUMF]], %[[MULF_1]] : f32
// BASIC-NEXT:     %[[ATAN2:.*]] = math.atan2 %[[IM]], %[[RE]] fastmath<nnan,ninf> : f32
// BASIC-NEXT:     %[[MULF_2:.*]] = arith.mulf %[[ATAN2]], %[[CST_0]] fastmath<nnan,ninf> : f32
// BASIC-NEXT:     %[[COS:.*]] = math.cos %[[MULF_2]] fastmath<nnan,ninf> : f32
// BASIC-NEXT:     %[[SIN:.*]] = math.sin %[[MULF_2]] fastmath<nnan,ninf> : f32
// BASIC-NEXT:     %[[CMPF_1:.*]] = arith.cmpf oeq, %[[SIN]], %[[CST]] fastmath<nnan,ninf> : f32
// BASIC-NEXT:     %[[MULF_3:.*]] = arith.mulf %[[SELECT]], %[[COS]] fastmath<nnan,ninf> : f32
// BASIC-NEXT:     %[[MULF_4:.*]] = arith.mulf %[[SELECT]], %[[SIN]] fastmath<nnan,ninf> : f32
// BASIC-NEXT:     %[[SELECT_1:.*]] = arith.select %[[CMPF_1]], %[[CST]], %[[MULF_4]] : f32
// BASIC-NEXT:     %[[CMPF_2:.*]] = arith.cmpf oeq, %[[SELECT]], %[[CST]] fastmath<nnan,ninf> : f32
// BASIC-NEXT:     %[[SELECT_2:.*]] = arith.select %[[CMPF_2]], %[[CST]], %[[MULF_3]] : f32
// BASIC-NEXT:     %[[SELECT_3:.*]] = arith.select %[[CMPF_2]], %[[CST]], %[[SELECT_1]] : f32
// BASIC-NEXT:     %[[CREATE:.*]] = complex.create %[[SELECT_2]], %[[SELECT_3]] : complex<f32>
// BASIC-NEXT:     return %[[CREATE]] : complex<f32>
// BASIC-NEXT:   }
func.func @sqrt(%a: complex<f32>) -> complex<f32> {
  %0 = complex.sqrt %a fastmath<nnan,ninf> : complex<f32>
  return %0 : complex<f32>
}

// -----

// CHECK-LABEL: func.func @atan2(
// CHECK-SAME:    %[[ARG0:.*]]: complex<f32>, %[[ARG1:.*]]: complex<f32>) -> complex<f32> {
// CHECK-NEXT:     %[[RE:.*]] = complex.re %[[ARG1]] : complex<f32>
// CHECK-NEXT:     %[[IM:.*]] = complex.im %[[ARG1]] : complex<f32>
// CHECK-NEXT:     %[[RE_1:.*]] = complex.re %[[ARG1]] : complex<f32>
// CHECK-NEXT:     %[[IM_1:.*]] = complex.im %[[ARG1]] : complex<f32>
// CHECK-NEXT:     %[[MULF:.*]] = arith.mulf %[[RE]], %[[RE_1]] : f32
// CHECK-NEXT:     %[[MULF_1:.*]] = arith.mulf %[[IM]], %[[IM_1]] : f32
// CHECK-NEXT:     %[[SUBF:.*]] = arith.subf %[[MULF]], %[[MULF_1]] : f32
// CHECK-NEXT:     %[[MULF_2:.*]] = arith.mulf %[[IM]], %[[RE_1]] : f32
// CHECK-NEXT:     %[[MULF_3:.*]] = arith.mulf %[[RE]], %[[IM_1]] : f32
// CHECK-NEXT:     %[[ADDF:.*]] = arith.addf %[[MULF_2]], %[[MULF_3]] : f32
// CHECK-NEXT:     %[[CREATE:.*]] = complex.create %[[SUBF]], %[[ADDF]] : complex<f32>
// CHECK-NEXT:     %[[RE_2:.*]] = complex.re %[[ARG0]] : complex<f32>
// CHECK-NEXT:     %[[IM_2:.*]] = complex.im %[[ARG0]] : complex<f32>
// CHECK-NEXT:     %[[RE_3:.*]] = complex.re %[[ARG0]] : complex<f32>
// CHECK-NEXT:     %[[IM_3:.*]] = complex.im %[[ARG0]] : complex<f32>
// CHECK-NEXT:     %[[MULF_4:.*]] = arith.mulf %[[RE_2]], %[[RE_3]] : f32
// CHECK-NEXT:     %[[MULF_5:.*]] = arith.mulf %[[IM_2]], %[[IM_3]] : f32
// CHECK-NEXT:     %[[SUBF_1:.*]] = arith.subf %[[MULF_4]], %[[MULF_5]] : f32
// CHECK-NEXT:     %[[MULF_6:.*]] = arith.mulf %[[IM_2]], %[[RE_3]] : f32
// CHECK-NEXT:     %[[MULF_7:.*]] = arith.mulf %[[RE_2]], %[[IM_3]] : f32
// CHECK-NEXT:     %[[ADDF_1:.*]] = arith.addf %[[MULF_6]], %[[MULF_7]] : f32
// CHECK-NEXT:     %[[CREATE_1:.*]] = complex.create %[[SUBF_1]], %[[ADDF_1]] : complex<f32>
// CHECK-NEXT:     %[[RE_4:.*]] = complex.re %[[CREATE]] : complex<f32>
// CHECK-NEXT:     %[[RE_5:.*]] = complex.re %[[CREATE_1]] : complex<f32>
// CHECK-NEXT:     %[[ADDF_2:.*]] = arith.addf %[[RE_4]], %[[RE_5]] : f32
// CHECK-NEXT:     %[[IM_4:.*]] = complex.im %[[CREATE]] : complex<f32>
// CHECK-NEXT:     %[[IM_5:.*]] = complex.im %[[CREATE_1]] : complex<f32>
// CHECK-NEXT:     %[[ADDF_3:.*]] = arith.addf %[[IM_4]], %[[IM_5]] : f32
// CHECK-NEXT:     %[[CREATE_2:.*]] = complex.create %[[ADDF_2]], %[[ADDF_3]] : complex<f32>
// CHECK-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:     %[[CST_0:.*]] = arith.constant 5.000000e-01 : f32
// CHECK-NEXT:     %[[RE_6:.*]] = complex.re %[[CREATE_2]] : complex<f32>
// CHECK-NEXT:     %[[IM_6:.*]] = complex.im %[[CREATE_2]] : complex<f32>
// CHECK-NEXT:     %[[CST_1:.*]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT:     %[[ABSF:.*]] = math.absf %[[RE_6]] : f32
// CHECK-NEXT:     %[[ABSF_1:.*]] = math.absf %[[IM_6]] : f32
// CHECK-NEXT:     %[[MAXIMUMF:.*]] = arith.maximumf %[[ABSF]], %[[ABSF_1]] : f32
// CHECK-NEXT:     %[[MINIMUMF:.*]] = arith.minimumf %[[ABSF]], %[[ABSF_1]] : f32
// CHECK-NEXT:     %[[DIVF:.*]] = arith.divf %[[MINIMUMF]], %[[MAXIMUMF]] : f32
// CHECK-NEXT:     %[[MULF_8:.*]] = arith.mulf %[[DIVF]], %[[DIVF]] : f32
// CHECK-NEXT:     %[[ADDF_4:.*]] = arith.addf %[[MULF_8]], %[[CST_1]] : f32
// CHECK-NEXT:     %[[CST_2:.*]] = arith.constant 2.500000e-01 : f32
// CHECK-NEXT:     %[[SQRT:.*]] = math.sqrt %[[MAXIMUMF]] : f32
// CHECK-NEXT:     %[[POWF:.*]] = math.powf %[[ADDF_4]], %[[CST_2]] : f32
// CHECK-NEXT:     %[[MULF_9:.*]] = arith.mulf %[[SQRT]], %[[POWF]] : f32
// CHECK-NEXT:     %[[CMPF:.*]] = arith.cmpf uno, %[[MULF_9]], %[[MULF_9]] : f32
// CHECK-NEXT:     %[[SELECT:.*]] = arith.select %[[CMPF]], %[[MINIMUMF]], %[[MULF_9]] : f32
// CHECK-NEXT:     %[[ATAN2:.*]] = math.atan2 %[[IM_6]], %[[RE_6]] : f32
// CHECK-NEXT:     %[[MULF_10:.*]] = arith.mulf %[[ATAN2]], %[[CST_0]] : f32
// CHECK-NEXT:     %[[COS:.*]] = math.cos %[[MULF_10]] : f32
// CHECK-NEXT:     %[[SIN:.*]] = math.sin %[[MULF_10]] : f32
// CHECK-NEXT:     %[[CMPF_1:.*]] = arith.cmpf oeq, %[[SIN]], %[[CST]] : f32
// CHECK-NEXT:     %[[MULF_11:.*]] = arith.mulf %[[SELECT]], %[[COS]] : f32
// CHECK-NEXT:     %[[MULF_12:.*]] = arith.mulf %[[SELECT]], %[[SIN]] : f32
// CHECK-NEXT:     %[[SELECT_1:.*]] = arith.select %[[CMPF_1]], %[[CST]], %[[MULF_12]] : f32
// CHECK-NEXT:     %[[CST_3:.*]] = arith.constant 0x7F800000 : f32
// CHECK-NEXT:     %[[CST_4:.*]] = arith.constant 0xFF800000 : f32
// CHECK-NEXT:     %[[CST_5:.*]] = arith.constant 0x7FC00000 : f32
// CHECK-NEXT:     %[[ABSF_2:.*]] = math.absf %[[IM_6]] : f32
// CHECK-NEXT:     %[[CMPF_2:.*]] = arith.cmpf oeq, %[[ABSF_2]], %[[CST_3]] : f32
// CHECK-NEXT:     %[[CMPF_3:.*]] = arith.cmpf one, %[[ABSF_2]], %[[CST_3]] : f32
// CHECK-NEXT:     %[[CMPF_4:.*]] = arith.cmpf oeq, %[[RE_6]], %[[CST_3]] : f32
// CHECK-NEXT:     %[[CMPF_5:.*]] = arith.cmpf oeq, %[[RE_6]], %[[CST_4]] : f32
// CHECK-NEXT:     %[[ANDI:.*]] = arith.andi %[[CMPF_5]], %[[CMPF_3]] : i1
// CHECK-NEXT:     %[[SELECT_2:.*]] = arith.select %[[ANDI]], %[[CST]], %[[MULF_11]] : f32
// CHECK-NEXT:     %[[ORI:.*]] = arith.ori %[[CMPF_2]], %[[CMPF_4]] : i1
// CHECK-NEXT:     %[[SELECT_3:.*]] = arith.select %[[ORI]], %[[CST_3]], %[[SELECT_2]] : f32
// CHECK-NEXT:     %[[COPYSIGN:.*]] = math.copysign %[[CST_3]], %[[IM_6]] : f32
// CHECK-NEXT:     %[[CMPF_6:.*]] = arith.cmpf uno, %[[SELECT]], %[[SELECT]] : f32
// CHECK-NEXT:     %[[SELECT_4:.*]] = arith.select %[[CMPF_6]], %[[CST_5]], %[[SELECT_1]] : f32
// CHECK-NEXT:     %[[ORI_1:.*]] = arith.ori %[[CMPF_2]], %[[CMPF_5]] : i1
// CHECK-NEXT:     %[[SELECT_5:.*]] = arith.select %[[ORI_1]], %[[COPYSIGN]], %[[SELECT_4]] : f32
// CHECK-NEXT:     %[[CMPF_7:.*]] = arith.cmpf oeq, %[[SELECT]], %[[CST]] : f32
// CHECK-NEXT:     %[[SELECT_6:.*]] = arith.select %[[CMPF_7]], %[[CST]], %[[SELECT_3]] : f32
// CHECK-NEXT:     %[[SELECT_7:.*]] = arith.select %[[CMPF_7]], %[[CST]], %[[SELECT_5]] : f32
// CHECK-NEXT:     %[[CREATE_3:.*]] = complex.create %[[SELECT_6]], %[[SELECT_7]] : complex<f32>
// CHECK-NEXT:     %[[CST_6:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:     %[[CST_7:.*]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT:     %[[CREATE_4:.*]] = complex.create %[[CST_6]], %[[CST_7]] : complex<f32>
// CHECK-NEXT:     %[[RE_7:.*]] = complex.re %[[CREATE_4]] : complex<f32>
// CHECK-NEXT:     %[[IM_7:.*]] = complex.im %[[CREATE_4]] : complex<f32>
// CHECK-NEXT:     %[[RE_8:.*]] = complex.re %[[ARG0]] : complex<f32>
// CHECK-NEXT:     %[[IM_8:.*]] = complex.im %[[ARG0]] : complex<f32>
// CHECK-NEXT:     %[[MULF_13:.*]] = arith.mulf %[[RE_7]], %[[RE_8]] : f32
// CHECK-NEXT:     %[[MULF_14:.*]] = arith.mulf %[[IM_7]], %[[IM_8]] : f32
// CHECK-NEXT:     %[[SUBF_2:.*]] = arith.subf %[[MULF_13]], %[[MULF_14]] : f32
// CHECK-NEXT:     %[[MULF_15:.*]] = arith.mulf %[[IM_7]], %[[RE_8]] : f32
// CHECK-NEXT:     %[[MULF_16:.*]] = arith.mulf %[[RE_7]], %[[IM_8]] : f32
// CHECK-NEXT:     %[[ADDF_5:.*]] = arith.addf %[[MULF_15]], %[[MULF_16]] : f32
// CHECK-NEXT:     %[[CREATE_5:.*]] = complex.create %[[SUBF_2]], %[[ADDF_5]] : complex<f32>
// CHECK-NEXT:     %[[RE_9:.*]] = complex.re %[[ARG1]] : complex<f32>
// CHECK-NEXT:     %[[RE_10:.*]] = complex.re %[[CREATE_5]] : complex<f32>
// CHECK-NEXT:     %[[ADDF_6:.*]] = arith.addf %[[RE_9]], %[[RE_10]] : f32
// CHECK-NEXT:     %[[IM_9:.*]] = complex.im %[[ARG1]] : complex<f32>
// CHECK-NEXT:     %[[IM_10:.*]] = complex.im %[[CREATE_5]] : complex<f32>
// CHECK-NEXT:     %[[ADDF_7:.*]] = arith.addf %[[IM_9]], %[[IM_10]] : f32
// CHECK-NEXT:     %[[CREATE_6:.*]] = complex.create %[[ADDF_6]], %[[ADDF_7]] : complex<f32>
// CHECK-NEXT:     %[[RE_11:.*]] = complex.re %[[CREATE_6]] : complex<f32>
// CHECK-NEXT:     %[[IM_11:.*]] = complex.im %[[CREATE_6]] : complex<f32>
// CHECK-NEXT:     %[[RE_12:.*]] = complex.re %[[CREATE_3]] : complex<f32>
// CHECK-NEXT:     %[[IM_12:.*]] = complex.im %[[CREATE_3]] : complex<f32>
// CHECK-NEXT:     %[[DIVF_1:.*]] = arith.divf %[[RE_12]], %[[IM_12]] : f32
// CHECK-NEXT:     %[[MULF_17:.*]] = arith.mulf %[[DIVF_1]], %[[RE_12]] : f32
// CHECK-NEXT:     %[[ADDF_8:.*]] = arith.addf %[[IM_12]], %[[MULF_17]] : f32
// CHECK-NEXT:     %[[MULF_18:.*]] = arith.mulf %[[RE_11]], %[[DIVF_1]] : f32
// CHECK-NEXT:     %[[ADDF_9:.*]] = arith.addf %[[MULF_18]], %[[IM_11]] : f32
// CHECK-NEXT:     %[[DIVF_2:.*]] = arith.divf %[[ADDF_9]], %[[ADDF_8]] : f32
// CHECK-NEXT:     %[[MULF_19:.*]] = arith.mulf %[[IM_11]], %[[DIVF_1]] : f32
// CHECK-NEXT:     %[[SUBF_3:.*]] = arith.subf %[[MULF_19]], %[[RE_11]] : f32
// CHECK-NEXT:     %[[DIVF_3:.*]] = arith.divf %[[SUBF_3]], %[[ADDF_8]] : f32
// CHECK-NEXT:     %[[DIVF_4:.*]] = arith.divf %[[IM_12]], %[[RE_12]] : f32
// CHECK-NEXT:     %[[MULF_20:.*]] = arith.mulf %[[DIVF_4]], %[[IM_12]] : f32
// CHECK-NEXT:     %[[ADDF_10:.*]] = arith.addf %[[RE_12]], %[[MULF_20]] : f32
// CHECK-NEXT:     %[[MULF_21:.*]] = arith.mulf %[[IM_11]], %[[DIVF_4]] : f32
// CHECK-NEXT:     %[[ADDF_11:.*]] = arith.addf %[[RE_11]], %[[MULF_21]] : f32
// CHECK-NEXT:     %[[DIVF_5:.*]] = arith.divf %[[ADDF_11]], %[[ADDF_10]] : f32
// CHECK-NEXT:     %[[MULF_22:.*]] = arith.mulf %[[RE_11]], %[[DIVF_4]] : f32
// CHECK-NEXT:     %[[SUBF_4:.*]] = arith.subf %[[IM_11]], %[[MULF_22]] : f32
// CHECK-NEXT:     %[[DIVF_6:.*]] = arith.divf %[[SUBF_4]], %[[ADDF_10]] : f32
// CHECK-NEXT:     %[[CST_8:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:     %[[ABSF_3:.*]] = math.absf %[[RE_12]] : f32
// CHECK-NEXT:     %[[CMPF_8:.*]] = arith.cmpf oeq, %[[ABSF_3]], %[[CST_8]] : f32
// CHECK-NEXT:     %[[ABSF_4:.*]] = math.absf %[[IM_12]] : f32
// CHECK-NEXT:     %[[CMPF_9:.*]] = arith.cmpf oeq, %[[ABSF_4]], %[[CST_8]] : f32
// CHECK-NEXT:     %[[CMPF_10:.*]] = arith.cmpf ord, %[[RE_11]], %[[CST_8]] : f32
// CHECK-NEXT:     %[[CMPF_11:.*]] = arith.cmpf ord, %[[IM_11]], %[[CST_8]] : f32
// CHECK-NEXT:     %[[ORI_2:.*]] = arith.ori %[[CMPF_10]], %[[CMPF_11]] : i1
// CHECK-NEXT:     %[[ANDI_1:.*]] = arith.andi %[[CMPF_8]], %[[CMPF_9]] : i1
// CHECK-NEXT:     %[[ANDI_2:.*]] = arith.andi %[[ORI_2]], %[[ANDI_1]] : i1
// CHECK-NEXT:     %[[CST_9:.*]] = arith.constant 0x7F800000 : f32
// CHECK-NEXT:     %[[COPYSIGN_1:.*]] = math.copysign %[[CST_9]], %[[RE_12]] : f32
// CHECK-NEXT:     %[[MULF_23:.*]] = arith.mulf %[[COPYSIGN_1]], %[[RE_11]] : f32
// CHECK-NEXT:     %[[MULF_24:.*]] = arith.mulf %[[COPYSIGN_1]], %[[IM_11]] : f32
// CHECK-NEXT:     %[[CMPF_12:.*]] = arith.cmpf one, %[[ABSF_3]], %[[CST_9]] : f32
// CHECK-NEXT:     %[[CMPF_13:.*]] = arith.cmpf one, %[[ABSF_4]], %[[CST_9]] : f32
// CHECK-NEXT:     %[[ANDI_3:.*]] = arith.andi %[[CMPF_12]], %[[CMPF_13]] : i1
// CHECK-NEXT:     %[[ABSF_5:.*]] = math.absf %[[RE_11]] : f32
// CHECK-NEXT:     %[[CMPF_14:.*]] = arith.cmpf oeq, %[[ABSF_5]], %[[CST_9]] : f32
// CHECK-NEXT:     %[[ABSF_6:.*]] = math.absf %[[IM_11]] : f32
// CHECK-NEXT:     %[[CMPF_15:.*]] = arith.cmpf oeq, %[[ABSF_6]], %[[CST_9]] : f32
// CHECK-NEXT:     %[[ORI_3:.*]] = arith.ori %[[CMPF_14]], %[[CMPF_15]] : i1
// CHECK-NEXT:     %[[ANDI_4:.*]] = arith.andi %[[ORI_3]], %[[ANDI_3]] : i1
// CHECK-NEXT:     %[[CST_10:.*]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT:     %[[SELECT_8:.*]] = arith.select %[[CMPF_14]], %[[CST_10]], %[[CST_8]] : f32
// CHECK-NEXT:     %[[COPYSIGN_2:.*]] = math.copysign %[[SELECT_8]], %[[RE_11]] : f32
// CHECK-NEXT:     %[[SELECT_9:.*]] = arith.select %[[CMPF_15]], %[[CST_10]], %[[CST_8]] : f32
// CHECK-NEXT:     %[[COPYSIGN_3:.*]] = math.copysign %[[SELECT_9]], %[[IM_11]] : f32
// CHECK-NEXT:     %[[MULF_25:.*]] = arith.mulf %[[COPYSIGN_2]], %[[RE_12]] : f32
// CHECK-NEXT:     %[[MULF_26:.*]] = arith.mulf %[[COPYSIGN_3]], %[[IM_12]] : f32
// CHECK-NEXT:     %[[ADDF_12:.*]] = arith.addf %[[MULF_25]], %[[MULF_26]] : f32
// CHECK-NEXT:     %[[MULF_27:.*]] = arith.mulf %[[CST_9]], %[[ADDF_12]] : f32
// CHECK-NEXT:     %[[MULF_28:.*]] = arith.mulf %[[COPYSIGN_2]], %[[IM_12]] : f32
// CHECK-NEXT:     %[[MULF_29:.*]] = arith.mulf %[[COPYSIGN_3]], %[[RE_12]] : f32
// CHECK-NEXT:     %[[SUBF_5:.*]] = arith.subf %[[MULF_29]], %[[MULF_28]] : f32
// CHECK-NEXT:     %[[MULF_30:.*]] = arith.mulf %[[CST_9]], %[[SUBF_5]] : f32
// CHECK-NEXT:     %[[CMPF_16:.*]] = arith.cmpf one, %[[ABSF_5]], %[[CST_9]] : f32
// CHECK-NEXT:     %[[CMPF_17:.*]] = arith.cmpf one, %[[ABSF_6]], %[[CST_9]] : f32
// CHECK-NEXT:     %[[ANDI_5:.*]] = arith.andi %[[CMPF_16]], %[[CMPF_17]] : i1
// CHECK-NEXT:     %[[CMPF_18:.*]] = arith.cmpf oeq, %[[ABSF_3]], %[[CST_9]] : f32
// CHECK-NEXT:     %[[CMPF_19:.*]] = arith.cmpf oeq, %[[ABSF_4]], %[[CST_9]] : f32
// CHECK-NEXT:     %[[ORI_4:.*]] = arith.ori %[[CMPF_18]], %[[CMPF_19]] : i1
// CHECK-NEXT:     %[[ANDI_6:.*]] = arith.andi %[[ANDI_5]], %[[ORI_4]] : i1
// CHECK-NEXT:     %[[SELECT_10:.*]] = arith.select %[[CMPF_18]], %[[CST_10]], %[[CST_8]] : f32
// CHECK-NEXT:     %[[COPYSIGN_4:.*]] = math.copysign %[[SELECT_10]], %[[RE_12]] : f32
// CHECK-NEXT:     %[[SELECT_11:.*]] = arith.select %[[CMPF_19]], %[[CST_10]], %[[CST_8]] : f32
// CHECK-NEXT:     %[[COPYSIGN_5:.*]] = math.copysign %[[SELECT_11]], %[[IM_12]] : f32
// CHECK-NEXT:     %[[MULF_31:.*]] = arith.mulf %[[RE_11]], %[[COPYSIGN_4]] : f32
// CHECK-NEXT:     %[[MULF_32:.*]] = arith.mulf %[[IM_11]], %[[COPYSIGN_5]] : f32
// CHECK-NEXT:     %[[ADDF_13:.*]] = arith.addf %[[MULF_31]], %[[MULF_32]] : f32
// CHECK-NEXT:     %[[MULF_33:.*]] = arith.mulf %[[CST_8]], %[[ADDF_13]] : f32
// CHECK-NEXT:     %[[MULF_34:.*]] = arith.mulf %[[IM_11]], %[[COPYSIGN_4]] : f32
// CHECK-NEXT:     %[[MULF_35:.*]] = arith.mulf %[[RE_11]], %[[COPYSIGN_5]] : f32
// CHECK-NEXT:     %[[SUBF_6:.*]] = arith.subf %[[MULF_34]], %[[MULF_35]] : f32
// CHECK-NEXT:     %[[MULF_36:.*]] = arith.mulf %[[CST_8]], %[[SUBF_6]] : f32
// CHECK-NEXT:     %[[CMPF_20:.*]] = arith.cmpf olt, %[[ABSF_3]], %[[ABSF_4]] : f32
// CHECK-NEXT:     %[[SELECT_12:.*]] = arith.select %[[CMPF_20]], %[[DIVF_2]], %[[DIVF_5]] : f32
// CHECK-NEXT:     %[[SELECT_13:.*]] = arith.select %[[CMPF_20]], %[[DIVF_3]], %[[DIVF_6]] : f32
// CHECK-NEXT:     %[[SELECT_14:.*]] = arith.select %[[ANDI_6]], %[[MULF_33]], %[[SELECT_12]] : f32
// CHECK-NEXT:     %[[SELECT_15:.*]] = arith.select %[[ANDI_6]], %[[MULF_36]], %[[SELECT_13]] : f32
// CHECK-NEXT:     %[[SELECT_16:.*]] = arith.select %[[ANDI_4]], %[[MULF_27]], %[[SELECT_14]] : f32
// CHECK-NEXT:     %[[SELECT_17:.*]] = arith.select %[[ANDI_4]], %[[MULF_30]], %[[SELECT_15]] : f32
// CHECK-NEXT:     %[[SELECT_18:.*]] = arith.select %[[ANDI_2]], %[[MULF_23]], %[[SELECT_16]] : f32
// CHECK-NEXT:     %[[SELECT_19:.*]] = arith.select %[[ANDI_2]], %[[MULF_24]], %[[SELECT_17]] : f32
// CHECK-NEXT:     %[[CMPF_21:.*]] = arith.cmpf uno, %[[SELECT_12]], %[[CST_8]] : f32
// CHECK-NEXT:     %[[CMPF_22:.*]] = arith.cmpf uno, %[[SELECT_13]], %[[CST_8]] : f32
// CHECK-NEXT:     %[[ANDI_7:.*]] = arith.andi %[[CMPF_21]], %[[CMPF_22]] : i1
// CHECK-NEXT:     %[[SELECT_20:.*]] = arith.select %[[ANDI_7]], %[[SELECT_18]], %[[SELECT_12]] : f32
// CHECK-NEXT:     %[[SELECT_21:.*]] = arith.select %[[ANDI_7]], %[[SELECT_19]], %[[SELECT_13]] : f32
// CHECK-NEXT:     %[[CREATE_7:.*]] = complex.create %[[SELECT_20]], %[[SELECT_21]] : complex<f32>
// CHECK-NEXT:     %[[RE_13:.*]] = complex.re %[[CREATE_7]] : complex<f32>
// CHECK-NEXT:     %[[IM_13:.*]] = complex.im %[[CREATE_7]] : complex<f32>
// CHECK-NEXT:     %[[CST_11:.*]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT:     %[[ABSF_7:.*]] = math.absf %[[RE_13]] : f32
// CHECK-NEXT:     %[[ABSF_8:.*]] = math.absf %[[IM_13]] : f32
// CHECK-NEXT:     %[[MAXIMUMF_1:.*]] = arith.maximumf %[[ABSF_7]], %[[ABSF_8]] : f32
// CHECK-NEXT:     %[[MINIMUMF_1:.*]] = arith.minimumf %[[ABSF_7]], %[[ABSF_8]] : f32
// CHECK-NEXT:     %[[DIVF_7:.*]] = arith.divf %[[MINIMUMF_1]], %[[MAXIMUMF_1]] : f32
// CHECK-NEXT:     %[[MULF_37:.*]] = arith.mulf %[[DIVF_7]], %[[DIVF_7]] : f32
// CHECK-NEXT:     %[[ADDF_14:.*]] = arith.addf %[[MULF_37]], %[[CST_11]] : f32
// CHECK-NEXT:     %[[SQRT_1:.*]] = math.sqrt %[[ADDF_14]] : f32
// CHECK-NEXT:     %[[MULF_38:.*]] = arith.mulf %[[MAXIMUMF_1]], %[[SQRT_1]] : f32
// CHECK-NEXT:     %[[CMPF_23:.*]] = arith.cmpf uno, %[[MULF_38]], %[[MULF_38]] : f32
// CHECK-NEXT:     %[[SELECT_22:.*]] = arith.select %[[CMPF_23]], %[[MINIMUMF_1]], %[[MULF_38]] : f32
// CHECK-NEXT:     %[[LOG:.*]] = math.log %[[SELECT_22]] : f32
// CHECK-NEXT:     %[[RE_14:.*]] = complex.re %[[CREATE_7]] : complex<f32>
// CHECK-NEXT:     %[[IM_14:.*]] = complex.im %[[CREATE_7]] : complex<f32>
// CHECK-NEXT:     %[[ATAN2_1:.*]] = math.atan2 %[[IM_14]], %[[RE_14]] : f32
// CHECK-NEXT:     %[[CREATE_8:.*]] = complex.create %[[LOG]], %[[ATAN2_1]] : complex<f32>
// CHECK-NEXT:     %[[CST_12:.*]] = arith.constant -1.000000e+00 : f32
// CHECK-NEXT:     %[[CREATE_9:.*]] = complex.create %[[CST_6]], %[[CST_12]] : complex<f32>
// CHECK-NEXT:     %[[RE_15:.*]] = complex.re %[[CREATE_9]] : complex<f32>
// CHECK-NEXT:     %[[IM_15:.*]] = complex.im %[[CREATE_9]] : complex<f32>
// CHECK-NEXT:     %[[RE_16:.*]] = complex.re %[[CREATE_8]] : complex<f32>
// CHECK-NEXT:     %[[IM_16:.*]] = complex.im %[[CREATE_8]] : complex<f32>
// CHECK-NEXT:     %[[MULF_39:.*]] = arith.mulf %[[RE_15]], %[[RE_16]] : f32
// CHECK-NEXT:     %[[MULF_40:.*]] = arith.mulf %[[IM_15]], %[[IM_16]] : f32
// CHECK-NEXT:     %[[SUBF_7:.*]] = arith.subf %[[MULF_39]], %[[MULF_40]] : f32
// CHECK-NEXT:     %[[MULF_41:.*]] = arith.mulf %[[IM_15]], %[[RE_16]] : f32
// CHECK-NEXT:     %[[MULF_42:.*]] = arith.mulf %[[RE_15]], %[[IM_16]] : f32
// CHECK-NEXT:     %[[ADDF_15:.*]] = arith.addf %[[MULF_41]], %[[MULF_42]] : f32
// CHECK-NEXT:     %[[CREATE_10:.*]] = complex.create %[[SUBF_7]], %[[ADDF_15]] : complex<f32>
// CHECK-NEXT:     return %[[CREATE_10]] : complex<f32>
// CHECK-NEXT:   }
// BASIC-LABEL: func.func @atan2(
// BASIC-SAME:    %[[ARG0:.*]]: complex<f32>, %[[ARG1:.*]]: complex<f32>) -> complex<f32> {
// BASIC-NEXT:     %[[RE:.*]] = complex.re %[[ARG1]] : complex<f32>
// BASIC-NEXT:     %[[IM:.*]] = complex.im %[[ARG1]] : complex<f32>
// BASIC-NEXT:     %[[RE_1:.*]] = complex.re %[[ARG1]] : complex<f32>
// BASIC-NEXT:     %[[IM_1:.*]] = complex.im %[[ARG1]] : complex<f32>
// BASIC-NEXT:     %[[MULF:.*]] = arith.mulf %[[RE]], %[[RE_1]] : f32
// BASIC-NEXT:     %[[MULF_1:.*]] = arith.mulf %[[IM]], %[[IM_1]] : f32
// BASIC-NEXT:     %[[SUBF:.*]] = arith.subf %[[MULF]], %[[MULF_1]] : f32
// BASIC-NEXT:     %[[MULF_2:.*]] = arith.mulf %[[IM]], %[[RE_1]] : f32
// BASIC-NEXT:     %[[MULF_3:.*]] = arith.mulf %[[RE]], %[[IM_1]] : f32
// BASIC-NEXT:     %[[ADDF:.*]] = arith.addf %[[MULF_2]], %[[MULF_3]] : f32
// BASIC-NEXT:     %[[CREATE:.*]] = complex.create %[[SUBF]], %[[ADDF]] : complex<f32>
// BASIC-NEXT:     %[[RE_2:.*]] = complex.re %[[ARG0]] : complex<f32>
// BASIC-NEXT:     %[[IM_2:.*]] = complex.im %[[ARG0]] : complex<f32>
// BASIC-NEXT:     %[[RE_3:.*]] = complex.re %[[ARG0]] : complex<f32>
// BASIC-NEXT:     %[[IM_3:.*]] = complex.im %[[ARG0]] : complex<f32>
// BASIC-NEXT:     %[[MULF_4:.*]] = arith.mulf %[[RE_2]], %[[RE_3]] : f32
// BASIC-NEXT:     %[[MULF_5:.*]] = arith.mulf %[[IM_2]], %[[IM_3]] : f32
// BASIC-NEXT:     %[[SUBF_1:.*]] = arith.subf %[[MULF_4]], %[[MULF_5]] : f32
// BASIC-NEXT:     %[[MULF_6:.*]] = arith.mulf %[[IM_2]], %[[RE_3]] : f32
// BASIC-NEXT:     %[[MULF_7:.*]] = arith.mulf %[[RE_2]], %[[IM_3]] : f32
// BASIC-NEXT:     %[[ADDF_1:.*]] = arith.addf %[[MULF_6]], %[[MULF_7]] : f32
// BASIC-NEXT:     %[[CREATE_1:.*]] = complex.create %[[SUBF_1]], %[[ADDF_1]] : complex<f32>
// BASIC-NEXT:     %[[RE_4:.*]] = complex.re %[[CREATE]] : complex<f32>
// BASIC-NEXT:     %[[RE_5:.*]] = complex.re %[[CREATE_1]] : complex<f32>
// BASIC-NEXT:     %[[ADDF_2:.*]] = arith.addf %[[RE_4]], %[[RE_5]] : f32
// BASIC-NEXT:     %[[IM_4:.*]] = complex.im %[[CREATE]] : complex<f32>
// BASIC-NEXT:     %[[IM_5:.*]] = complex.im %[[CREATE_1]] : complex<f32>
// BASIC-NEXT:     %[[ADDF_3:.*]] = arith.addf %[[IM_4]], %[[IM_5]] : f32
// BASIC-NEXT:     %[[CREATE_2:.*]] = complex.create %[[ADDF_2]], %[[ADDF_3]] : complex<f32>
// BASIC-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// BASIC-NEXT:     %[[CST_0:.*]] = arith.constant 5.000000e-01 : f32
// BASIC-NEXT:     %[[RE_6:.*]] = complex.re %[[CREATE_2]] : complex<f32>
// BASIC-NEXT:     %[[IM_6:.*]] = complex.im %[[CREATE_2]] : complex<f32>
// BASIC-NEXT:     %[[CST_1:.*]] = arith.constant 1.000000e+00 : f32
// BASIC-NEXT:     %[[ABSF:.*]] = math.absf %[[RE_6]] : f32
// BASIC-NEXT:     %[[ABSF_1:.*]] = math.absf %[[IM_6]] : f32
// BASIC-NEXT:     %[[MAXIMUMF:.*]] = arith.maximumf %[[ABSF]], %[[ABSF_1]] : f32
// BASIC-NEXT:     %[[MINIMUMF:.*]] = arith.minimumf %[[ABSF]], %[[ABSF_1]] : f32
// BASIC-NEXT:     %[[DIVF:.*]] = arith.divf %[[MINIMUMF]], %[[MAXIMUMF]] : f32
// BASIC-NEXT:     %[[MULF_8:.*]] = arith.mulf %[[DIVF]], %[[DIVF]] : f32
// BASIC-NEXT:     %[[ADDF_4:.*]] = arith.addf %[[MULF_8]], %[[CST_1]] : f32
// BASIC-NEXT:     %[[CST_2:.*]] = arith.constant 2.500000e-01 : f32
// BASIC-NEXT:     %[[SQRT:.*]] = math.sqrt %[[MAXIMUMF]] : f32
// BASIC-NEXT:     %[[POWF:.*]] = math.powf %[[ADDF_4]], %[[CST_2]] : f32
// BASIC-NEXT:     %[[MULF_9:.*]] = arith.mulf %[[SQRT]], %[[POWF]] : f32
// BASIC-NEXT:     %[[CMPF:.*]] = arith.cmpf uno, %[[MULF_9]], %[[MULF_9]] : f32
// BASIC-NEXT:     %[[SELECT:.*]] = arith.select %[[CMPF]], %[[MINIMUMF]], %[[MULF_9]] : f32
// BASIC-NEXT:     %[[ATAN2:.*]] = math.atan2 %[[IM_6]], %[[RE_6]] : f32
// BASIC-NEXT:     %[[MULF_10:.*]] = arith.mulf %[[ATAN2]], %[[CST_0]] : f32
// BASIC-NEXT:     %[[COS:.*]] = math.cos %[[MULF_10]] : f32
// BASIC-NEXT:     %[[SIN:.*]] = math.sin %[[MULF_10]] : f32
// BASIC-NEXT:     %[[CMPF_1:.*]] = arith.cmpf oeq, %[[SIN]], %[[CST]] : f32
// BASIC-NEXT:     %[[MULF_11:.*]] = arith.mulf %[[SELECT]], %[[COS]] : f32
// BASIC-NEXT:     %[[MULF_12:.*]] = arith.mulf %[[SELECT]], %[[SIN]] : f32
// BASIC-NEXT:     %[[SELECT_1:.*]] = arith.select %[[CMPF_1]], %[[CST]], %[[MULF_12]] : f32
// BASIC-NEXT:     %[[CST_3:.*]] = arith.constant 0x7F800000 : f32
// BASIC-NEXT:     %[[CST_4:.*]] = arith.constant 0xFF800000 : f32
// BASIC-NEXT:     %[[CST_5:.*]] = arith.constant 0x7FC00000 : f32
// BASIC-NEXT:     %[[ABSF_2:.*]] = math.absf %[[IM_6]] : f32
// BASIC-NEXT:     %[[CMPF_2:.*]] = arith.cmpf oeq, %[[ABSF_2]], %[[CST_3]] : f32
// BASIC-NEXT:     %[[CMPF_3:.*]] = arith.cmpf one, %[[ABSF_2]], %[[CST_3]] : f32
// BASIC-NEXT:     %[[CMPF_4:.*]] = arith.cmpf oeq, %[[RE_6]], %[[CST_3]] : f32
// BASIC-NEXT:     %[[CMPF_5:.*]] = arith.cmpf oeq, %[[RE_6]], %[[CST_4]] : f32
// BASIC-NEXT:     %[[ANDI:.*]] = arith.andi %[[CMPF_5]], %[[CMPF_3]] : i1
// BASIC-NEXT:     %[[SELECT_2:.*]] = arith.select %[[ANDI]], %[[CST]], %[[MULF_11]] : f32
// BASIC-NEXT:     %[[ORI:.*]] = arith.ori %[[CMPF_2]], %[[CMPF_4]] : i1
// BASIC-NEXT:     %[[SELECT_3:.*]] = arith.select %[[ORI]], %[[CST_3]], %[[SELECT_2]] : f32
// BASIC-NEXT:     %[[COPYSIGN:.*]] = math.copysign %[[CST_3]], %[[IM_6]] : f32
// BASIC-NEXT:     %[[CMPF_6:.*]] = arith.cmpf uno, %[[SELECT]], %[[SELECT]] : f32
// BASIC-NEXT:     %[[SELECT_4:.*]] = arith.select %[[CMPF_6]], %[[CST_5]], %[[SELECT_1]] : f32
// BASIC-NEXT:     %[[ORI_1:.*]] = arith.ori %[[CMPF_2]], %[[CMPF_5]] : i1
// BASIC-NEXT:     %[[SELECT_5:.*]] = arith.select %[[ORI_1]], %[[COPYSIGN]], %[[SELECT_4]] : f32
// BASIC-NEXT:     %[[CMPF_7:.*]] = arith.cmpf oeq, %[[SELECT]], %[[CST]] : f32
// BASIC-NEXT:     %[[SELECT_6:.*]] = arith.select %[[CMPF_7]], %[[CST]], %[[SELECT_3]] : f32
// BASIC-NEXT:     %[[SELECT_7:.*]] = arith.select %[[CMPF_7]], %[[CST]], %[[SELECT_5]] : f32
// BASIC-NEXT:     %[[CREATE_3:.*]] = complex.create %[[SELECT_6]], %[[SELECT_7]] : complex<f32>
// BASIC-NEXT:     %[[CST_6:.*]] = arith.constant 0.000000e+00 : f32
// BASIC-NEXT:     %[[CST_7:.*]] = arith.constant 1.000000e+00 : f32
// BASIC-NEXT:     %[[CREATE_4:.*]] = complex.create %[[CST_6]], %[[CST_7]] : complex<f32>
// BASIC-NEXT:     %[[RE_7:.*]] = complex.re %[[CREATE_4]] : complex<f32>
// BASIC-NEXT:     %[[IM_7:.*]] = complex.im %[[CREATE_4]] : complex<f32>
// BASIC-NEXT:     %[[RE_8:.*]] = complex.re %[[ARG0]] : complex<f32>
// BASIC-NEXT:     %[[IM_8:.*]] = complex.im %[[ARG0]] : complex<f32>
// BASIC-NEXT:     %[[MULF_13:.*]] = arith.mulf %[[RE_7]], %[[RE_8]] : f32
// BASIC-NEXT:     %[[MULF_14:.*]] = arith.mulf %[[IM_7]], %[[IM_8]] : f32
// BASIC-NEXT:     %[[SUBF_2:.*]] = arith.subf %[[MULF_13]], %[[MULF_14]] : f32
// BASIC-NEXT:     %[[MULF_15:.*]] = arith.mulf %[[IM_7]], %[[RE_8]] : f32
// BASIC-NEXT:     %[[MULF_16:.*]] = arith.mulf %[[RE_7]], %[[IM_8]] : f32
// BASIC-NEXT:     %[[ADDF_5:.*]] = arith.addf %[[MULF_15]], %[[MULF_16]] : f32
// BASIC-NEXT:     %[[CREATE_5:.*]] = complex.create %[[SUBF_2]], %[[ADDF_5]] : complex<f32>
// BASIC-NEXT:     %[[RE_9:.*]] = complex.re %[[ARG1]] : complex<f32>
// BASIC-NEXT:     %[[RE_10:.*]] = complex.re %[[CREATE_5]] : complex<f32>
// BASIC-NEXT:     %[[ADDF_6:.*]] = arith.addf %[[RE_9]], %[[RE_10]] : f32
// BASIC-NEXT:     %[[IM_9:.*]] = complex.im %[[ARG1]] : complex<f32>
// BASIC-NEXT:     %[[IM_10:.*]] = complex.im %[[CREATE_5]] : complex<f32>
// BASIC-NEXT:     %[[ADDF_7:.*]] = arith.addf %[[IM_9]], %[[IM_10]] : f32
// BASIC-NEXT:     %[[CREATE_6:.*]] = complex.create %[[ADDF_6]], %[[ADDF_7]] : complex<f32>
// BASIC-NEXT:     %[[RE_11:.*]] = complex.re %[[CREATE_6]] : complex<f32>
// BASIC-NEXT:     %[[IM_11:.*]] = complex.im %[[CREATE_6]] : complex<f32>
// BASIC-NEXT:     %[[RE_12:.*]] = complex.re %[[CREATE_3]] : complex<f32>
// BASIC-NEXT:     %[[IM_12:.*]] = complex.im %[[CREATE_3]] : complex<f32>
// BASIC-NEXT:     %[[MULF_17:.*]] = arith.mulf %[[RE_12]], %[[RE_12]] : f32
// BASIC-NEXT:     %[[MULF_18:.*]] = arith.mulf %[[IM_12]], %[[IM_12]] : f32
// BASIC-NEXT:     %[[ADDF_8:.*]] = arith.addf %[[MULF_17]], %[[MULF_18]] : f32
// BASIC-NEXT:     %[[MULF_19:.*]] = arith.mulf %[[RE_11]], %[[RE_12]] : f32
// BASIC-NEXT:     %[[MULF_20:.*]] = arith.mulf %[[IM_11]], %[[IM_12]] : f32
// BASIC-NEXT:     %[[ADDF_9:.*]] = arith.addf %[[MULF_19]], %[[MULF_20]] : f32
// BASIC-NEXT:     %[[MULF_21:.*]] = arith.mulf %[[IM_11]], %[[RE_12]] : f32
// BASIC-NEXT:     %[[MULF_22:.*]] = arith.mulf %[[RE_11]], %[[IM_12]] : f32
// BASIC-NEXT:     %[[SUBF_3:.*]] = arith.subf %[[MULF_21]], %[[MULF_22]] : f32
// BASIC-NEXT:     %[[DIVF_1:.*]] = arith.divf %[[ADDF_9]], %[[ADDF_8]] : f32
// BASIC-NEXT:     %[[DIVF_2:.*]] = arith.divf %[[SUBF_3]], %[[ADDF_8]] : f32
// BASIC-NEXT:     %[[CREATE_7:.*]] = complex.create %[[DIVF_1]], %[[DIVF_2]] : complex<f32>
// BASIC-NEXT:     %[[RE_13:.*]] = complex.re %[[CREATE_7]] : complex<f32>
// BASIC-NEXT:     %[[IM_13:.*]] = complex.im %[[CREATE_7]] : complex<f32>
// BASIC-NEXT:     %[[CST_8:.*]] = arith.constant 1.000000e+00 : f32
// BASIC-NEXT:     %[[ABSF_3:.*]] = math.absf %[[RE_13]] : f32
// BASIC-NEXT:     %[[ABSF_4:.*]] = math.absf %[[IM_13]] : f32
// BASIC-NEXT:     %[[MAXIMUMF_1:.*]] = arith.maximumf %[[ABSF_3]], %[[ABSF_4]] : f32
// BASIC-NEXT:     %[[MINIMUMF_1:.*]] = arith.minimumf %[[ABSF_3]], %[[ABSF_4]] : f32
// BASIC-NEXT:     %[[DIVF_3:.*]] = arith.divf %[[MINIMUMF_1]], %[[MAXIMUMF_1]] : f32
// BASIC-NEXT:     %[[MULF_23:.*]] = arith.mulf %[[DIVF_3]], %[[DIVF_3]] : f32
// BASIC-NEXT:     %[[ADDF_10:.*]] = arith.addf %[[MULF_23]], %[[CST_8]] : f32
// BASIC-NEXT:     %[[SQRT_1:.*]] = math.sqrt %[[ADDF_10]] : f32
// BASIC-NEXT:     %[[MULF_24:.*]] = arith.mulf %[[MAXIMUMF_1]], %[[SQRT_1]] : f32
// BASIC-NEXT:     %[[CMPF_8:.*]] = arith.cmpf uno, %[[MULF_24]], %[[MULF_24]] : f32
// BASIC-NEXT:     %[[SELECT_8:.*]] = arith.select %[[CMPF_8]], %[[MINIMUMF_1]], %[[MULF_24]] : f32
// BASIC-NEXT:     %[[LOG:.*]] = math.log %[[SELECT_8]] : f32
// BASIC-NEXT:     %[[RE_14:.*]] = complex.re %[[CREATE_7]] : complex<f32>
// BASIC-NEXT:     %[[IM_14:.*]] = complex.im %[[CREATE_7]] : complex<f32>
// BASIC-NEXT:     %[[ATAN2_1:.*]] = math.atan2 %[[IM_14]], %[[RE_14]] : f32
// BASIC-NEXT:     %[[CREATE_8:.*]] = complex.create %[[LOG]], %[[ATAN2_1]] : complex<f32>
// BASIC-NEXT:     %[[CST_9:.*]] = arith.constant -1.000000e+00 : f32
// BASIC-NEXT:     %[[CREATE_9:.*]] = complex.create %[[CST_6]], %[[CST_9]] : complex<f32>
// BASIC-NEXT:     %[[RE_15:.*]] = complex.re %[[CREATE_9]] : complex<f32>
// BASIC-NEXT:     %[[IM_15:.*]] = complex.im %[[CREATE_9]] : complex<f32>
// BASIC-NEXT:     %[[RE_16:.*]] = complex.re %[[CREATE_8]] : complex<f32>
// BASIC-NEXT:     %[[IM_16:.*]] = complex.im %[[CREATE_8]] : complex<f32>
// BASIC-NEXT:     %[[MULF_25:.*]] = arith.mulf %[[RE_15]], %[[RE_16]] : f32
// BASIC-NEXT:     %[[MULF_26:.*]] = arith.mulf %[[IM_15]], %[[IM_16]] : f32
// BASIC-NEXT:     %[[SUBF_4:.*]] = arith.subf %[[MULF_25]], %[[MULF_26]] : f32
// BASIC-NEXT:     %[[MULF_27:.*]] = arith.mulf %[[IM_15]], %[[RE_16]] : f32
// BASIC-NEXT:     %[[MULF_28:.*]] = arith.mulf %[[RE_15]], %[[IM_16]] : f32
// BASIC-NEXT:     %[[ADDF_11:.*]] = arith.addf %[[MULF_27]], %[[MULF_28]] : f32
// BASIC-NEXT:     %[[CREATE_10:.*]] = complex.create %[[SUBF_4]], %[[ADDF_11]] : complex<f32>
// BASIC-NEXT:     return %[[CREATE_10]] : complex<f32>
// BASIC-NEXT:   }
func.func @atan2(%a: complex<f32>, %b: complex<f32>) -> complex<f32> {
  %0 = complex.atan2 %a, %b : complex<f32>
  return %0 : complex<f32>
}

// -----

// CHECK-LABEL: func.func @powi(
// CHECK-SAME:    %[[ARG0:.*]]: complex<f32>, %[[ARG1:.*]]: i32) -> complex<f32> {
// CHECK-NEXT:     %[[SITOFP:.*]] = arith.sitofp %[[ARG1]] : i32 to f32
// CHECK-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:     %[[CREATE:.*]] = complex.create %[[SITOFP]], %[[CST]] : complex<f32>
// CHECK-NEXT:     %[[RE:.*]] = complex.re %[[CREATE]] : complex<f32>
// CHECK-NEXT:     %[[IM:.*]] = complex.im %[[CREATE]] : complex<f32>
// CHECK-NEXT:     %[[RE_1:.*]] = complex.re %[[ARG0]] : complex<f32>
// CHECK-NEXT:     %[[IM_1:.*]] = complex.im %[[ARG0]] : complex<f32>
// CHECK-NEXT:     %[[RE_2:.*]] = complex.re %[[ARG0]] : complex<f32>
// CHECK-NEXT:     %[[IM_2:.*]] = complex.im %[[ARG0]] : complex<f32>
// CHECK-NEXT:     %[[CST_0:.*]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT:     %[[ABSF:.*]] = math.absf %[[RE_2]] : f32
// CHECK-NEXT:     %[[ABSF_1:.*]] = math.absf %[[IM_2]] : f32
// CHECK-NEXT:     %[[MAXIMUMF:.*]] = arith.maximumf %[[ABSF]], %[[ABSF_1]] : f32
// CHECK-NEXT:     %[[MINIMUMF:.*]] = arith.minimumf %[[ABSF]], %[[ABSF_1]] : f32
// CHECK-NEXT:     %[[DIVF:.*]] = arith.divf %[[MINIMUMF]], %[[MAXIMUMF]] : f32
// CHECK-NEXT:     %[[MULF:.*]] = arith.mulf %[[DIVF]], %[[DIVF]] : f32
// CHECK-NEXT:     %[[ADDF:.*]] = arith.addf %[[MULF]], %[[CST_0]] : f32
// CHECK-NEXT:     %[[SQRT:.*]] = math.sqrt %[[ADDF]] : f32
// CHECK-NEXT:     %[[MULF_1:.*]] = arith.mulf %[[MAXIMUMF]], %[[SQRT]] : f32
// CHECK-NEXT:     %[[CMPF:.*]] = arith.cmpf uno, %[[MULF_1]], %[[MULF_1]] : f32
// CHECK-NEXT:     %[[SELECT:.*]] = arith.select %[[CMPF]], %[[MINIMUMF]], %[[MULF_1]] : f32
// CHECK-NEXT:     %[[POWF:.*]] = math.powf %[[SELECT]], %[[RE]] : f32
// CHECK-NEXT:     %[[NEGF:.*]] = arith.negf %[[IM]] : f32
// CHECK-NEXT:     %[[ATAN2:.*]] = math.atan2 %[[IM_1]], %[[RE_1]] : f32
// CHECK-NEXT:     %[[MULF_2:.*]] = arith.mulf %[[NEGF]], %[[ATAN2]] : f32
// CHECK-NEXT:     %[[EXP:.*]] = math.exp %[[MULF_2]] : f32
// CHECK-NEXT:     %[[MULF_3:.*]] = arith.mulf %[[POWF]], %[[EXP]] : f32
// CHECK-NEXT:     %[[LOG:.*]] = math.log %[[SELECT]] : f32
// CHECK-NEXT:     %[[MULF_4:.*]] = arith.mulf %[[RE]], %[[ATAN2]] : f32
// CHECK-NEXT:     %[[MULF_5:.*]] = arith.mulf %[[IM]], %[[LOG]] : f32
// CHECK-NEXT:     %[[ADDF_1:.*]] = arith.addf %[[MULF_4]], %[[MULF_5]] : f32
// CHECK-NEXT:     %[[COS:.*]] = math.cos %[[ADDF_1]] : f32
// CHECK-NEXT:     %[[SIN:.*]] = math.sin %[[ADDF_1]] : f32
// CHECK-NEXT:     %[[CST_1:.*]] = arith.constant 0x7F800000 : f32
// CHECK-NEXT:     %[[CST_2:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:     %[[CST_3:.*]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT:     %[[CREATE_1:.*]] = complex.create %[[CST_3]], %[[CST_2]] : complex<f32>
// CHECK-NEXT:     %[[CREATE_2:.*]] = complex.create %[[CST_2]], %[[CST_2]] : complex<f32>
// CHECK-NEXT:     %[[CREATE_3:.*]] = complex.create %[[CST_1]], %[[CST_2]] : complex<f32>
// CHECK-NEXT:     %[[CMPF_1:.*]] = arith.cmpf oeq, %[[SELECT]], %[[CST_2]] : f32
// CHECK-NEXT:     %[[CMPF_2:.*]] = arith.cmpf oeq, %[[IM]], %[[CST_2]] : f32
// CHECK-NEXT:     %[[CMPF_3:.*]] = arith.cmpf oeq, %[[RE]], %[[CST_2]] : f32
// CHECK-NEXT:     %[[CMPF_4:.*]] = arith.cmpf oeq, %[[IM_1]], %[[CST_2]] : f32
// CHECK-NEXT:     %[[CMPF_5:.*]] = arith.cmpf ole, %[[CST_2]], %[[RE]] : f32
// CHECK-NEXT:     %[[MULF_6:.*]] = arith.mulf %[[MULF_3]], %[[COS]] : f32
// CHECK-NEXT:     %[[MULF_7:.*]] = arith.mulf %[[MULF_3]], %[[SIN]] : f32
// CHECK-NEXT:     %[[SELECT_1:.*]] = arith.select %[[CMPF_3]], %[[CREATE_1]], %[[CREATE_2]] : complex<f32>
// CHECK-NEXT:     %[[CREATE_4:.*]] = complex.create %[[MULF_6]], %[[MULF_7]] : complex<f32>
// CHECK-NEXT:     %[[ANDI:.*]] = arith.andi %[[CMPF_1]], %[[CMPF_2]] : i1
// CHECK-NEXT:     %[[ANDI_1:.*]] = arith.andi %[[ANDI]], %[[CMPF_5]] : i1
// CHECK-NEXT:     %[[SELECT_2:.*]] = arith.select %[[ANDI_1]], %[[SELECT_1]], %[[CREATE_4]] : complex<f32>
// CHECK-NEXT:     %[[ANDI_2:.*]] = arith.andi %[[CMPF_3]], %[[CMPF_2]] : i1
// CHECK-NEXT:     %[[SELECT_3:.*]] = arith.select %[[ANDI_2]], %[[CREATE_1]], %[[SELECT_2]] : complex<f32>
// CHECK-NEXT:     %[[CMPF_6:.*]] = arith.cmpf oeq, %[[RE_1]], %[[CST_3]] : f32
// CHECK-NEXT:     %[[ANDI_3:.*]] = arith.andi %[[CMPF_6]], %[[CMPF_4]] : i1
// CHECK-NEXT:     %[[SELECT_4:.*]] = arith.select %[[ANDI_3]], %[[CREATE_1]], %[[SELECT_3]] : complex<f32>
// CHECK-NEXT:     %[[CMPF_7:.*]] = arith.cmpf oeq, %[[RE_1]], %[[CST_1]] : f32
// CHECK-NEXT:     %[[ANDI_4:.*]] = arith.andi %[[CMPF_7]], %[[CMPF_4]] : i1
// CHECK-NEXT:     %[[CMPF_8:.*]] = arith.cmpf ogt, %[[RE]], %[[CST_2]] : f32
// CHECK-NEXT:     %[[ANDI_5:.*]] = arith.andi %[[CMPF_2]], %[[CMPF_8]] : i1
// CHECK-NEXT:     %[[ANDI_6:.*]] = arith.andi %[[ANDI_4]], %[[ANDI_5]] : i1
// CHECK-NEXT:     %[[SELECT_5:.*]] = arith.select %[[ANDI_6]], %[[CREATE_3]], %[[SELECT_4]] : complex<f32>
// CHECK-NEXT:     %[[CMPF_9:.*]] = arith.cmpf olt, %[[RE]], %[[CST_2]] : f32
// CHECK-NEXT:     %[[ANDI_7:.*]] = arith.andi %[[CMPF_2]], %[[CMPF_9]] : i1
// CHECK-NEXT:     %[[ANDI_8:.*]] = arith.andi %[[ANDI_4]], %[[ANDI_7]] : i1
// CHECK-NEXT:     %[[SELECT_6:.*]] = arith.select %[[ANDI_8]], %[[CREATE_2]], %[[SELECT_5]] : complex<f32>
// CHECK-NEXT:     return %[[SELECT_6]] : complex<f32>
// CHECK-NEXT:   }
// BASIC-LABEL: func.func @powi(
// BASIC-SAME:    %[[ARG0:.*]]: complex<f32>, %[[ARG1:.*]]: i32) -> complex<f32> {
// BASIC-NEXT:     %[[SITOFP:.*]] = arith.sitofp %[[ARG1]] : i32 to f32
// BASIC-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// BASIC-NEXT:     %[[CREATE:.*]] = complex.create %[[SITOFP]], %[[CST]] : complex<f32>
// BASIC-NEXT:     %[[RE:.*]] = complex.re %[[CREATE]] : complex<f32>
// BASIC-NEXT:     %[[IM:.*]] = complex.im %[[CREATE]] : complex<f32>
// BASIC-NEXT:     %[[RE_1:.*]] = complex.re %[[ARG0]] : complex<f32>
// BASIC-NEXT:     %[[IM_1:.*]] = complex.im %[[ARG0]] : complex<f32>
// BASIC-NEXT:     %[[RE_2:.*]] = complex.re %[[ARG0]] : complex<f32>
// BASIC-NEXT:     %[[IM_2:.*]] = complex.im %[[ARG0]] : complex<f32>
// BASIC-NEXT:     %[[CST_0:.*]] = arith.constant 1.000000e+00 : f32
// BASIC-NEXT:     %[[ABSF:.*]] = math.absf %[[RE_2]] : f32
// BASIC-NEXT:     %[[ABSF_1:.*]] = math.absf %[[IM_2]] : f32
// BASIC-NEXT:     %[[MAXIMUMF:.*]] = arith.maximumf %[[ABSF]], %[[ABSF_1]] : f32
// BASIC-NEXT:     %[[MINIMUMF:.*]] = arith.minimumf %[[ABSF]], %[[ABSF_1]] : f32
// BASIC-NEXT:     %[[DIVF:.*]] = arith.divf %[[MINIMUMF]], %[[MAXIMUMF]] : f32
// BASIC-NEXT:     %[[MULF:.*]] = arith.mulf %[[DIVF]], %[[DIVF]] : f32
// BASIC-NEXT:     %[[ADDF:.*]] = arith.addf %[[MULF]], %[[CST_0]] : f32
// BASIC-NEXT:     %[[SQRT:.*]] = math.sqrt %[[ADDF]] : f32
// BASIC-NEXT:     %[[MULF_1:.*]] = arith.mulf %[[MAXIMUMF]], %[[SQRT]] : f32
// BASIC-NEXT:     %[[CMPF:.*]] = arith.cmpf uno, %[[MULF_1]], %[[MULF_1]] : f32
// BASIC-NEXT:     %[[SELECT:.*]] = arith.select %[[CMPF]], %[[MINIMUMF]], %[[MULF_1]] : f32
// BASIC-NEXT:     %[[POWF:.*]] = math.powf %[[SELECT]], %[[RE]] : f32
// BASIC-NEXT:     %[[NEGF:.*]] = arith.negf %[[IM]] : f32
// BASIC-NEXT:     %[[ATAN2:.*]] = math.atan2 %[[IM_1]], %[[RE_1]] : f32
// BASIC-NEXT:     %[[MULF_2:.*]] = arith.mulf %[[NEGF]], %[[ATAN2]] : f32
// BASIC-NEXT:     %[[EXP:.*]] = math.exp %[[MULF_2]] : f32
// BASIC-NEXT:     %[[MULF_3:.*]] = arith.mulf %[[POWF]], %[[EXP]] : f32
// BASIC-NEXT:     %[[LOG:.*]] = math.log %[[SELECT]] : f32
// BASIC-NEXT:     %[[MULF_4:.*]] = arith.mulf %[[RE]], %[[ATAN2]] : f32
// BASIC-NEXT:     %[[MULF_5:.*]] = arith.mulf %[[IM]], %[[LOG]] : f32
// BASIC-NEXT:     %[[ADDF_1:.*]] = arith.addf %[[MULF_4]], %[[MULF_5]] : f32
// BASIC-NEXT:     %[[COS:.*]] = math.cos %[[ADDF_1]] : f32
// BASIC-NEXT:     %[[SIN:.*]] = math.sin %[[ADDF_1]] : f32
// BASIC-NEXT:     %[[CST_1:.*]] = arith.constant 0x7F800000 : f32
// BASIC-NEXT:     %[[CST_2:.*]] = arith.constant 0.000000e+00 : f32
// BASIC-NEXT:     %[[CST_3:.*]] = arith.constant 1.000000e+00 : f32
// BASIC-NEXT:     %[[CREATE_1:.*]] = complex.create %[[CST_3]], %[[CST_2]] : complex<f32>
// BASIC-NEXT:     %[[CREATE_2:.*]] = complex.create %[[CST_2]], %[[CST_2]] : complex<f32>
// BASIC-NEXT:     %[[CREATE_3:.*]] = complex.create %[[CST_1]], %[[CST_2]] : complex<f32>
// BASIC-NEXT:     %[[CMPF_1:.*]] = arith.cmpf oeq, %[[SELECT]], %[[CST_2]] : f32
// BASIC-NEXT:     %[[CMPF_2:.*]] = arith.cmpf oeq, %[[IM]], %[[CST_2]] : f32
// BASIC-NEXT:     %[[CMPF_3:.*]] = arith.cmpf oeq, %[[RE]], %[[CST_2]] : f32
// BASIC-NEXT:     %[[CMPF_4:.*]] = arith.cmpf oeq, %[[IM_1]], %[[CST_2]] : f32
// BASIC-NEXT:     %[[CMPF_5:.*]] = arith.cmpf ole, %[[CST_2]], %[[RE]] : f32
// BASIC-NEXT:     %[[MULF_6:.*]] = arith.mulf %[[MULF_3]], %[[COS]] : f32
// BASIC-NEXT:     %[[MULF_7:.*]] = arith.mulf %[[MULF_3]], %[[SIN]] : f32
// BASIC-NEXT:     %[[SELECT_1:.*]] = arith.select %[[CMPF_3]], %[[CREATE_1]], %[[CREATE_2]] : complex<f32>
// BASIC-NEXT:     %[[CREATE_4:.*]] = complex.create %[[MULF_6]], %[[MULF_7]] : complex<f32>
// BASIC-NEXT:     %[[ANDI:.*]] = arith.andi %[[CMPF_1]], %[[CMPF_2]] : i1
// BASIC-NEXT:     %[[ANDI_1:.*]] = arith.andi %[[ANDI]], %[[CMPF_5]] : i1
// BASIC-NEXT:     %[[SELECT_2:.*]] = arith.select %[[ANDI_1]], %[[SELECT_1]], %[[CREATE_4]] : complex<f32>
// BASIC-NEXT:     %[[ANDI_2:.*]] = arith.andi %[[CMPF_3]], %[[CMPF_2]] : i1
// BASIC-NEXT:     %[[SELECT_3:.*]] = arith.select %[[ANDI_2]], %[[CREATE_1]], %[[SELECT_2]] : complex<f32>
// BASIC-NEXT:     %[[CMPF_6:.*]] = arith.cmpf oeq, %[[RE_1]], %[[CST_3]] : f32
// BASIC-NEXT:     %[[ANDI_3:.*]] = arith.andi %[[CMPF_6]], %[[CMPF_4]] : i1
// BASIC-NEXT:     %[[SELECT_4:.*]] = arith.select %[[ANDI_3]], %[[CREATE_1]], %[[SELECT_3]] : complex<f32>
// BASIC-NEXT:     %[[CMPF_7:.*]] = arith.cmpf oeq, %[[RE_1]], %[[CST_1]] : f32
// BASIC-NEXT:     %[[ANDI_4:.*]] = arith.andi %[[CMPF_7]], %[[CMPF_4]] : i1
// BASIC-NEXT:     %[[CMPF_8:.*]] = arith.cmpf ogt, %[[RE]], %[[CST_2]] : f32
// BASIC-NEXT:     %[[ANDI_5:.*]] = arith.andi %[[CMPF_2]], %[[CMPF_8]] : i1
// BASIC-NEXT:     %[[ANDI_6:.*]] = arith.andi %[[ANDI_4]], %[[ANDI_5]] : i1
// BASIC-NEXT:     %[[SELECT_5:.*]] = arith.select %[[ANDI_6]], %[[CREATE_3]], %[[SELECT_4]] : complex<f32>
// BASIC-NEXT:     %[[CMPF_9:.*]] = arith.cmpf olt, %[[RE]], %[[CST_2]] : f32
// BASIC-NEXT:     %[[ANDI_7:.*]] = arith.andi %[[CMPF_2]], %[[CMPF_9]] : i1
// BASIC-NEXT:     %[[ANDI_8:.*]] = arith.andi %[[ANDI_4]], %[[ANDI_7]] : i1
// BASIC-NEXT:     %[[SELECT_6:.*]] = arith.select %[[ANDI_8]], %[[CREATE_2]], %[[SELECT_5]] : complex<f32>
// BASIC-NEXT:     return %[[SELECT_6]] : complex<f32>
// BASIC-NEXT:   }
func.func @powi(%a: complex<f32>, %n: i32) -> complex<f32> {
  %0 = complex.powi %a, %n : complex<f32>, i32
  return %0 : complex<f32>
}

// -----

// These stay.
// CHECK-LABEL: func.func @parts(
// CHECK-SAME:    %[[ARG0:.*]]: complex<f32>) -> complex<f32> {
// CHECK-NEXT:     %[[CST:.*]] = complex.constant [1.000000e+00 : f32, 2.000000e+00 : f32] : complex<f32>
// CHECK-NEXT:     %[[RE:.*]] = complex.re %[[ARG0]] : complex<f32>
// CHECK-NEXT:     %[[IM:.*]] = complex.im %[[CST]] : complex<f32>
// CHECK-NEXT:     %[[CREATE:.*]] = complex.create %[[RE]], %[[IM]] : complex<f32>
// CHECK-NEXT:     return %[[CREATE]] : complex<f32>
// CHECK-NEXT:   }
// BASIC-LABEL: func.func @parts(
// BASIC-SAME:    %[[ARG0:.*]]: complex<f32>) -> complex<f32> {
// BASIC-NEXT:     %[[CST:.*]] = complex.constant [1.000000e+00 : f32, 2.000000e+00 : f32] : complex<f32>
// BASIC-NEXT:     %[[RE:.*]] = complex.re %[[ARG0]] : complex<f32>
// BASIC-NEXT:     %[[IM:.*]] = complex.im %[[CST]] : complex<f32>
// BASIC-NEXT:     %[[CREATE:.*]] = complex.create %[[RE]], %[[IM]] : complex<f32>
// BASIC-NEXT:     return %[[CREATE]] : complex<f32>
// BASIC-NEXT:   }
func.func @parts(%a: complex<f32>) -> complex<f32> {
  %cst = complex.constant [1.0 : f32, 2.0 : f32] : complex<f32>
  %re = complex.re %a : complex<f32>
  %im = complex.im %cst : complex<f32>
  %0 = complex.create %re, %im : complex<f32>
  return %0 : complex<f32>
}
