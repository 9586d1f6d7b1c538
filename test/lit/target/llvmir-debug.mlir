// Debug information in LLVM IR: what functions, instructions, variables and globals say of the
// source.
// RUN: mlirlite-translate --mlir-to-llvmir %s | FileCheck %s

// CHECK: @counter = global i32 0, !dbg ![[GLOBAL:[0-9]+]]
// CHECK: define i32 @outer(i32 %0, i1 %1) !dbg ![[OUTER:[0-9]+]] {
// CHECK-NEXT:   #dbg_value(i32 %0, ![[VARIABLE:[0-9]+]], !DIExpression(DW_OP_LLVM_fragment, 0, 16), ![[PLACE:[0-9]+]])
// CHECK-NEXT:   %3 = add i32 %0, %0, !dbg ![[PLACE]]
// CHECK-NEXT:   %4 = mul i32 %3, %0, !dbg ![[INLINED:[0-9]+]]
// CHECK-NEXT:   %5 = sub i32 %4, %0, !dbg ![[MERGED:[0-9]+]]
// CHECK-NEXT:   %6 = shl i32 %5, %0
// CHECK-NEXT:   br i1 %1, label %7, label %7, !llvm.loop ![[LOOP:[0-9]+]]
// CHECK: 7:
// CHECK-NEXT:   #dbg_label(![[LABEL:[0-9]+]], ![[PLACE]])
// CHECK-NEXT:   ret i32 %6, !dbg ![[PLACE]]
// CHECK: declare !dbg ![[DECLARED:[0-9]+]] void @declared()
// CHECK: !llvm.dbg.cu = !{![[UNIT:[0-9]+]]}
// CHECK-DAG: ![[FILE:[0-9]+]] = !DIFile(filename: "a.c", directory: "/tmp")
// CHECK-DAG: ![[UNIT]] = distinct !DICompileUnit(language: DW_LANG_C, file: ![[FILE]], isOptimized: false, emissionKind: FullDebug, nameTableKind: Default, runtimeVersion: 0, globals: ![[GLOBALS:[0-9]+]])
// CHECK-DAG: ![[GLOBALS]] = !{![[GLOBAL]]}
// CHECK-DAG: ![[GLOBAL]] = !DIGlobalVariableExpression(var: ![[COUNTER:[0-9]+]], expr: !DIExpression())
// CHECK-DAG: ![[COUNTER]] = distinct !DIGlobalVariable(name: "counter", scope: ![[UNIT]], file: ![[FILE]], line: 1, type: ![[INT:[0-9]+]], isLocal: false, isDefinition: true)
// CHECK-DAG: ![[INT]] = !DIBasicType(tag: DW_TAG_base_type, name: "int", size: 32, encoding: DW_ATE_signed)
// CHECK-DAG: ![[NODE:[0-9]+]] = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "node", elements: ![[ELEMENTS:[0-9]+]])
// CHECK-DAG: ![[ELEMENTS]] = !{![[NEXT:[0-9]+]]}
// CHECK-DAG: ![[NEXT]] = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: ![[NODE]], size: 64)
// CHECK-DAG: ![[TYPE:[0-9]+]] = !DISubroutineType(types: ![[TYPES:[0-9]+]])
// CHECK-DAG: ![[TYPES]] = !{null, ![[NODE]]}
// CHECK-DAG: ![[OUTER]] = distinct !DISubprogram(name: "outer", scope: ![[FILE]], file: ![[FILE]], line: 3, type: ![[TYPE]], spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: ![[UNIT]])
// CHECK-DAG: ![[DECLARED]] = !DISubprogram(name: "declared", scope: ![[FILE]], file: ![[FILE]], spFlags: 0)
// CHECK-DAG: ![[PLACE]] = !DILocation(line: 4, column: 5, scope: ![[OUTER]])
// CHECK-DAG: ![[INNER:[0-9]+]] = distinct !DISubprogram(name: "inner"
// CHECK-DAG: ![[BLOCK:[0-9]+]] = distinct !DILexicalBlock(scope: ![[INNER]], file: ![[FILE]], line: 10)
// CHECK-DAG: ![[INLINED]] = !DILocation(line: 11, column: 2, scope: ![[BLOCK]], inlinedAt: ![[PLACE]])
// CHECK-DAG: ![[MERGED]] = !DILocation(line: 4, scope: ![[OUTER]])
// CHECK-DAG: ![[LOOP]] = distinct !{![[LOOP]], ![[PLACE]], ![[PROGRESS:[0-9]+]]}
// CHECK-DAG: ![[PROGRESS]] = !{!"llvm.loop.mustprogress"}
// CHECK-DAG: ![[LABEL]] = !DILabel(scope: ![[OUTER]], name: "again", file: ![[FILE]], line: 7)

#file = #llvm.di_file<"a.c" in "/tmp">
#unit = #llvm.di_compile_unit<id = distinct[0]<>, sourceLanguage = DW_LANG_C, file = #file, isOptimized = false, emissionKind = Full>
#int = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "int", sizeInBits = 32, encoding = DW_ATE_signed>
#self = #llvm.di_composite_type<recId = distinct[3]<>, isRecSelf = true>
#next = #llvm.di_derived_type<tag = DW_TAG_pointer_type, baseType = #self, sizeInBits = 64>
#node = #llvm.di_composite_type<tag = DW_TAG_structure_type, recId = distinct[3]<>, name = "node", elements = #next>
#type = #llvm.di_subroutine_type<types = #llvm.di_null_type, #node>
#outer = #llvm.di_subprogram<id = distinct[1]<>, compileUnit = #unit, scope = #file, name = "outer", file = #file, line = 3, subprogramFlags = "Definition|Optimized", type = #type>
#inner = #llvm.di_subprogram<id = distinct[2]<>, compileUnit = #unit, scope = #file, name = "inner", file = #file, subprogramFlags = Definition>
#block = #llvm.di_lexical_block<scope = #inner, file = #file, line = 10>
#variable = #llvm.di_local_variable<scope = #outer, name = "x", file = #file, arg = 1, type = #int>
#label = #llvm.di_label<scope = #outer, name = "again", file = #file, line = 7>
#declared = #llvm.di_subprogram<scope = #file, name = "declared", file = #file>
#here = loc("a.c":4:5)
#start = loc(fused<#outer>[#here])
#loop = #llvm.loop_annotation<mustProgress = true, startLoc = #start>

llvm.mlir.global @counter(0 : i32) {dbg_exprs = [#llvm.di_global_variable_expression<var = <scope = #unit, name = "counter", file = #file, line = 1, type = #int, isDefined = true>, expr = <>>]} : i32

llvm.func @outer(%x: i32, %c: i1) -> i32 {
  llvm.intr.dbg.value #variable #llvm.di_expression<[DW_OP_LLVM_fragment(0, 16)]> = %x : i32 loc(#here)
  // No place, no note.
  llvm.intr.dbg.label #label loc(unknown)
  %0 = llvm.add %x, %x : i32 loc("name"(#here))
  %1 = llvm.mul %0, %x : i32 loc(callsite(fused<#block>["a.c":11:2] at #here))
  %2 = llvm.sub %1, %x : i32 loc(fused[#here, "a.c":4:9])
  %3 = llvm.shl %2, %x : i32 loc(unknown)
  llvm.cond_br %c, ^bb1, ^bb1 {loop_annotation = #loop} loc(unknown)
^bb1:
  llvm.intr.dbg.label #label loc(#here)
  llvm.return %3 : i32 loc(#here)
} loc(fused<#outer>["a.c":3:1])

llvm.func @declared() loc(fused<#declared>["a.c":20:1])
