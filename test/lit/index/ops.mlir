// The custom syntax of index's ops, as mlir-opt prints it.
// RUN: mlirlite-opt %s | FileCheck %s
// RUN: mlirlite-opt %s | mlirlite-opt | FileCheck %s
// RUN: mlirlite-opt %s --mlir-print-op-generic | mlirlite-opt | FileCheck %s

// CHECK-LABEL: func.func @index(
func.func @index(%a: index, %b: index, %i: i32) {
  // CHECK: %{{.*}} = index.add %{{.*}}, %{{.*}}
  %add = index.add %a, %b
  // CHECK: %{{.*}} = index.sub %{{.*}}, %{{.*}}
  %sub = index.sub %a, %b
  // CHECK: %{{.*}} = index.mul %{{.*}}, %{{.*}}
  %mul = index.mul %a, %b
  // CHECK: %{{.*}} = index.divs %{{.*}}, %{{.*}}
  %divs = index.divs %a, %b
  // CHECK: %{{.*}} = index.divu %{{.*}}, %{{.*}}
  %divu = index.divu %a, %b
  // CHECK: %{{.*}} = index.ceildivs %{{.*}}, %{{.*}}
  %ceildivs = index.ceildivs %a, %b
  // CHECK: %{{.*}} = index.ceildivu %{{.*}}, %{{.*}}
  %ceildivu = index.ceildivu %a, %b
  // CHECK: %{{.*}} = index.floordivs %{{.*}}, %{{.*}}
  %floordivs = index.floordivs %a, %b
  // CHECK: %{{.*}} = index.rems %{{.*}}, %{{.*}}
  %rems = index.rems %a, %b
  // CHECK: %{{.*}} = index.remu %{{.*}}, %{{.*}}
  %remu = index.remu %a, %b
  // CHECK: %{{.*}} = index.maxs %{{.*}}, %{{.*}}
  %maxs = index.maxs %a, %b
  // CHECK: %{{.*}} = index.maxu %{{.*}}, %{{.*}}
  %maxu = index.maxu %a, %b
  // CHECK: %{{.*}} = index.mins %{{.*}}, %{{.*}}
  %mins = index.mins %a, %b
  // CHECK: %{{.*}} = index.minu %{{.*}}, %{{.*}}
  %minu = index.minu %a, %b
  // CHECK: %{{.*}} = index.shl %{{.*}}, %{{.*}}
  %shl = index.shl %a, %b
  // CHECK: %{{.*}} = index.shrs %{{.*}}, %{{.*}}
  %shrs = index.shrs %a, %b
  // CHECK: %{{.*}} = index.shru %{{.*}}, %{{.*}}
  %shru = index.shru %a, %b
  // CHECK: %{{.*}} = index.and %{{.*}}, %{{.*}}
  %and = index.and %a, %b
  // CHECK: %{{.*}} = index.or %{{.*}}, %{{.*}}
  %or = index.or %a, %b
  // CHECK: %{{.*}} = index.xor %{{.*}}, %{{.*}}
  %xor = index.xor %a, %b
  // CHECK: %{{.*}} = index.cmp eq(%{{.*}}, %{{.*}})
  %ceq = index.cmp eq(%a, %b)
  // CHECK: %{{.*}} = index.cmp ne(%{{.*}}, %{{.*}})
  %cne = index.cmp ne(%a, %b)
  // CHECK: %{{.*}} = index.cmp slt(%{{.*}}, %{{.*}})
  %cslt = index.cmp slt(%a, %b)
  // CHECK: %{{.*}} = index.cmp sle(%{{.*}}, %{{.*}})
  %csle = index.cmp sle(%a, %b)
  // CHECK: %{{.*}} = index.cmp sgt(%{{.*}}, %{{.*}})
  %csgt = index.cmp sgt(%a, %b)
  // CHECK: %{{.*}} = index.cmp sge(%{{.*}}, %{{.*}})
  %csge = index.cmp sge(%a, %b)
  // CHECK: %{{.*}} = index.cmp ult(%{{.*}}, %{{.*}})
  %cult = index.cmp ult(%a, %b)
  // CHECK: %{{.*}} = index.cmp ule(%{{.*}}, %{{.*}})
  %cule = index.cmp ule(%a, %b)
  // CHECK: %{{.*}} = index.cmp ugt(%{{.*}}, %{{.*}})
  %cugt = index.cmp ugt(%a, %b)
  // CHECK: %{{.*}} = index.cmp uge(%{{.*}}, %{{.*}})
  %cuge = index.cmp uge(%a, %b)
  // CHECK: %{{.*}} = index.casts %{{.*}} : index to i32
  %casts = index.casts %a : index to i32
  // CHECK: %{{.*}} = index.castu %{{.*}} : i32 to index
  %castu = index.castu %i : i32 to index
  // CHECK: %{{.*}} = index.sizeof
  %s = index.sizeof
  // CHECK: %{{.*}} = index.constant 42
  %idx42 = index.constant 42
  // CHECK: %{{.*}} = index.constant -1
  %idx-1 = index.constant -1
  // CHECK: %{{.*}} = index.bool.constant true
  %true = index.bool.constant true
  // CHECK: %{{.*}} = index.bool.constant false
  %false = index.bool.constant false
  // CHECK: %{{.*}} = index.add %{{.*}}, %{{.*}} {test.kept}
  %k = index.add %a, %b {test.kept}
  return
}
