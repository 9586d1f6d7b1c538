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
