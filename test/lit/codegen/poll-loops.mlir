// RUN: mlirlite-opt %s --poll-loops=budget=4096 | FileCheck %s

// A nest of unknown lengths exists for rows of at most a strip, whose bounds stay as they are, and
// for longer ones. Rows are counted 64 at a time.

// CHECK: #map = affine_map<()[s0] -> (s0)>
// CHECK-NEXT: #map1 = affine_map<(d0) -> (d0)>
// CHECK-NEXT: #map2 = affine_map<(d0)[s0] -> (s0, d0 + 64)>
// CHECK-NEXT: #map3 = affine_map<(d0)[s0] -> (s0, d0 + 512)>
// CHECK-NEXT: #map4 = affine_map<(d0) -> (d0 mod 16)>
// CHECK-NEXT: #map5 = affine_map<(d0)[s0] -> (-d0 + s0)>
// CHECK-LABEL: func.func @long(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?x?xf32>, %[[ARG1:.*]]: index, %[[ARG2:.*]]: f32) {
// CHECK-NEXT:     %[[ALLOCA:.*]] = memref.alloca() : memref<index>
// CHECK-NEXT:     %[[C4096:.*]] = arith.constant 4096 : index
// CHECK-NEXT:     memref.store %[[C4096]], %[[ALLOCA]][] : memref<index>
// CHECK-NEXT:     %[[MIN:.*]] = affine.min #map()[%[[ARG1]]]
// CHECK-NEXT:     %[[C512:.*]] = arith.constant 512 : index
// CHECK-NEXT:     %[[CMPI:.*]] = arith.cmpi sgt, %[[MIN]], %[[C512]] : index
// CHECK-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[MAXSI:.*]] = arith.maxsi %[[MIN]], %[[C0]] : index
// CHECK-NEXT:     %[[C3:.*]] = arith.constant 3 : index
// CHECK-NEXT:     %[[MULI:.*]] = arith.muli %[[MAXSI]], %[[C3]] : index
// CHECK-NEXT:     %[[MIN_1:.*]] = affine.min #map()[%[[ARG1]]]
// CHECK-NEXT:     %[[C0_0:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[MAXSI_1:.*]] = arith.maxsi %[[MIN_1]], %[[C0_0]] : index
// CHECK-NEXT:     %[[C512_1:.*]] = arith.constant 512 : index
// CHECK-NEXT:     %[[MINSI:.*]] = arith.minsi %[[MAXSI_1]], %[[C512_1]] : index
// CHECK-NEXT:     %[[C3_2:.*]] = arith.constant 3 : index
// CHECK-NEXT:     %[[MULI_1:.*]] = arith.muli %[[MINSI]], %[[C3_2]] : index
// CHECK-NEXT:     scf.if %[[CMPI]] {
// CHECK-NEXT:       %[[MIN_2:.*]] = affine.min #map()[%[[ARG1]]]
// CHECK-NEXT:       affine.for %[[ARG3:.*]] = 0 to %[[ARG1]] step 64 {
// CHECK-NEXT:         affine.for %[[ARG4:.*]] = #map1(%[[ARG3]]) to min #map2(%[[ARG3]])[%[[ARG1]]] {
// CHECK-NEXT:           %[[MIN_3:.*]] = affine.min #map()[%[[ARG1]]]
// CHECK-NEXT:           affine.for %[[ARG5:.*]] = 0 to %[[ARG1]] step 512 {
// CHECK-NEXT:             affine.for %[[ARG6:.*]] = #map1(%[[ARG5]]) to min #map3(%[[ARG5]])[%[[ARG1]]] {
// CHECK-NEXT:               affine.store %[[ARG2]], %[[ARG0]][%[[ARG4]], %[[ARG6]]] : memref<?x?xf32>
// CHECK-NEXT:             }
// CHECK-NEXT:             %[[C512_5:.*]] = arith.constant 512 : index
// CHECK-NEXT:             %[[ADDI:.*]] = arith.addi %[[ARG5]], %[[C512_5]] : index
// CHECK-NEXT:             %[[CMPI_1:.*]] = arith.cmpi slt, %[[ADDI]], %[[MIN_3]] : index
// CHECK-NEXT:             scf.if %[[CMPI_1]] {
// CHECK-NEXT:               krnl.poll
// CHECK-NEXT:             }
// CHECK-NEXT:           }
// CHECK-NEXT:         }
// CHECK-NEXT:         %[[C64:.*]] = arith.constant 64 : index
// CHECK-NEXT:         %[[ADDI_1:.*]] = arith.addi %[[ARG3]], %[[C64]] : index
// CHECK-NEXT:         %[[C64_3:.*]] = arith.constant 64 : index
// CHECK-NEXT:         %[[MULI_2:.*]] = arith.muli %[[MULI_1]], %[[C64_3]] : index
// CHECK-NEXT:         %[[LOAD:.*]] = memref.load %[[ALLOCA]][] : memref<index>
// CHECK-NEXT:         %[[C128:.*]] = arith.constant 128 : index
// CHECK-NEXT:         %[[SUBI:.*]] = arith.subi %[[LOAD]], %[[C128]] : index
// CHECK-NEXT:         %[[SUBI_1:.*]] = arith.subi %[[SUBI]], %[[MULI_2]] : index
// CHECK-NEXT:         memref.store %[[SUBI_1]], %[[ALLOCA]][] : memref<index>
// CHECK-NEXT:         %[[C0_4:.*]] = arith.constant 0 : index
// CHECK-NEXT:         %[[CMPI_2:.*]] = arith.cmpi slt, %[[SUBI_1]], %[[C0_4]] : index
// CHECK-NEXT:         scf.if %[[CMPI_2]] {
// CHECK-NEXT:           krnl.poll
// CHECK-NEXT:           %[[C4096_5:.*]] = arith.constant 4096 : index
// CHECK-NEXT:           memref.store %[[C4096_5]], %[[ALLOCA]][] : memref<index>
// CHECK-NEXT:         }
// CHECK-NEXT:       }
// CHECK-NEXT:     } else {
// CHECK-NEXT:       %[[MIN_2]] = affine.min #map()[%[[ARG1]]]
// CHECK-NEXT:       affine.for %[[ARG3]] = 0 to %[[ARG1]] step 64 {
// CHECK-NEXT:         affine.for %[[ARG4]] = #map1(%[[ARG3]]) to min #map2(%[[ARG3]])[%[[ARG1]]] {
// CHECK-NEXT:           affine.for %[[ARG5]] = 0 to %[[ARG1]] {
// CHECK-NEXT:             affine.store %[[ARG2]], %[[ARG0]][%[[ARG4]], %[[ARG5]]] : memref<?x?xf32>
// CHECK-NEXT:           }
// CHECK-NEXT:         }
// CHECK-NEXT:         %[[C64]] = arith.constant 64 : index
// CHECK-NEXT:         %[[ADDI_1]] = arith.addi %[[ARG3]], %[[C64]] : index
// CHECK-NEXT:         %[[C64_3]] = arith.constant 64 : index
// CHECK-NEXT:         %[[MULI_2]] = arith.muli %[[MULI]], %[[C64_3]] : index
// CHECK-NEXT:         %[[LOAD]] = memref.load %[[ALLOCA]][] : memref<index>
// CHECK-NEXT:         %[[C128]] = arith.constant 128 : index
// CHECK-NEXT:         %[[SUBI]] = arith.subi %[[LOAD]], %[[C128]] : index
// CHECK-NEXT:         %[[SUBI_1]] = arith.subi %[[SUBI]], %[[MULI_2]] : index
// CHECK-NEXT:         memref.store %[[SUBI_1]], %[[ALLOCA]][] : memref<index>
// CHECK-NEXT:         %[[C0_4]] = arith.constant 0 : index
// CHECK-NEXT:         %[[CMPI_2]] = arith.cmpi slt, %[[SUBI_1]], %[[C0_4]] : index
// CHECK-NEXT:         scf.if %[[CMPI_2]] {
// CHECK-NEXT:           krnl.poll
// CHECK-NEXT:           %[[C4096_5]] = arith.constant 4096 : index
// CHECK-NEXT:           memref.store %[[C4096_5]], %[[ALLOCA]][] : memref<index>
// CHECK-NEXT:         }
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @long(%m: memref<?x?xf32>, %n: index, %f: f32) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      affine.store %f, %m[%i, %j] : memref<?x?xf32>
    }
  }
  return
}

// A long loop of one level looks between strips.

// CHECK-LABEL: func.func @flat(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?xf32>, %[[ARG1:.*]]: index, %[[ARG2:.*]]: f32) {
// CHECK-NEXT:     %[[MIN:.*]] = affine.min #map()[%[[ARG1]]]
// CHECK-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[MAXSI:.*]] = arith.maxsi %[[MIN]], %[[C0]] : index
// CHECK-NEXT:     %[[C512:.*]] = arith.constant 512 : index
// CHECK-NEXT:     %[[MINSI:.*]] = arith.minsi %[[MAXSI]], %[[C512]] : index
// CHECK-NEXT:     %[[C3:.*]] = arith.constant 3 : index
// CHECK-NEXT:     %[[MULI:.*]] = arith.muli %[[MINSI]], %[[C3]] : index
// CHECK-NEXT:     %[[MIN_1:.*]] = affine.min #map()[%[[ARG1]]]
// CHECK-NEXT:     affine.for %[[ARG3:.*]] = 0 to %[[ARG1]] step 512 {
// CHECK-NEXT:       affine.for %[[ARG4:.*]] = #map1(%[[ARG3]]) to min #map3(%[[ARG3]])[%[[ARG1]]] {
// CHECK-NEXT:         affine.store %[[ARG2]], %[[ARG0]][%[[ARG4]]] : memref<?xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:       %[[C512_0:.*]] = arith.constant 512 : index
// CHECK-NEXT:       %[[ADDI:.*]] = arith.addi %[[ARG3]], %[[C512_0]] : index
// CHECK-NEXT:       %[[CMPI:.*]] = arith.cmpi slt, %[[ADDI]], %[[MIN_1]] : index
// CHECK-NEXT:       scf.if %[[CMPI]] {
// CHECK-NEXT:         krnl.poll
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @flat(%v: memref<?xf32>, %n: index, %f: f32) {
  affine.for %i = 0 to %n {
    affine.store %f, %v[%i] : memref<?xf32>
  }
  return
}

// A loop that is known to be short stays as it is.

// CHECK-LABEL: func.func @short(
// CHECK-SAME:    %[[ARG0:.*]]: memref<8x16xf32>, %[[ARG1:.*]]: f32) {
// CHECK-NEXT:     affine.for %[[ARG2:.*]] = 0 to 8 {
// CHECK-NEXT:       affine.for %[[ARG3:.*]] = 0 to 16 {
// CHECK-NEXT:         affine.store %[[ARG1]], %[[ARG0]][%[[ARG2]], %[[ARG3]]] : memref<8x16xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @short(%m: memref<8x16xf32>, %f: f32) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 16 {
      affine.store %f, %m[%i, %j] : memref<8x16xf32>
    }
  }
  return
}

// A loop without a count looks in its body; a parallel one is left alone.

// CHECK-LABEL: func.func @while(
// CHECK-SAME:    %[[ARG0:.*]]: i1, %[[ARG1:.*]]: index) {
// CHECK-NEXT:     %[[ALLOCA:.*]] = memref.alloca() : memref<index>
// CHECK-NEXT:     %[[C4096:.*]] = arith.constant 4096 : index
// CHECK-NEXT:     memref.store %[[C4096]], %[[ALLOCA]][] : memref<index>
// CHECK-NEXT:     scf.while (%[[ARG2:.*]] = %[[ARG0]]) : (i1) -> () {
// CHECK-NEXT:       scf.condition(%[[ARG2]])
// CHECK-NEXT:     } do {
// CHECK-NEXT:       %[[LOAD:.*]] = memref.load %[[ALLOCA]][] : memref<index>
// CHECK-NEXT:       %[[C3:.*]] = arith.constant 3 : index
// CHECK-NEXT:       %[[SUBI:.*]] = arith.subi %[[LOAD]], %[[C3]] : index
// CHECK-NEXT:       memref.store %[[SUBI]], %[[ALLOCA]][] : memref<index>
// CHECK-NEXT:       %[[C0_1:.*]] = arith.constant 0 : index
// CHECK-NEXT:       %[[CMPI:.*]] = arith.cmpi slt, %[[SUBI]], %[[C0_1]] : index
// CHECK-NEXT:       scf.if %[[CMPI]] {
// CHECK-NEXT:         krnl.poll
// CHECK-NEXT:         %[[C4096_2:.*]] = arith.constant 4096 : index
// CHECK-NEXT:         memref.store %[[C4096_2]], %[[ALLOCA]][] : memref<index>
// CHECK-NEXT:       }
// CHECK-NEXT:       scf.yield %[[ARG0]] : i1
// CHECK-NEXT:     }
// CHECK-NEXT:     affine.parallel (%[[ARG2]]) = (0) to (%[[ARG1]]) {
// CHECK-NEXT:       %[[C1:.*]] = arith.constant 1 : index
// CHECK-NEXT:       %[[LOAD]] = affine.apply #map4(%[[ARG2]])
// CHECK-NEXT:       %[[SUBI]] = arith.cmpi slt, %[[LOAD]], %[[C1]] : index
// CHECK-NEXT:       scf.if %[[SUBI]] {
// CHECK-NEXT:       krnl.poll
// CHECK-NEXT:       }
// CHECK-NEXT:       %[[ALLOCA_1:.*]] = memref.alloca() : memref<index>
// CHECK-NEXT:       %[[C4096_2]] = arith.constant 4096 : index
// CHECK-NEXT:       memref.store %[[C4096_2]], %[[ALLOCA_1]][] : memref<index>
// CHECK-NEXT:       func.call @while(%[[ARG0]], %[[ARG2]]) : (i1, index) -> ()
// CHECK-NEXT:     %[[CMPI]] = memref.load %[[ALLOCA_1]][] : memref<index>
// CHECK-NEXT:     %[[C2048:.*]] = arith.constant 2048 : index
// CHECK-NEXT:     %[[SUBI_1:.*]] = arith.subi %[[CMPI]], %[[C2048]] : index
// CHECK-NEXT:     memref.store %[[SUBI_1]], %[[ALLOCA_1]][] : memref<index>
// CHECK-NEXT:     %[[C0_3:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[CMPI_1:.*]] = arith.cmpi slt, %[[SUBI_1]], %[[C0_3]] : index
// CHECK-NEXT:     scf.if %[[CMPI_1]] {
// CHECK-NEXT:     krnl.poll
// CHECK-NEXT:     %[[C4096_4:.*]] = arith.constant 4096 : index
// CHECK-NEXT:     memref.store %[[C4096_4]], %[[ALLOCA_1]][] : memref<index>
// CHECK-NEXT:     }
// CHECK-NEXT:     }
// CHECK-NEXT:     %[[LOAD_1:.*]] = memref.load %[[ALLOCA]][] : memref<index>
// CHECK-NEXT:     %[[C4096_0:.*]] = arith.constant 4096 : index
// CHECK-NEXT:     %[[SUBI_1:.*]] = arith.subi %[[LOAD_1]], %[[C4096_0]] : index
// CHECK-NEXT:     memref.store %[[SUBI_1]], %[[ALLOCA]][] : memref<index>
// CHECK-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:     %[[CMPI_1:.*]] = arith.cmpi slt, %[[SUBI_1]], %[[C0]] : index
// CHECK-NEXT:     scf.if %[[CMPI_1]] {
// CHECK-NEXT:       krnl.poll
// CHECK-NEXT:       %[[C4096_1:.*]] = arith.constant 4096 : index
// CHECK-NEXT:       memref.store %[[C4096_1]], %[[ALLOCA]][] : memref<index>
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @while(%go: i1, %n: index) {
  scf.while (%more = %go) : (i1) -> () {
    scf.condition(%more)
  } do {
    scf.yield %go : i1
  }
  affine.parallel (%i) = (0) to (%n) {
    func.call @while(%go, %i) : (i1, index) -> ()
  }
  return
}

// Sums are handed on from strip to strip; the work of rows that begin later is known in them only.

// CHECK-LABEL: func.func @sum(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?x?xf32>, %[[ARG1:.*]]: index, %[[ARG2:.*]]: f32) -> f32 {
// CHECK-NEXT:     %[[ALLOCA:.*]] = memref.alloca() : memref<index>
// CHECK-NEXT:     %[[C4096:.*]] = arith.constant 4096 : index
// CHECK-NEXT:     memref.store %[[C4096]], %[[ALLOCA]][] : memref<index>
// CHECK-NEXT:     %[[FOR:.*]] = affine.for %[[ARG3:.*]] = 0 to %[[ARG1]] iter_args(%[[ARG4:.*]] = %[[ARG2]]) -> (f32) {
// CHECK-NEXT:       %[[MIN:.*]] = affine.min #map5(%[[ARG3]])[%[[ARG1]]]
// CHECK-NEXT:       %[[MIN_1:.*]] = affine.min #map5(%[[ARG3]])[%[[ARG1]]]
// CHECK-NEXT:       %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:       %[[MAXSI:.*]] = arith.maxsi %[[MIN_1]], %[[C0]] : index
// CHECK-NEXT:       %[[C512:.*]] = arith.constant 512 : index
// CHECK-NEXT:       %[[MINSI:.*]] = arith.minsi %[[MAXSI]], %[[C512]] : index
// CHECK-NEXT:       %[[C4:.*]] = arith.constant 4 : index
// CHECK-NEXT:       %[[MULI:.*]] = arith.muli %[[MINSI]], %[[C4]] : index
// CHECK-NEXT:       %[[MIN_2:.*]] = affine.min #map()[%[[ARG1]]]
// CHECK-NEXT:       %[[FOR_1:.*]] = affine.for %[[ARG5:.*]] = #map1(%[[ARG3]]) to %[[ARG1]] step 512 iter_args(%[[ARG6:.*]] = %[[ARG4]]) -> (f32) {
// CHECK-NEXT:         %[[FOR_2:.*]] = affine.for %[[ARG7:.*]] = #map1(%[[ARG5]]) to min #map3(%[[ARG5]])[%[[ARG1]]] iter_args(%[[ARG8:.*]] = %[[ARG6]]) -> (f32) {
// CHECK-NEXT:           %[[LOAD:.*]] = affine.load %[[ARG0]][%[[ARG3]], %[[ARG7]]] : memref<?x?xf32>
// CHECK-NEXT:           %[[ADDF:.*]] = arith.addf %[[ARG8]], %[[LOAD]] : f32
// CHECK-NEXT:           affine.yield %[[ADDF]] : f32
// CHECK-NEXT:         }
// CHECK-NEXT:         %[[C512_1:.*]] = arith.constant 512 : index
// CHECK-NEXT:         %[[ADDI:.*]] = arith.addi %[[ARG5]], %[[C512_1]] : index
// CHECK-NEXT:         %[[CMPI:.*]] = arith.cmpi slt, %[[ADDI]], %[[MIN_2]] : index
// CHECK-NEXT:         scf.if %[[CMPI]] {
// CHECK-NEXT:           krnl.poll
// CHECK-NEXT:         }
// CHECK-NEXT:         affine.yield %[[FOR_2]] : f32
// CHECK-NEXT:       }
// CHECK-NEXT:       %[[LOAD_1:.*]] = memref.load %[[ALLOCA]][] : memref<index>
// CHECK-NEXT:       %[[C3:.*]] = arith.constant 3 : index
// CHECK-NEXT:       %[[SUBI:.*]] = arith.subi %[[LOAD_1]], %[[C3]] : index
// CHECK-NEXT:       %[[SUBI_1:.*]] = arith.subi %[[SUBI]], %[[MULI]] : index
// CHECK-NEXT:       memref.store %[[SUBI_1]], %[[ALLOCA]][] : memref<index>
// CHECK-NEXT:       %[[C0_0:.*]] = arith.constant 0 : index
// CHECK-NEXT:       %[[CMPI_1:.*]] = arith.cmpi slt, %[[SUBI_1]], %[[C0_0]] : index
// CHECK-NEXT:       scf.if %[[CMPI_1]] {
// CHECK-NEXT:         krnl.poll
// CHECK-NEXT:         %[[C4096_1:.*]] = arith.constant 4096 : index
// CHECK-NEXT:         memref.store %[[C4096_1]], %[[ALLOCA]][] : memref<index>
// CHECK-NEXT:       }
// CHECK-NEXT:       affine.yield %[[FOR_1]] : f32
// CHECK-NEXT:     }
// CHECK-NEXT:     return %[[FOR]] : f32
// CHECK-NEXT:   }
func.func @sum(%m: memref<?x?xf32>, %n: index, %f: f32) -> f32 {
  %s = affine.for %i = 0 to %n iter_args(%a = %f) -> f32 {
    %t = affine.for %j = affine_map<(d0) -> (d0)>(%i) to %n iter_args(%b = %a) -> f32 {
      %x = affine.load %m[%i, %j] : memref<?x?xf32>
      %y = arith.addf %b, %x : f32
      affine.yield %y : f32
    }
    affine.yield %t : f32
  }
  return %s : f32
}

// Loops of scf alike.

// CHECK-LABEL: func.func @scf(
// CHECK-SAME:    %[[ARG0:.*]]: memref<?xf32>, %[[ARG1:.*]]: index, %[[ARG2:.*]]: index, %[[ARG3:.*]]: index, %[[ARG4:.*]]: f32) {
// CHECK-NEXT:     %[[ALLOCA:.*]] = memref.alloca() : memref<index>
// CHECK-NEXT:     %[[C4096:.*]] = arith.constant 4096 : index
// CHECK-NEXT:     memref.store %[[C4096]], %[[ALLOCA]][] : memref<index>
// CHECK-NEXT:     %[[C256:.*]] = arith.constant 256 : index
// CHECK-NEXT:     %[[MULI:.*]] = arith.muli %[[ARG3]], %[[C256]] : index
// CHECK-NEXT:     scf.for %[[ARG5:.*]] = %[[ARG1]] to %[[ARG2]] step %[[MULI]] {
// CHECK-NEXT:       %[[ADDI:.*]] = arith.addi %[[ARG5]], %[[MULI]] : index
// CHECK-NEXT:       %[[MINSI:.*]] = arith.minsi %[[ADDI]], %[[ARG2]] : index
// CHECK-NEXT:       scf.for %[[ARG6:.*]] = %[[ARG5]] to %[[MINSI]] step %[[ARG3]] {
// CHECK-NEXT:         memref.store %[[ARG4]], %[[ARG0]][%[[ARG6]]] : memref<?xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:       %[[LOAD:.*]] = memref.load %[[ALLOCA]][] : memref<index>
// CHECK-NEXT:       %[[C1536:.*]] = arith.constant 1536 : index
// CHECK-NEXT:       %[[SUBI:.*]] = arith.subi %[[LOAD]], %[[C1536]] : index
// CHECK-NEXT:       memref.store %[[SUBI]], %[[ALLOCA]][] : memref<index>
// CHECK-NEXT:       %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT:       %[[CMPI:.*]] = arith.cmpi slt, %[[SUBI]], %[[C0]] : index
// CHECK-NEXT:       scf.if %[[CMPI]] {
// CHECK-NEXT:         krnl.poll
// CHECK-NEXT:         %[[C4096_0:.*]] = arith.constant 4096 : index
// CHECK-NEXT:         memref.store %[[C4096_0]], %[[ALLOCA]][] : memref<index>
// CHECK-NEXT:       }
// CHECK-NEXT:       %[[CMPI_1:.*]] = arith.cmpi slt, %[[ADDI]], %[[ARG2]] : index
// CHECK-NEXT:       scf.if %[[CMPI_1]] {
// CHECK-NEXT:         krnl.poll
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     return
// CHECK-NEXT:   }
func.func @scf(%m: memref<?xf32>, %l: index, %n: index, %c: index, %f: f32) {
  scf.for %i = %l to %n step %c {
    memref.store %f, %m[%i] : memref<?xf32>
  }
  return
}

// A declaration may say what a call of it counts for; a function that asks for its number gets it.

// CHECK: func.func private @kept(memref<?xf32>) attributes {krnl.work = 700 : i64}
// CHECK: func.func private @asks({{.*}}) attributes {krnl.work = 301 : i64}
// CHECK-LABEL: func.func @calls(
// CHECK:         call @kept
// CHECK-NEXT:    call @kept
// CHECK-NEXT:    memref.load
// CHECK-NEXT:    arith.constant 1400
// CHECK:         call @kept
// CHECK-NEXT:    return

func.func private @kept(%m: memref<?xf32>) attributes {krnl.work = 700 : i64}
func.func private @asks(%m: memref<?xf32>, %f: f32) attributes {krnl.work = 0 : i64} {
  affine.for %i = 0 to 100 {
    affine.store %f, %m[%i] : memref<?xf32>
  }
  return
}
func.func @calls(%m: memref<?xf32>) {
  call @kept(%m) : (memref<?xf32>) -> ()
  call @kept(%m) : (memref<?xf32>) -> ()
  call @kept(%m) : (memref<?xf32>) -> ()
  return
}

// The numbers among several bounds say how long a loop is at most.

// CHECK-LABEL: func.func @limited(
// CHECK-NOT:     krnl.poll
// CHECK:         return
func.func @limited(%m: memref<?xf32>, %l: index, %n: index, %f: f32) {
  affine.for %i = max affine_map<(d0) -> (d0, 4)>(%l) to min affine_map<(d0) -> (d0, 40)>(%n) {
    affine.store %f, %m[%i] : memref<?xf32>
  }
  return
}

// A number on one side only says nothing.

// CHECK-LABEL: func.func @unlimited(
// CHECK:         krnl.poll
func.func @unlimited(%m: memref<?xf32>, %l: index, %f: f32) {
  affine.for %i = affine_map<(d0) -> (d0)>(%l) to 40 {
    affine.store %f, %m[%i] : memref<?xf32>
  }
  return
}
