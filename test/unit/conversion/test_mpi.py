"""Programs of the mpi dialect on the ranks of Open MPI: what is sent arrives, whole, in order."""

import ctypes.util
import os
import shutil
import subprocess
import sys
import textwrap

import pytest

PROGRAM = """
module attributes {dlti.map = #dlti.map<"MPI:Implementation" = "OpenMPI">} {
  func.func @ring(%x: memref<3x4xf32>, %y: memref<3x4xf32>, %sum: memref<3x4xf32>,
                  %n: memref<3xi32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %one = arith.constant 1 : i32
    %two = arith.constant 2 : i32
    %tag = arith.constant 7 : i32
    %e = mpi.init : !mpi.retval
    %ok = mpi.retval_check %e = <MPI_SUCCESS> : i1
    cf.assert %ok, "no MPI"
    %world = mpi.comm_world : !mpi.comm
    %rank = mpi.comm_rank(%world) : i32
    %size = mpi.comm_size(%world) : i32
    memref.store %rank, %n[%c0] : memref<3xi32>
    memref.store %size, %n[%c1] : memref<3xi32>
    %0 = arith.addi %rank, %one : i32
    %next = arith.remsi %0, %size : i32
    %1 = arith.addi %rank, %size : i32
    %2 = arith.subi %1, %one : i32
    %last = arith.remsi %2, %size : i32
    %r = mpi.isend(%x, %tag, %next, %world) : memref<3x4xf32>, i32, i32 -> !mpi.request
    mpi.recv(%y, %tag, %last, %world) : memref<3x4xf32>, i32, i32
    mpi.wait(%r) : !mpi.request
    memref.copy %x, %sum : memref<3x4xf32> to memref<3x4xf32>
    mpi.allreduce(%sum, %sum, MPI_SUM, %world) : memref<3x4xf32>, memref<3x4xf32>
    %color = arith.remsi %rank, %two : i32
    %half = mpi.comm_split(%world, %color, %rank) : !mpi.comm
    %h = mpi.comm_size(%half) : i32
    memref.store %h, %n[%c2] : memref<3xi32>
    mpi.barrier(%half)
    mpi.finalize
    return
  }
}
"""

RANK = """
    import ctypes, os, sys
    import numpy as np
    import mlirlite

    ctypes.CDLL(sys.argv[2], ctypes.RTLD_GLOBAL)
    with open(sys.argv[1]) as file:
        ring = mlirlite.CompiledFunction(mlirlite.parse(file.read()), mlirlite.Context(), "ring")
    me = int(os.environ["OMPI_COMM_WORLD_RANK"])
    base = np.arange(12, dtype=np.float32).reshape(3, 4)
    x, y, total, n = base + me, np.zeros_like(base), np.zeros_like(base), np.zeros(3, np.int32)
    ring(x, y, total, n)
    assert n.tolist() == [me, 3, 2 if me % 2 == 0 else 1], n
    assert (y == base + (me - 1) % 3).all(), y
    assert (total == 3 * base + 3).all(), total
    with open(f"rank{me}", "w") as file:
        file.write("right")
"""


@pytest.mark.bulk
def test_three_ranks(tmp_path):
    library = ctypes.util.find_library("mpi")
    if shutil.which("mpirun") is None or library is None:
        pytest.skip("mpirun or its library is missing (Debian: openmpi-bin)")
    (tmp_path / "ring.mlir").write_text(PROGRAM)
    (tmp_path / "rank.py").write_text(textwrap.dedent(RANK))
    if ranks(tmp_path, "true").returncode:
        pytest.skip("mpirun cannot start three processes on this machine")
    done = ranks(tmp_path, sys.executable, "rank.py", "ring.mlir", library)
    assert done.returncode == 0, done.stdout + done.stderr
    assert sorted(f.name for f in tmp_path.glob("rank?")) == ["rank0", "rank1", "rank2"]


def ranks(folder, *command):
    """Three processes of a command."""
    allowed = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
    return subprocess.run(
        ["mpirun", "--oversubscribe", "-n", "3", *command],
        cwd=folder,
        env={**os.environ, **allowed},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
