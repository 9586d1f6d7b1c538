"""mlirlite-compile --shard: a library for each rank, which `MlirliteRanks.h` runs."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from mlirlite.support.diagnostics import DiagnosticError


@dataclass(frozen=True, slots=True)
class Part:
    """What one rank computes: a module of the onnx dialect, its context, the table for
    `MlirliteRanks.h`, and the file that it becomes."""

    module: Any
    context: Any
    table: tuple[int, ...]
    output: str


def rank_output(output: str, rank: int) -> str:
    """`model-0.so` for `model.so`."""
    stem, suffix = os.path.splitext(output)
    return f"{stem}-{rank}{suffix}"


def check_ranks(arguments: Any, emit: str) -> None:
    """DiagnosticError for options that do not go with ranks."""
    if emit != "so":
        raise DiagnosticError(
            "--shard makes a shared library for each rank: "
            f"expected -o file.so, found --emit={emit}"
        )
    if arguments.static:
        raise DiagnosticError("ranks exchange values of their own: leave out --static-arena")
    if arguments.load_schedule is not None or arguments.html is not None:
        raise DiagnosticError("--load-schedule and --html are for one module, and --shard has many")


def outputs_of(arguments: Any, output: str) -> list[str]:
    """The libraries of all ranks."""
    from mlirlite.dialects.onnx.sharding.mesh import Mesh

    return [rank_output(output, rank) for rank in range(Mesh.parse(arguments.shard).size)]


def parts(module: Any, context: Any, arguments: Any, output: str, note: str) -> Iterator[Part]:
    """What each rank computes, one after the other."""
    from mlirlite.dialects.onnx.sharding.mesh import Mesh
    from mlirlite.dialects.onnx.sharding.partition import partitioned
    from mlirlite.mpi.libraries import key_of, library_module
    from mlirlite.mpi.plan import place
    from mlirlite.mpi.segments import cut
    from mlirlite.runtime.entry import entry_function
    from mlirlite.runtime.sources import sources_of

    mesh = place(module, context, arguments.shard, arguments.network, arguments.model)
    if mesh.size != Mesh.parse(arguments.shard).size:
        raise DiagnosticError(
            f"'{arguments.model}' has placements for {mesh.size} ranks, found --shard="
            f"{arguments.shard}"
        )
    sources = sources_of(arguments.model)
    key = key_of(sources.digest if sources is not None else "", note)
    block = entry_function(module).regions[0].entry
    for rank in range(mesh.size):
        program = cut(partitioned(block, mesh, rank))
        made, table = library_module(program, rank, mesh.size, key)
        yield Part(made, context, tuple(table), rank_output(output, rank))
