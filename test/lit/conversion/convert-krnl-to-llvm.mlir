// RUN: mlirlite-opt %s --convert-krnl-to-llvm --split-input-file | FileCheck %s

// A small constant that is only read is in the text.

// CHECK: llvm.mlir.global internal constant @constant_0(dense<{{\[\[}}1.000000e+00, 2.000000e+00]]> : tensor<1x2xf32>) {addr_space = 0 : i32, alignment = 16 : i64} : !llvm.array<1 x array<2 x f32>>
// CHECK-LABEL: func.func @small
// CHECK-SAME: (%[[I:.*]]: index)
// CHECK-NEXT: %[[P:.*]] = llvm.mlir.addressof @constant_0 : !llvm.ptr
// CHECK:      %[[D0:.*]] = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
// CHECK-NEXT: %[[D1:.*]] = llvm.insertvalue %[[P]], %[[D0]][0]
// CHECK-NEXT: %[[D2:.*]] = llvm.insertvalue %[[P]], %[[D1]][1]
// CHECK:      %[[M:.*]] = builtin.unrealized_conversion_cast %{{.*}} to memref<1x2xf32>
// CHECK-NEXT: memref.load %[[M]][%[[I]], %[[I]]] : memref<1x2xf32>
func.func @small(%i: index) -> f32 {
  %0 = "krnl.global"() <{alignment = 16 : i64, name = "constant_0", shape = [1, 2], value = dense<[[1.0, 2.0]]> : tensor<1x2xf32>}> : () -> memref<1x2xf32>
  %1 = memref.load %0[%i, %i] : memref<1x2xf32>
  return %1 : f32
}

// -----

// A scalar, an unsigned integer, and a resource: as small constants, too.

// CHECK: llvm.mlir.global internal constant @scalar(3.000000e+00 : f32) {addr_space = 0 : i32, alignment = 64 : i64} : f32
// CHECK: llvm.mlir.global internal constant @bytes(dense<[-1, 1]> : tensor<2xi8>) {addr_space = 0 : i32, alignment = 64 : i64} : !llvm.array<2 x i8>
// CHECK: llvm.mlir.global internal constant @resource(dense<[1, 2]> : tensor<2xi32>)
func.func @kinds(%i: index) -> (f32, ui8, i32) {
  %0 = "krnl.global"() <{name = "scalar", shape = [], value = dense<3.0> : tensor<f32>}> : () -> memref<f32>
  %1 = memref.load %0[] : memref<f32>
  %2 = "krnl.global"() <{name = "bytes", shape = [2], value = dense<[255, 1]> : tensor<2xui8>}> : () -> memref<2xui8>
  %3 = memref.load %2[%i] : memref<2xui8>
  %4 = "krnl.global"() <{name = "resource", shape = [2], value = dense_resource<two> : tensor<2xi32>}> : () -> memref<2xi32>
  %5 = memref.load %4[%i] : memref<2xi32>
  return %1, %3, %5 : f32, ui8, i32
}
{-#
  dialect_resources: {
    builtin: {
      two: "0x040000000100000002000000"
    }
  }
#-}

// -----

// A large constant, or one that leaves the function, is external: its data is beside the code.

// CHECK: llvm.mlir.global external constant @weights() {addr_space = 0 : i32, alignment = 64 : i64, krnl.value = dense<1.000000e+00> : tensor<20x20xf32>} : !llvm.array<400 x f32>
// CHECK: llvm.mlir.global external constant @returned() {addr_space = 0 : i32, alignment = 64 : i64, krnl.value = dense<[1, 2]> : tensor<2xi64>} : !llvm.array<2 x i64>
// CHECK: llvm.mlir.global external constant @elsewhere() {addr_space = 0 : i32, alignment = 64 : i64} : !llvm.array<2 x i64>
// CHECK-LABEL: func.func @large
// CHECK-DAG: llvm.mlir.addressof @weights : !llvm.ptr
// CHECK-DAG: llvm.mlir.addressof @returned : !llvm.ptr
// CHECK: return
func.func @large(%i: index) -> memref<2xi64> {
  %0 = "krnl.global"() <{name = "weights", shape = [20, 20], value = dense<1.0> : tensor<20x20xf32>}> : () -> memref<20x20xf32>
  %1 = memref.load %0[%i, %i] : memref<20x20xf32>
  %2 = "krnl.global"() <{name = "returned", shape = [2], value = dense<[1, 2]> : tensor<2xi64>}> : () -> memref<2xi64>
  %3 = "krnl.global"() <{name = "elsewhere", shape = [2]}> : () -> memref<2xi64>
  return %2 : memref<2xi64>
}

// -----

// Two of one name and value share the data; one without elements has none.

// CHECK-COUNT-1: llvm.mlir.global
// CHECK-LABEL: func.func @shared
// CHECK: llvm.mlir.addressof @c : !llvm.ptr
// CHECK: llvm.mlir.addressof @c : !llvm.ptr
// CHECK: llvm.mlir.zero : !llvm.ptr
func.func @shared(%i: index) -> (f32, f32, memref<0xf32>) {
  %0 = "krnl.global"() <{name = "c", shape = [2], value = dense<[1.0, 2.0]> : tensor<2xf32>}> : () -> memref<2xf32>
  %1 = memref.load %0[%i] : memref<2xf32>
  %2 = "krnl.global"() <{name = "c", shape = [2], value = dense<[1.0, 2.0]> : tensor<2xf32>}> : () -> memref<2xf32>
  %3 = memref.load %2[%i] : memref<2xf32>
  %4 = "krnl.global"() <{name = "e", shape = [0], value = dense<> : tensor<0xf32>}> : () -> memref<0xf32>
  return %1, %3, %4 : f32, f32, memref<0xf32>
}

// -----

// CHECK-DAG: llvm.func @strlen(!llvm.ptr) -> i64
// CHECK-DAG: llvm.mlir.global internal constant @names_string_0("a\00") {addr_space = 0 : i32}
// CHECK-DAG: llvm.mlir.global internal constant @names_string_1("b c\00") {addr_space = 0 : i32}
// CHECK: llvm.mlir.global internal constant @names() {addr_space = 0 : i32, alignment = 64 : i64} : !llvm.array<3 x ptr> {
// CHECK-NEXT: %[[S0:.*]] = llvm.mlir.poison : !llvm.array<3 x ptr>
// CHECK-NEXT: %[[A:.*]] = llvm.mlir.addressof @names_string_0 : !llvm.ptr
// CHECK-NEXT: %[[S1:.*]] = llvm.insertvalue %[[A]], %[[S0]][0] : !llvm.array<3 x ptr>
// CHECK-NEXT: %[[B:.*]] = llvm.mlir.addressof @names_string_1 : !llvm.ptr
// CHECK-NEXT: %[[S2:.*]] = llvm.insertvalue %[[B]], %[[S1]][1] : !llvm.array<3 x ptr>
// CHECK-LABEL: func.func @strings
// CHECK-SAME: (%[[I:.*]]: index, %[[T:.*]]: !llvm.ptr, %[[G:.*]]: memref<3xi32>) -> (i64, i32, index)
// CHECK: %[[E:.*]] = memref.load %{{.*}}[%[[I]]] : memref<3x!llvm.ptr>
// CHECK: %[[N:.*]] = llvm.call @strlen(%[[E]]) : (!llvm.ptr) -> i64
// CHECK: %[[C:.*]] = llvm.call @strncmp(%[[E]], %[[T]], %[[N]]) : (!llvm.ptr, !llvm.ptr, i64) -> i32
// CHECK: llvm.call @find_index_str(%[[E]], %{{.*}}, %{{.*}}, %[[C]]) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32) -> i64
func.func @strings(%i: index, %t: !krnl.string, %g: memref<3xi32>) -> (i64, i32, index) {
  %0 = "krnl.global"() <{name = "names", shape = [3], value = dense<["a", "b c", "a"]> : tensor<3x!krnl.string>}> : () -> memref<3x!krnl.string>
  %e = memref.load %0[%i] : memref<3x!krnl.string>
  %1 = "krnl.strlen"(%e) : (!krnl.string) -> i64
  %2 = "krnl.strncmp"(%e, %t, %1) : (!krnl.string, !krnl.string, i64) -> i32
  %3 = "krnl.find_index"(%e, %g, %g, %2) : (!krnl.string, memref<3xi32>, memref<3xi32>, i32) -> index
  return %1, %2, %3 : i64, i32, index
}

// -----

// CHECK-LABEL: func.func @math
// CHECK-SAME: (%[[X:.*]]: f32, %[[V:.*]]: vector<4xf32>)
// CHECK-NEXT: llvm.intr.roundeven(%[[V]]) : (vector<4xf32>) -> vector<4xf32>
// CHECK-NEXT: llvm.fcmp "uno" %[[X]], %[[X]] : f32
// CHECK-NEXT: %[[A:.*]] = llvm.intr.fabs(%[[X]]) : (f32) -> f32
// CHECK-NEXT: %[[INF:.*]] = llvm.mlir.constant(0x7F800000 : f32) : f32
// CHECK-NEXT: llvm.fcmp "oeq" %[[A]], %[[INF]] : f32
func.func @math(%x: f32, %v: vector<4xf32>) {
  %0 = "krnl.round_even"(%v) : (vector<4xf32>) -> vector<4xf32>
  %1 = "krnl.isnan"(%x) : (f32) -> i1
  %2 = "krnl.isinf"(%x) : (f32) -> i1
  return
}

// -----

// CHECK-LABEL: func.func @memory
// CHECK-SAME: (%[[TO:.*]]: memref<4x4xf32>, %[[FROM:.*]]: memref<8xf32, strided<[1], offset: 3>>, %[[N:.*]]: i64, %[[I:.*]]: index)
// CHECK-DAG:  %[[J:.*]] = builtin.unrealized_conversion_cast %[[I]] : index to i64
// CHECK-DAG:  %[[D:.*]] = builtin.unrealized_conversion_cast %[[TO]] : memref<4x4xf32> to !llvm.struct
// CHECK-DAG:  %[[S:.*]] = builtin.unrealized_conversion_cast %[[FROM]] : memref<8xf32, strided<[1], offset: 3>> to !llvm.struct
// CHECK:      %[[DP:.*]] = llvm.extractvalue %[[D]][1]
// CHECK-NEXT: %[[DJ:.*]] = llvm.getelementptr %[[DP]][%[[J]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: %[[SP:.*]] = llvm.extractvalue %[[S]][1]
// CHECK-NEXT: %[[THREE:.*]] = llvm.mlir.constant(3 : index) : i64
// CHECK-NEXT: %[[SO:.*]] = llvm.getelementptr %[[SP]][%[[THREE]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: %[[SJ:.*]] = llvm.getelementptr %[[SO]][%[[J]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: %[[NULL:.*]] = llvm.mlir.zero : !llvm.ptr
// CHECK-NEXT: %[[END:.*]] = llvm.getelementptr %[[NULL]][%[[N]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: %[[BYTES:.*]] = llvm.ptrtoint %[[END]] : !llvm.ptr to i64
// CHECK-NEXT: "llvm.intr.memcpy"(%[[DJ]], %[[SJ]], %[[BYTES]]) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
// CHECK:      %[[FOUR:.*]] = llvm.mlir.constant(4 : index) : i64
// CHECK:      llvm.sdiv %{{.*}}, %[[FOUR]] : i64
// CHECK:      builtin.unrealized_conversion_cast %{{.*}} to memref<4x1xvector<4xf32>>
func.func @memory(%to: memref<4x4xf32>, %from: memref<8xf32, strided<[1], offset: 3>>, %n: i64, %i: index) -> memref<4x1xvector<4xf32>> {
  "krnl.memcpy"(%to, %from, %n, %i, %i) : (memref<4x4xf32>, memref<8xf32, strided<[1], offset: 3>>, i64, index, index) -> ()
  %0 = krnl.vector_type_cast %to : memref<4x4xf32> to memref<4x1xvector<4xf32>>
  return %0 : memref<4x1xvector<4xf32>>
}

// -----

// CHECK-LABEL: func.func @may_overwrite
// CHECK:      %[[OFFSET:.*]] = llvm.extractvalue %{{.*}}[2]
// CHECK-NEXT: %[[ONE_MORE:.*]] = llvm.mlir.constant(3 : i64) : i64
// CHECK-NEXT: llvm.icmp "eq" %[[OFFSET]], %[[ONE_MORE]] : i64
func.func @may_overwrite(%m: memref<?xf32>) -> i1 {
  %yes = krnl.may_overwrite %m, 2 : memref<?xf32>
  return %yes : i1
}

// -----

// CHECK-LABEL: func.func @format
// CHECK-SAME: (%[[B:.*]]: memref<?xui8>, %[[D:.*]]: f64)
// CHECK-DAG:  %[[P:.*]] = llvm.extractvalue %[[S:.*]][1]
// CHECK-DAG:  %[[N:.*]] = llvm.extractvalue %[[S]][3, 0]
// CHECK:      llvm.call @snprintf(%[[P]], %[[N]], %{{.*}}, %[[D]]) vararg(!llvm.func<i32 (ptr, i64, ptr, ...)>) : (!llvm.ptr, i64, !llvm.ptr, f64) -> i32
func.func @format(%b: memref<?xui8>, %d: f64) {
  "krnl.format"(%b, %d) <{format = "%.8g"}> : (memref<?xui8>, f64) -> ()
  return
}

// -----

// Calls: buffers as pointers to descriptors that are on the stack once, other parameters by value, then the attributes by name.

// CHECK-LABEL: func.func @calls
// CHECK-SAME: (%[[M:.*]]: memref<8xf32>, %[[F:.*]]: f32, %[[I:.*]]: index)
// CHECK-COUNT-2: llvm.alloca %{{.*}} x !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> : (i64) -> !llvm.ptr
// CHECK:      llvm.store %{{.*}}, %[[ROOM:.*]] : !llvm.struct
// CHECK:      %[[AXIS:.*]] = llvm.mlir.constant(-1 : i64) : i64
// CHECK:      %[[MODE:.*]] = llvm.mlir.addressof @[[TEXT:.*]] : !llvm.ptr
// CHECK:      llvm.call @f(%[[ROOM]], %{{.*}}, %[[AXIS]], %[[MODE]]) : (!llvm.ptr, !llvm.ptr, i64, !llvm.ptr) -> ()
// CHECK:      llvm.call @g(%[[F]]) : (f32) -> i64
// CHECK:      %[[D:.*]] = llvm.fpext %[[F]] : f32 to f64
// CHECK:      llvm.call @printf(%{{.*}}, %[[D]]) vararg(!llvm.func<i32 (ptr, ...)>) : (!llvm.ptr, f64) -> i32
// CHECK:      llvm.call @krnl_print_tensor(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) : (!llvm.ptr, !llvm.ptr, i64, !llvm.ptr) -> ()
// CHECK:      llvm.call @OMInstrumentInit(%{{.*}}) : (i64) -> ()
// CHECK:      llvm.call @OMInstrumentPoint(%{{.*}}, %{{.*}}, %{{.*}}) : (!llvm.ptr, i64, !llvm.ptr) -> ()
// CHECK:      llvm.call @get_random_normal_value_f32(%{{.*}}, %{{.*}}, %[[F]], %[[F]], %[[F]]) : (!llvm.ptr, i64, f32, f32, f32) -> ()
func.func @calls(%m: memref<8xf32>, %f: f32, %i: index) -> i64 {
  %none = "krnl.noValue"() <{value}> : () -> none
  "krnl.call"(%m, %none) <{funcName = "f", numOfOutput = 1 : si64}> {mode = "up", axis = -1 : si64} : (memref<8xf32>, none) -> ()
  %0 = "krnl.call"(%f) <{funcName = "g", numOfOutput = 0 : si64}> : (f32) -> i64
  "krnl.print"(%f) <{format = "%f\n"}> : (f32) -> ()
  "krnl.print_tensor"(%m) <{msg = "%s m"}> : (memref<8xf32>) -> ()
  "krnl.runtime_instrument_init"() <{tag = 4 : i64}> : () -> ()
  "krnl.runtime_instrument"() <{nodeName = "n", opName = "onnx.Add", tag = 5 : i64}> : () -> ()
  "krnl.random_normal"(%m, %i, %f, %f, %f) : (memref<8xf32>, index, f32, f32, f32) -> ()
  return %0 : i64
}

// -----

// Properties of threads have no effect on a sequential loop.

// CHECK-LABEL: func.func @clause
// CHECK-NEXT: return
func.func @clause(%i: index) {
  krnl.parallel_clause(%i) {proc_bind = "close"} : index
  return
}

// -----

// The module says what can be called and with what.

// CHECK: module attributes {krnl.entry_points = [{func = @main_graph, numInputs = 0 : i32, numOutputs = 0 : i32, signature = "[]\00@[]\00"}]} {
// CHECK-NOT: krnl.entry_point"
func.func @main_graph() {
  return
}
"krnl.entry_point"() {func = @main_graph, numInputs = 0 : i32, numOutputs = 0 : i32, signature = "[]\00@[]\00"} : () -> ()

// -----

// The message and its values go to the runtime, which does not return.

// CHECK-LABEL: llvm.func @om.fail(
// CHECK-SAME:    !llvm.ptr, i64, i64, i64, i64, i64)
// CHECK-NEXT:   llvm.mlir.global internal constant @krnl_text_0("sizes %[[LLD:.*]] and %[[LLD]] differ\00") {addr_space = 0 : i32}
// CHECK-LABEL: func.func @require(
// CHECK-SAME:    %[[ARG0:.*]]: index, %[[ARG1:.*]]: index) {
// CHECK-NEXT:     %[[UNREALIZED_CONVERSION_CAST:.*]] = builtin.unrealized_conversion_cast %[[ARG1]] : index to i64
// CHECK-NEXT:     %[[UNREALIZED_CONVERSION_CAST_1:.*]] = builtin.unrealized_conversion_cast %[[ARG0]] : index to i64
// CHECK-NEXT:     %[[CMPI:.*]] = arith.cmpi eq, %[[ARG0]], %[[ARG1]] : index
// CHECK-NEXT:     llvm.cond_br %[[CMPI]], ^bb1, ^bb3
// CHECK-NEXT:   ^bb1:  // pred: ^bb0
// CHECK-NEXT:     llvm.cond_br %[[CMPI]], ^bb2, ^bb4
// CHECK-NEXT:   ^bb2:  // pred: ^bb1
// CHECK-NEXT:     return
// CHECK-NEXT:   ^bb3:  // pred: ^bb0
// CHECK-NEXT:     %[[ADDRESSOF:.*]] = llvm.mlir.addressof @krnl_text_0 : !llvm.ptr
// CHECK-NEXT:     %[[CONSTANT:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT:     %[[CONSTANT_1:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT:     %[[CONSTANT_2:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT:     llvm.call @om.fail(%[[ADDRESSOF]], %[[UNREALIZED_CONVERSION_CAST_1]], %[[UNREALIZED_CONVERSION_CAST]], %[[CONSTANT]], %[[CONSTANT_1]], %[[CONSTANT_2]]) : (!llvm.ptr, i64, i64, i64, i64, i64) -> ()
// CHECK-NEXT:     llvm.unreachable
// CHECK-NEXT:   ^bb4:  // pred: ^bb1
// CHECK-NEXT:     %[[ZERO:.*]] = llvm.mlir.zero : !llvm.ptr
// CHECK-NEXT:     %[[CONSTANT_3:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT:     %[[CONSTANT_4:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT:     %[[CONSTANT_5:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT:     %[[CONSTANT_6:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT:     %[[CONSTANT_7:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK-NEXT:     llvm.call @om.fail(%[[ZERO]], %[[CONSTANT_3]], %[[CONSTANT_4]], %[[CONSTANT_5]], %[[CONSTANT_6]], %[[CONSTANT_7]]) : (!llvm.ptr, i64, i64, i64, i64, i64) -> ()
// CHECK-NEXT:     llvm.unreachable
// CHECK-NEXT:   }
func.func @require(%a: index, %b: index) {
  %ok = arith.cmpi eq, %a, %b : index
  krnl.require %ok, "sizes %lld and %lld differ"(%a, %b)
  krnl.require %ok, ""
  return
}
