"""Cases of omp: each gives the same with any number of threads."""

from . import Case

VARIABLE = """%one = llvm.mlir.constant(1 : i32) : i32
          %ten = llvm.mlir.constant(10 : i32) : i32
          %zero = llvm.mlir.constant(0 : i32) : i32
          %p = llvm.alloca %one x i32 : (i32) -> !llvm.ptr
          llvm.store %zero, %p : i32, !llvm.ptr"""
SUM = """omp.declare_reduction @sum : i32 init {
        ^bb0(%a: i32):
          %0 = llvm.mlir.constant(0 : i32) : i32
          omp.yield(%0 : i32)
        } combiner {
        ^bb0(%a: i32, %b: i32):
          %0 = llvm.add %a, %b : i32
          omp.yield(%0 : i32)
        }"""
COUNT = """omp.atomic.update %p : !llvm.ptr {
            ^bb0(%old: i32):
              %new = llvm.add %old, %i : i32
              omp.yield(%new : i32)
            }"""


def _loop(name: str, clauses: str, expected: int) -> Case:
    """A sum of 0 to 9 by an atomic update in a loop with clauses."""
    return Case(
        name,
        f"""func.func @main() -> i32 {{
          {VARIABLE}
          omp.parallel {{
            omp.wsloop {clauses} {{
              omp.loop_nest (%i) : i32 = (%zero) to (%ten) step (%one) {{
                {COUNT}
                omp.yield
              }}
            }}
            omp.terminator
          }}
          %r = llvm.load %p : !llvm.ptr -> i32
          return %r : i32
        }}""",
        [],
        [expected],
        compiled=False,
    )


CASES = [
    _loop("static", "", 45),
    _loop("chunks", "schedule(static = %one : i32)", 45),
    _loop("dynamic, no wait", "nowait schedule(dynamic)", 45),
    Case(
        "a barrier lies between what threads write and read",
        """func.func @main(%m: memref<12xi32>) -> i32 {
          %c0 = arith.constant 0 : index
          %c1 = arith.constant 1 : index
          %c11 = arith.constant 11 : index
          %n = llvm.mlir.constant(3 : i32) : i32
          %f = arith.constant false
          %last = memref.alloc() : memref<12xi32>
          omp.parallel num_threads(%n : i32) {
            omp.wsloop nowait {
              omp.loop_nest (%i) : index = (%c0) to (%c11) inclusive step (%c1) {
                %v = arith.index_cast %i : index to i32
                memref.store %v, %m[%i] : memref<12xi32>
                omp.yield
              }
            }
            omp.barrier
            omp.wsloop {
              omp.loop_nest (%i) : index = (%c0) to (%c11) inclusive step (%c1) {
                %j = arith.subi %c11, %i : index
                %v = memref.load %m[%j] : memref<12xi32>
                memref.store %v, %last[%i] : memref<12xi32>
                omp.yield
              }
            }
            omp.terminator
          }
          omp.parallel if(%f) {
            omp.flush
            omp.terminator
          }
          %r = memref.load %last[%c1] : memref<12xi32>
          return %r : i32
        }""",
        [[0] * 12],
        [10],
        compiled=False,
    ),
    Case(
        "reductions of a loop and of a region",
        f"""{SUM}
        func.func @main() -> (i32, i32) {{
          {VARIABLE}
          %q = llvm.alloca %one x i32 : (i32) -> !llvm.ptr
          %three = llvm.mlir.constant(3 : i32) : i32
          llvm.store %ten, %q : i32, !llvm.ptr
          omp.parallel num_threads(%three : i32) reduction(@sum %q -> %own : !llvm.ptr) {{
            llvm.store %one, %own : i32, !llvm.ptr
            omp.wsloop reduction(@sum %p -> %part : !llvm.ptr) {{
              omp.loop_nest (%i, %j) : i32 = (%zero, %zero) to (%ten, %three) step (%one, %one)
                  collapse(2) {{
                %old = llvm.load %part : !llvm.ptr -> i32
                %new = llvm.add %old, %i : i32
                llvm.store %new, %part : i32, !llvm.ptr
                omp.yield
              }}
            }}
            omp.terminator
          }}
          %r = llvm.load %p : !llvm.ptr -> i32
          %s = llvm.load %q : !llvm.ptr -> i32
          return %r, %s : i32, i32
        }}""",
        [],
        [135, 13],
        compiled=False,
    ),
    Case(
        "one thread, each section, tasks and private copies",
        f"""omp.private {{type = firstprivate}} @copy : i32 copy {{
        ^bb0(%from: !llvm.ptr, %to: !llvm.ptr):
          %v = llvm.load %from : !llvm.ptr -> i32
          llvm.store %v, %to : i32, !llvm.ptr
          omp.yield(%to : !llvm.ptr)
        }}
        omp.private {{type = private}} @fresh : i32
        func.func @main() -> (i32, i32) {{
          {VARIABLE}
          %i = llvm.mlir.constant(1 : i32) : i32
          %q = llvm.alloca %one x i32 : (i32) -> !llvm.ptr
          %w = llvm.alloca %one x i32 : (i32) -> !llvm.ptr
          llvm.store %ten, %q : i32, !llvm.ptr
          omp.parallel private(@copy %q -> %c, @fresh %q -> %d : !llvm.ptr, !llvm.ptr) {{
            llvm.store %one, %d : i32, !llvm.ptr
            %t = omp.threadprivate %w : !llvm.ptr -> !llvm.ptr
            llvm.store %one, %t : i32, !llvm.ptr
            %v = llvm.load %c : !llvm.ptr -> i32
            llvm.store %zero, %c : i32, !llvm.ptr
            omp.single {{
              omp.atomic.write %p = %v : !llvm.ptr, i32
              omp.terminator
            }}
            omp.master {{
              {COUNT}
              omp.terminator
            }}
            omp.masked filter(%zero : i32) {{
              {COUNT}
              omp.terminator
            }}
            omp.barrier
            omp.sections {{
              omp.section {{
                {COUNT}
                omp.terminator
              }}
              omp.section {{
                omp.critical {{
                  {COUNT}
                  omp.terminator
                }}
                omp.terminator
              }}
              omp.terminator
            }}
            omp.single nowait {{
              omp.taskgroup {{
                omp.task {{
                  {COUNT}
                  omp.terminator
                }}
                omp.taskyield
                omp.terminator
              }}
              omp.taskwait
              omp.terminator
            }}
            omp.terminator
          }}
          omp.teams {{
            omp.parallel {{
              omp.distribute {{
                omp.wsloop {{
                  omp.simd {{
                    omp.loop_nest (%k) : i32 = (%zero) to (%ten) step (%one) {{
                      {COUNT}
                      omp.yield
                    }}
                  }} {{omp.composite}}
                }} {{omp.composite}}
              }} {{omp.composite}}
              omp.terminator
            }} {{omp.composite}}
            omp.terminator
          }}
          %x = llvm.load %q : !llvm.ptr -> i32
          omp.atomic.capture {{
            omp.atomic.read %w = %p : !llvm.ptr, !llvm.ptr, i32
            omp.atomic.write %p = %zero : !llvm.ptr, i32
          }}
          %r = llvm.load %w : !llvm.ptr -> i32
          return %r, %x : i32, i32
        }}""",
        [],
        [25, 10],
        compiled=False,
    ),
]
