"""Sharded programs on the ranks of Open MPI compute what one device computes."""

import ctypes.util
import os
import shutil
import subprocess
import sys
import textwrap

import pytest

from mlirlite.driver import opt

OPEN_MPI = '#dlti.map<"MPI:Implementation" = "OpenMPI">'
MATMUL = f"""
module attributes {{dlti.map = {OPEN_MPI}}} {{
  shard.grid @grid(shape = GRID) {{sym_visibility = "private"}}
  func.func @main(%a: tensor<8x16xf32>, %b: tensor<16x4xf32>) -> tensor<8x4xf32> {{
    %s = shard.sharding @grid split_axes = AXES : !shard.sharding
    %x = shard.shard %a to %s annotate_for_users : tensor<8x16xf32>
    %zero = arith.constant 0.0 : f32
    %empty = tensor.empty() : tensor<8x4xf32>
    %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<8x4xf32>) -> tensor<8x4xf32>
    %y = linalg.matmul ins(%x, %b : tensor<8x16xf32>, tensor<16x4xf32>)
                       outs(%init : tensor<8x4xf32>) -> tensor<8x4xf32>
    return %y : tensor<8x4xf32>
  }}
}}
"""
HALO = f"""
module attributes {{dlti.map = {OPEN_MPI}}} {{
  shard.grid @grid(shape = 2x2) {{sym_visibility = "private"}}
  func.func @main(%x: memref<5x6xf32>) {{
    %0 = shard.update_halo %x on @grid split_axes = [[0], [1]] halo_sizes = [1, 2, 2, 1]
      : memref<5x6xf32>
    return
  }}
}}
"""
RANK = f"""
    import ctypes, os, sys
    import numpy as np
    import mlirlite

    CHECK

    library = '''
    module attributes {{dlti.map = {OPEN_MPI}}} {{
      func.func @init() {{
        %e = mpi.init : !mpi.retval
        return
      }}
      func.func @finalize() {{
        mpi.finalize
        return
      }}
    }}
    '''

    def compiled(text, name):
        return mlirlite.CompiledFunction(mlirlite.parse(text), mlirlite.Context(), name)

    ctypes.CDLL(sys.argv[1], ctypes.RTLD_GLOBAL)
    with open("program.mlir") as file:
        main = compiled(file.read(), "main")
    compiled(library, "init")()
    me = int(os.environ["OMPI_COMM_WORLD_RANK"])
    row, column = divmod(me, 2)
    check(main, me, row, column)
    compiled(library, "finalize")()
    with open(f"rank{{me}}", "w") as file:
        file.write("right")
"""
FACTORS = """
    def check(main, me, row, column):
        rng = np.random.default_rng(0)
        a, b = (rng.standard_normal(s).astype(np.float32) for s in ((8, 16), (16, 4)))
        (found,) = main(*map(np.ascontiguousarray, PARTS))
        np.testing.assert_allclose(found, (a @ b)[ROWS], rtol=1e-5, atol=1e-5)
"""
EDGES = """
    def check(main, me, row, column):
        whole = np.arange(24, dtype=np.float32).reshape(4, 6)
        around = np.full((7, 9), -1, np.float32)
        around[1:5, 2:8] = whole
        x = np.full((5, 6), -1, np.float32)
        x[1:3, 2:5] = whole[2 * row : 2 * row + 2, 3 * column : 3 * column + 3]
        main(x)
        np.testing.assert_array_equal(x, around[2 * row : 2 * row + 5, 3 * column : 3 * column + 6])
"""
LAYOUTS = {
    "sums": (2, "2", "[[], [0]]", "(a[:, 8 * me : 8 * me + 8], b[8 * me : 8 * me + 8])", ":"),
    "rows": (2, "2", "[[0]]", "(a[4 * me : 4 * me + 4], b)", "4 * me : 4 * me + 4"),
    "both": (
        *(4, "2x2", "[[0], [1]]"),
        "(a[4 * row : 4 * row + 4, 8 * column : 8 * column + 8], b[8 * column : 8 * column + 8])",
        "4 * row : 4 * row + 4",
    ),
}
"""Ranks, grid, how the first factor is divided, each rank's parts, and its part of the result."""


@pytest.mark.bulk
@pytest.mark.parametrize("layout", LAYOUTS)
def test_matmul(tmp_path, layout):
    mlir_opt = shutil.which("mlir-opt-22")
    if mlir_opt is None:
        pytest.skip("mlir-opt 22 is missing, which makes buffers and loops of linalg's tensors")
    ranks, grid, axes, parts, rows = LAYOUTS[layout]
    program = passed(
        MATMUL.replace("GRID", grid).replace("AXES", axes),
        "func.func(sharding-propagation,shard-partition),convert-shard-to-mpi,canonicalize,"
        "symbol-dce",
        tmp_path,
    )
    buffers = (
        "builtin.module(one-shot-bufferize{bufferize-function-boundaries "
        "function-boundary-type-conversion=identity-layout-map},convert-linalg-to-loops)"
    )
    command = [mlir_opt, f"--pass-pipeline={buffers}"]
    done = subprocess.run(command, input=program, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (tmp_path / "program.mlir").write_text(done.stdout)
    run_on_ranks(tmp_path, ranks, FACTORS.replace("PARTS", parts).replace("ROWS", rows))


@pytest.mark.bulk
def test_halos_of_two_dimensions(tmp_path):
    program = passed(HALO, "convert-shard-to-mpi,canonicalize,symbol-dce", tmp_path)
    (tmp_path / "program.mlir").write_text(program)
    run_on_ranks(tmp_path, 4, EDGES)


def passed(text, pipeline, folder):
    """What a pipeline of ours makes of a module."""
    before, after = folder / "before.mlir", folder / "after.mlir"
    before.write_text(text)
    flag = f"--pass-pipeline=builtin.module({pipeline})"
    assert opt.main([str(before), flag, "-o", str(after)]) == 0
    return after.read_text()


def run_on_ranks(folder, count, check):
    """Run the check on each rank, with its part of the data."""
    library = ctypes.util.find_library("mpi")
    if shutil.which("mpirun") is None or library is None:
        pytest.skip("mpirun or its library is missing (Debian: openmpi-bin)")
    source = textwrap.dedent(RANK).replace("CHECK", textwrap.dedent(check))
    (folder / "rank.py").write_text(source)
    if mpirun(folder, count, "true").returncode:
        pytest.skip(f"mpirun cannot start {count} processes on this machine")
    done = mpirun(folder, count, sys.executable, "rank.py", library)
    assert done.returncode == 0, done.stdout + done.stderr
    assert sorted(f.name for f in folder.glob("rank?")) == [f"rank{i}" for i in range(count)]


def mpirun(folder, count, *command):
    """Processes of a command."""
    allowed = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
    return subprocess.run(
        ["mpirun", "--oversubscribe", "-n", str(count), *command],
        cwd=folder,
        env={**os.environ, **allowed},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
