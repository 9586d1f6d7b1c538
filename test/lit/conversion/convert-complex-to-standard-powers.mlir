// RUN: mlirlite-opt %s --convert-complex-to-standard --split-input-file | FileCheck %s
// RUN: mlirlite-opt %s --convert-complex-to-standard=complex-range=basic --split-input-file | FileCheck %s --check-prefix=BASIC

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
