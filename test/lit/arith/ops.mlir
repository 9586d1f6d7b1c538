// The custom syntax of arith's ops, as mlir-opt prints it.
// RUN: mlirlite-opt %s | FileCheck %s
// RUN: mlirlite-opt %s | mlirlite-opt | FileCheck %s
// RUN: mlirlite-opt %s --mlir-print-op-generic | mlirlite-opt | FileCheck %s

// CHECK-LABEL: func.func @integers(
func.func @integers(%a: i32, %b: i32, %x: index, %v: vector<4xi8>, %t: tensor<?x2xi64>) {
  // CHECK: %{{.*}} = arith.addi %{{.*}}, %{{.*}} : i32
  %addi = arith.addi %a, %b : i32
  // CHECK: %{{.*}} = arith.subi %{{.*}}, %{{.*}} : i32
  %subi = arith.subi %a, %b : i32
  // CHECK: %{{.*}} = arith.muli %{{.*}}, %{{.*}} : i32
  %muli = arith.muli %a, %b : i32
  // CHECK: %{{.*}} = arith.divui %{{.*}}, %{{.*}} : i32
  %divui = arith.divui %a, %b : i32
  // CHECK: %{{.*}} = arith.divsi %{{.*}}, %{{.*}} : i32
  %divsi = arith.divsi %a, %b : i32
  // CHECK: %{{.*}} = arith.ceildivui %{{.*}}, %{{.*}} : i32
  %ceildivui = arith.ceildivui %a, %b : i32
  // CHECK: %{{.*}} = arith.ceildivsi %{{.*}}, %{{.*}} : i32
  %ceildivsi = arith.ceildivsi %a, %b : i32
  // CHECK: %{{.*}} = arith.floordivsi %{{.*}}, %{{.*}} : i32
  %floordivsi = arith.floordivsi %a, %b : i32
  // CHECK: %{{.*}} = arith.remui %{{.*}}, %{{.*}} : i32
  %remui = arith.remui %a, %b : i32
  // CHECK: %{{.*}} = arith.remsi %{{.*}}, %{{.*}} : i32
  %remsi = arith.remsi %a, %b : i32
  // CHECK: %{{.*}} = arith.andi %{{.*}}, %{{.*}} : i32
  %andi = arith.andi %a, %b : i32
  // CHECK: %{{.*}} = arith.ori %{{.*}}, %{{.*}} : i32
  %ori = arith.ori %a, %b : i32
  // CHECK: %{{.*}} = arith.xori %{{.*}}, %{{.*}} : i32
  %xori = arith.xori %a, %b : i32
  // CHECK: %{{.*}} = arith.shli %{{.*}}, %{{.*}} : i32
  %shli = arith.shli %a, %b : i32
  // CHECK: %{{.*}} = arith.shrui %{{.*}}, %{{.*}} : i32
  %shrui = arith.shrui %a, %b : i32
  // CHECK: %{{.*}} = arith.shrsi %{{.*}}, %{{.*}} : i32
  %shrsi = arith.shrsi %a, %b : i32
  // CHECK: %{{.*}} = arith.maxsi %{{.*}}, %{{.*}} : i32
  %maxsi = arith.maxsi %a, %b : i32
  // CHECK: %{{.*}} = arith.maxui %{{.*}}, %{{.*}} : i32
  %maxui = arith.maxui %a, %b : i32
  // CHECK: %{{.*}} = arith.minsi %{{.*}}, %{{.*}} : i32
  %minsi = arith.minsi %a, %b : i32
  // CHECK: %{{.*}} = arith.minui %{{.*}}, %{{.*}} : i32
  %minui = arith.minui %a, %b : i32
  // CHECK: %{{.*}} = arith.addi %{{.*}}, %{{.*}} overflow<nsw> : i32
  %o1 = arith.addi %a, %b overflow<nsw> : i32
  // CHECK: %{{.*}} = arith.subi %{{.*}}, %{{.*}} overflow<nsw, nuw> : i32
  %o2 = arith.subi %a, %b overflow<nsw, nuw> : i32
  // CHECK: %{{.*}} = arith.muli %{{.*}}, %{{.*}} overflow<nuw> {test.kept} : i32
  %o3 = arith.muli %a, %b overflow<nuw> {test.kept} : i32
  // CHECK: %{{.*}} = arith.shli %{{.*}}, %{{.*}} overflow<nsw> : i32
  %o4 = arith.shli %a, %b overflow<nsw> : i32
  // CHECK: %{{.*}} = arith.divsi %{{.*}}, %{{.*}} exact : i32
  %e1 = arith.divsi %a, %b exact : i32
  // CHECK: %{{.*}} = arith.shrui %{{.*}}, %{{.*}} exact : i32
  %e2 = arith.shrui %a, %b exact : i32
  // CHECK: %{{.*}} = arith.addi %{{.*}}, %{{.*}} : index
  %i1 = arith.addi %x, %x : index
  // CHECK: %{{.*}} = arith.xori %{{.*}}, %{{.*}} : vector<4xi8>
  %v1 = arith.xori %v, %v : vector<4xi8>
  // CHECK: %{{.*}} = arith.muli %{{.*}}, %{{.*}} : tensor<?x2xi64>
  %t1 = arith.muli %t, %t : tensor<?x2xi64>
  // CHECK: %{{.*}}, %{{.*}} = arith.addui_extended %{{.*}}, %{{.*}} : i32, i1
  %s1, %s2 = arith.addui_extended %a, %b : i32, i1
  // CHECK: %{{.*}}, %{{.*}} = arith.mulsi_extended %{{.*}}, %{{.*}} : i32
  %m1, %m2 = arith.mulsi_extended %a, %b : i32
  // CHECK: %{{.*}}, %{{.*}} = arith.mului_extended %{{.*}}, %{{.*}} : vector<4xi8>
  %m3, %m4 = arith.mului_extended %v, %v : vector<4xi8>
  return
}

// CHECK-LABEL: func.func @floats(
func.func @floats(%a: f32, %b: f32, %v: vector<[4]xbf16>, %t: tensor<*xf64>) {
  // CHECK: %{{.*}} = arith.addf %{{.*}}, %{{.*}} : f32
  %addf = arith.addf %a, %b : f32
  // CHECK: %{{.*}} = arith.subf %{{.*}}, %{{.*}} : f32
  %subf = arith.subf %a, %b : f32
  // CHECK: %{{.*}} = arith.mulf %{{.*}}, %{{.*}} : f32
  %mulf = arith.mulf %a, %b : f32
  // CHECK: %{{.*}} = arith.divf %{{.*}}, %{{.*}} : f32
  %divf = arith.divf %a, %b : f32
  // CHECK: %{{.*}} = arith.remf %{{.*}}, %{{.*}} : f32
  %remf = arith.remf %a, %b : f32
  // CHECK: %{{.*}} = arith.maximumf %{{.*}}, %{{.*}} : f32
  %maximumf = arith.maximumf %a, %b : f32
  // CHECK: %{{.*}} = arith.maxnumf %{{.*}}, %{{.*}} : f32
  %maxnumf = arith.maxnumf %a, %b : f32
  // CHECK: %{{.*}} = arith.minimumf %{{.*}}, %{{.*}} : f32
  %minimumf = arith.minimumf %a, %b : f32
  // CHECK: %{{.*}} = arith.minnumf %{{.*}}, %{{.*}} : f32
  %minnumf = arith.minnumf %a, %b : f32
  // CHECK: %{{.*}} = arith.negf %{{.*}} : f32
  %n = arith.negf %a : f32
  // CHECK: %{{.*}} = arith.addf %{{.*}}, %{{.*}} fastmath<fast> : f32
  %f1 = arith.addf %a, %b fastmath<fast> : f32
  // CHECK: %{{.*}} = arith.negf %{{.*}} fastmath<nnan,ninf> : f32
  %f2 = arith.negf %a fastmath<nnan,ninf> : f32
  // CHECK: %{{.*}} = arith.mulf %{{.*}}, %{{.*}} fastmath<reassoc,contract,afn> : vector<[4]xbf16>
  %f3 = arith.mulf %v, %v fastmath<reassoc,contract,afn> : vector<[4]xbf16>
  // CHECK: %{{.*}} = arith.subf %{{.*}}, %{{.*}} : tensor<*xf64>
  %f4 = arith.subf %t, %t : tensor<*xf64>
  return
}

// CHECK-LABEL: func.func @compares(
func.func @compares(%a: i32, %f: f32, %x: index, %v: vector<4xf32>, %t: tensor<?xi1>, %c: i1) {
  // CHECK: %{{.*}} = arith.cmpi eq, %{{.*}}, %{{.*}} : i32
  %eq = arith.cmpi eq, %a, %a : i32
  // CHECK: %{{.*}} = arith.cmpi ne, %{{.*}}, %{{.*}} : i32
  %ne = arith.cmpi ne, %a, %a : i32
  // CHECK: %{{.*}} = arith.cmpi slt, %{{.*}}, %{{.*}} : i32
  %slt = arith.cmpi slt, %a, %a : i32
  // CHECK: %{{.*}} = arith.cmpi sle, %{{.*}}, %{{.*}} : i32
  %sle = arith.cmpi sle, %a, %a : i32
  // CHECK: %{{.*}} = arith.cmpi sgt, %{{.*}}, %{{.*}} : i32
  %sgt = arith.cmpi sgt, %a, %a : i32
  // CHECK: %{{.*}} = arith.cmpi sge, %{{.*}}, %{{.*}} : i32
  %sge = arith.cmpi sge, %a, %a : i32
  // CHECK: %{{.*}} = arith.cmpi ult, %{{.*}}, %{{.*}} : i32
  %ult = arith.cmpi ult, %a, %a : i32
  // CHECK: %{{.*}} = arith.cmpi ule, %{{.*}}, %{{.*}} : i32
  %ule = arith.cmpi ule, %a, %a : i32
  // CHECK: %{{.*}} = arith.cmpi ugt, %{{.*}}, %{{.*}} : i32
  %ugt = arith.cmpi ugt, %a, %a : i32
  // CHECK: %{{.*}} = arith.cmpi uge, %{{.*}}, %{{.*}} : i32
  %uge = arith.cmpi uge, %a, %a : i32
  // CHECK: %{{.*}} = arith.cmpf false, %{{.*}}, %{{.*}} : f32
  %ffalse = arith.cmpf false, %f, %f : f32
  // CHECK: %{{.*}} = arith.cmpf oeq, %{{.*}}, %{{.*}} : f32
  %foeq = arith.cmpf oeq, %f, %f : f32
  // CHECK: %{{.*}} = arith.cmpf ogt, %{{.*}}, %{{.*}} : f32
  %fogt = arith.cmpf ogt, %f, %f : f32
  // CHECK: %{{.*}} = arith.cmpf oge, %{{.*}}, %{{.*}} : f32
  %foge = arith.cmpf oge, %f, %f : f32
  // CHECK: %{{.*}} = arith.cmpf olt, %{{.*}}, %{{.*}} : f32
  %folt = arith.cmpf olt, %f, %f : f32
  // CHECK: %{{.*}} = arith.cmpf ole, %{{.*}}, %{{.*}} : f32
  %fole = arith.cmpf ole, %f, %f : f32
  // CHECK: %{{.*}} = arith.cmpf one, %{{.*}}, %{{.*}} : f32
  %fone = arith.cmpf one, %f, %f : f32
  // CHECK: %{{.*}} = arith.cmpf ord, %{{.*}}, %{{.*}} : f32
  %ford = arith.cmpf ord, %f, %f : f32
  // CHECK: %{{.*}} = arith.cmpf ueq, %{{.*}}, %{{.*}} : f32
  %fueq = arith.cmpf ueq, %f, %f : f32
  // CHECK: %{{.*}} = arith.cmpf ugt, %{{.*}}, %{{.*}} : f32
  %fugt = arith.cmpf ugt, %f, %f : f32
  // CHECK: %{{.*}} = arith.cmpf uge, %{{.*}}, %{{.*}} : f32
  %fuge = arith.cmpf uge, %f, %f : f32
  // CHECK: %{{.*}} = arith.cmpf ult, %{{.*}}, %{{.*}} : f32
  %fult = arith.cmpf ult, %f, %f : f32
  // CHECK: %{{.*}} = arith.cmpf ule, %{{.*}}, %{{.*}} : f32
  %fule = arith.cmpf ule, %f, %f : f32
  // CHECK: %{{.*}} = arith.cmpf une, %{{.*}}, %{{.*}} : f32
  %fune = arith.cmpf une, %f, %f : f32
  // CHECK: %{{.*}} = arith.cmpf uno, %{{.*}}, %{{.*}} : f32
  %funo = arith.cmpf uno, %f, %f : f32
  // CHECK: %{{.*}} = arith.cmpf true, %{{.*}}, %{{.*}} : f32
  %ftrue = arith.cmpf true, %f, %f : f32
  // CHECK: %{{.*}} = arith.cmpi ult, %{{.*}}, %{{.*}} : index
  %x1 = arith.cmpi ult, %x, %x : index
  // CHECK: %{{.*}} = arith.cmpf olt, %{{.*}}, %{{.*}} fastmath<nnan> : vector<4xf32>
  %v1 = arith.cmpf olt, %v, %v fastmath<nnan> : vector<4xf32>
  // CHECK: %{{.*}} = arith.select %{{.*}}, %{{.*}}, %{{.*}} : i32
  %s1 = arith.select %c, %a, %a : i32
  // CHECK: %{{.*}} = arith.select %{{.*}}, %{{.*}}, %{{.*}} : vector<4xf32>
  %s2 = arith.select %c, %v, %v : vector<4xf32>
  // CHECK: %{{.*}} = arith.select %{{.*}}, %{{.*}}, %{{.*}} : vector<4xi1>, vector<4xf32>
  %s3 = arith.select %v1, %v, %v : vector<4xi1>, vector<4xf32>
  // CHECK: %{{.*}} = arith.select %{{.*}}, %{{.*}}, %{{.*}} {test.kept} : tensor<?xi1>, tensor<?xi1>
  %s4 = arith.select %t, %t, %t {test.kept} : tensor<?xi1>, tensor<?xi1>
  return
}

// CHECK-LABEL: func.func @casts(
func.func @casts(%a: i8, %l: i64, %h: f16, %d: f64, %x: index, %v: vector<4xi8>, %m: memref<4xindex>, %s: f8E8M0FNU) {
  // CHECK: %{{.*}} = arith.extsi %{{.*}} : i8 to i64
  %0 = arith.extsi %a : i8 to i64
  // CHECK: %{{.*}} = arith.extui %{{.*}} : vector<4xi8> to vector<4xi17>
  %1 = arith.extui %v : vector<4xi8> to vector<4xi17>
  // CHECK: %{{.*}} = arith.trunci %{{.*}} : i64 to i1
  %2 = arith.trunci %l : i64 to i1
  // CHECK: %{{.*}} = arith.trunci %{{.*}} overflow<nsw> : i64 to i8
  %3 = arith.trunci %l overflow<nsw> : i64 to i8
  // CHECK: %{{.*}} = arith.extf %{{.*}} : f16 to f32
  %4 = arith.extf %h : f16 to f32
  // CHECK: %{{.*}} = arith.extf %{{.*}} fastmath<nnan> : f16 to f32
  %5 = arith.extf %h fastmath<nnan> : f16 to f32
  // CHECK: %{{.*}} = arith.truncf %{{.*}} : f64 to bf16
  %6 = arith.truncf %d : f64 to bf16
  // CHECK: %{{.*}} = arith.truncf %{{.*}} to_nearest_even : f64 to f32
  %7 = arith.truncf %d to_nearest_even : f64 to f32
  // CHECK: %{{.*}} = arith.truncf %{{.*}} toward_zero fastmath<fast> : f64 to f32
  %8 = arith.truncf %d toward_zero fastmath<fast> : f64 to f32
  // CHECK: %{{.*}} = arith.sitofp %{{.*}} : i8 to f32
  %9 = arith.sitofp %a : i8 to f32
  // CHECK: %{{.*}} = arith.uitofp %{{.*}} : vector<4xi8> to vector<4xf16>
  %10 = arith.uitofp %v : vector<4xi8> to vector<4xf16>
  // CHECK: %{{.*}} = arith.fptosi %{{.*}} : f64 to i32
  %11 = arith.fptosi %d : f64 to i32
  // CHECK: %{{.*}} = arith.fptoui %{{.*}} : f64 to i32
  %12 = arith.fptoui %d : f64 to i32
  // CHECK: %{{.*}} = arith.index_cast %{{.*}} : index to i32
  %13 = arith.index_cast %x : index to i32
  // CHECK: %{{.*}} = arith.index_cast %{{.*}} : i64 to index
  %14 = arith.index_cast %l : i64 to index
  // CHECK: %{{.*}} = arith.index_castui %{{.*}} : memref<4xindex> to memref<4xi32>
  %15 = arith.index_castui %m : memref<4xindex> to memref<4xi32>
  // CHECK: %{{.*}} = arith.bitcast %{{.*}} : i64 to f64
  %16 = arith.bitcast %l : i64 to f64
  // CHECK: %{{.*}} = arith.scaling_extf %{{.*}}, %{{.*}} : f16, f8E8M0FNU to f32
  %17 = arith.scaling_extf %h, %s : f16, f8E8M0FNU to f32
  // CHECK: %{{.*}} = arith.scaling_truncf %{{.*}}, %{{.*}} to_nearest_even fastmath<fast> : f64, f8E8M0FNU to f16
  %18 = arith.scaling_truncf %d, %s to_nearest_even fastmath<fast> : f64, f8E8M0FNU to f16
  return
}

// CHECK-LABEL: func.func @constants(
func.func @constants() {
  // CHECK: %{{.*}} = arith.constant true
  %true = arith.constant true
  // CHECK: %{{.*}} = arith.constant false
  %false = arith.constant false
  // CHECK: %{{.*}} = arith.constant 42 : index
  %c42 = arith.constant 42 : index
  // CHECK: %{{.*}} = arith.constant -1 : i8
  %c-1_i8 = arith.constant -1 : i8
  // CHECK: %{{.*}} = arith.constant 42 : index
  %c42_0 = arith.constant 42 : index
  // CHECK: %{{.*}} = arith.constant 1.000000e+00 : f32
  %cst = arith.constant 1.000000e+00 : f32
  // CHECK: %{{.*}} = arith.constant 0x7FC00000 : f32
  %cst_1 = arith.constant 0x7FC00000 : f32
  // CHECK: %{{.*}} = arith.constant dense<[1, 2]> : tensor<2xi32>
  %cst_2 = arith.constant dense<[1, 2]> : tensor<2xi32>
  // CHECK: %{{.*}} = arith.constant dense<0.000000e+00> : vector<[4]xf32>
  %cst_3 = arith.constant dense<0.000000e+00> : vector<[4]xf32>
  // CHECK: %{{.*}} = arith.constant {test.kept} dense<true> : tensor<4xi1>
  %cst_4 = arith.constant {test.kept} dense<true> : tensor<4xi1>
  // CHECK: %{{.*}} = arith.constant 3 : i128
  %c3_i128 = arith.constant 3 : i128
  return
}
