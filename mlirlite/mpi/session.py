"""Session: a model on the ranks of a communicator, called with arrays as an InferenceSession."""

from __future__ import annotations

import ctypes
import gc
import os
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mpi4py import MPI

from mlirlite.dialects.onnx.constants import array_from
from mlirlite.dialects.onnx.sharding.mesh import Mesh
from mlirlite.dialects.onnx.sharding.partition import partitioned
from mlirlite.ir.context import Context
from mlirlite.mpi.plan import place
from mlirlite.mpi.ranks import Ranks, reason
from mlirlite.mpi.segments import Exchange, Level, Program, Segment, cut, last_uses
from mlirlite.runtime.compiler import load_module
from mlirlite.runtime.entry import entry_function
from mlirlite.runtime.session import InferenceSession
from mlirlite.runtime.signature import NodeArg, check_feeds, signature_of, wanted_outputs
from mlirlite.runtime.sources import sources_of
from mlirlite.runtime.values import Given
from mlirlite.support.diagnostics import DiagnosticError


@dataclass
class Figures:
    """What a rank has done since the session was made: runs, their seconds, the processor's seconds
    in segments, the seconds that it waited for exchanges, and the least number of bytes that it had
    to send in them."""

    runs: int = 0
    seconds: float = 0.0
    computing: float = 0.0
    waiting: float = 0.0
    bytes: float = 0.0


class Session:
    """A model on the ranks of a communicator (None: all that mpirun has started).

        session = Session("model.onnx", shard="tensor=4")
        [y] = session.run(None, {"x": x})

    Every rank makes the session with the same arguments, and calls `run` with the same feeds; each
    gets the whole outputs. A rank compiles its part of the model, and reads its part of the
    weights. `shard` says along which axes ranks share the model (`--shard-onnx`), `network` what
    exchanges cost; without `shard` the model has placements, as ONNX states them, or as a `.mlir`
    file that `--shard-onnx` has written. `threads` are those of each rank. `timeout` is how many
    seconds a rank waits for the others. With `gather_weights` a rank keeps only a part of the
    weights that all ranks use, as along `data`, and each is gathered before it is used: less memory
    for more exchanges.

    DiagnosticError on every rank when the model is wrong, ranks have different files, or their
    number is not that of `shard`; RankFailure, which is one, when a rank has failed or died."""

    def __init__(
        self,
        model: Any,
        comm: Any = None,
        shard: str = "",
        *,
        network: str = "",
        threads: int = 1,
        timeout: float = 60.0,
        gather_weights: bool = False,
    ) -> None:
        if not isinstance(gather_weights, bool):
            raise DiagnosticError(f"'gather_weights' must be a bool, found {gather_weights!r}")
        self._gather_weights = gather_weights
        comm = MPI.COMM_WORLD if comm is None else comm
        if not isinstance(comm, MPI.Comm):
            raise DiagnosticError(f"expected a communicator of mpi4py, found {comm!r}")
        if not isinstance(timeout, (int, float)) or not timeout > 0:
            raise DiagnosticError(f"'timeout' must be seconds above 0, found {timeout!r}")
        if not isinstance(shard, str):
            raise DiagnosticError(f"'shard' must be a text such as 'tensor=4', found {shard!r}")
        if shard:
            _check_size(Mesh.parse(shard), shard, comm)
        self.ranks = Ranks(comm, timeout)
        self.rank = self.ranks.rank
        self.figures = Figures()
        _check_same(self.ranks, model, shard + ", gather_weights" * gather_weights)
        self.name = "model"
        self._inputs: list[NodeArg] = []
        self._outputs: list[NodeArg] = []
        program = self.ranks.guarded(lambda: self._plan(model, shard, network), "partition")
        self._program: Program = program
        self._exchanges = program.exchanges
        self._weights = {name: array_from(e) for name, e in program.weights.items()}
        self._sessions: dict[int, InferenceSession] = {}
        groups = self.ranks.share([e.ranks for e in self._exchanges if len(e.ranks) > 1], "groups")
        self.ranks.prepare([g for found in groups for g in found])
        # Compiling takes long, and not equally long on all ranks.
        self.ranks.timeout = max(timeout, 3600.0)
        self.ranks.guarded(lambda: self._compile(threads), "compile")
        self.ranks.timeout = timeout
        self._last_use = last_uses(program)

    def _plan(self, model: Any, shard: str, network: str) -> Program:
        context = Context()
        module, self.name = load_module(model, context)
        mesh = place(module, context, shard, network, self.name)
        _check_size(mesh, str(mesh), self.ranks.comm)
        function = entry_function(module)
        self._inputs, self._outputs = signature_of(function)
        block = function.regions[0].entry
        return cut(partitioned(block, mesh, self.rank, self._gather_weights))

    def _compile(self, threads: int) -> None:
        for level in self._program.levels:
            for segment in (level.before, level.beside):
                if segment is not None and segment.module is not None:
                    self._sessions[id(segment)] = InferenceSession(segment.module, threads)
                    segment.module = None  # its weights are compiled
                    gc.collect()
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
        if trim is not None:
            trim(0)

    def get_inputs(self) -> list[NodeArg]:
        """Name, shape and type of each input."""
        return list(self._inputs)

    def get_outputs(self) -> list[NodeArg]:
        """Name, shape and type of each output."""
        return list(self._outputs)

    def run(self, output_names: Sequence[str] | None, feeds: Mapping[str, Any]) -> list[Any]:
        """The named outputs (None or []: all), whole, on every rank. DiagnosticError for wrong
        feeds, RankFailure when a rank fails."""
        started, waited = time.monotonic(), self.ranks.seconds
        try:
            wanted = wanted_outputs(output_names, self._outputs, self.name)
            arrays = check_feeds(self._inputs, feeds, self.name, Given())
            values = dict(zip(self._program.inputs, arrays, strict=True)) | self._weights
            for number, level in enumerate(self._program.levels):
                self._level(number, level, values)
            self.ranks.flush("messages")
        except DiagnosticError as e:
            if self.ranks.broken:
                raise
            raise self.ranks.fail(reason(e)) from e
        except (MemoryError, KeyboardInterrupt) as e:
            raise self.ranks.fail(type(e).__name__) from e
        self.figures.runs += 1
        self.figures.seconds += time.monotonic() - started
        self.figures.waiting += self.ranks.seconds - waited
        found = [values[name] for name in self._program.outputs]
        return [found[i] for i in wanted] if wanted is not None else found

    def _level(self, number: int, level: Level, values: dict[str, Any]) -> None:
        self._segment(level.before, values)
        pending = [(e, self._begin(e, values)) for e in level.exchanges]
        self._segment(level.beside, values)
        for exchange, one in pending:
            found = one.end()
            if exchange.target:
                values[exchange.target] = found
        for name in self._last_use.get(number, ()):
            values.pop(name, None)

    def _begin(self, exchange: Exchange, values: Mapping[str, Any]) -> Any:
        array = values.get(exchange.source)
        if array is not None:
            self.figures.bytes += exchange.bytes_sent(array.nbytes, array.shape)
        return self.ranks.begin(exchange, array)

    def _segment(self, segment: Segment | None, values: dict[str, Any]) -> None:
        if segment is None:
            return
        feeds = {f"x{i}": values[name] for i, name in enumerate(segment.inputs)}
        started = time.thread_time()
        found = self._sessions[id(segment)].run(None, feeds)
        self.figures.computing += time.thread_time() - started
        values.update(zip(segment.outputs, found, strict=True))


def _check_size(mesh: Mesh, shard: str, comm: Any) -> None:
    size = comm.Get_size()
    if mesh.size != size:
        raise DiagnosticError(
            f"rank {comm.Get_rank()}: '{shard}' is for {mesh.size} ranks, but there are {size}: "
            f"start it with 'mpirun -n {mesh.size} …'"
        )


def _check_same(ranks: Ranks, model: Any, options: str) -> None:
    """The ranks have the same model and options. DiagnosticError that says which one differs."""

    def work() -> tuple[str, str]:
        sources = sources_of(model)
        return (options, sources.digest if sources is not None else "")

    def found() -> Any:
        path = os.fspath(model) if isinstance(model, (str, os.PathLike)) else ""
        if path and not os.path.exists(path):
            raise DiagnosticError(f"cannot open input file '{path}': No such file or directory")
        return work()

    mine = ranks.guarded(found, "start")
    for rank, other in enumerate(ranks.share(mine, "start")):
        if other[0] != mine[0]:
            raise ranks.fail(f"has '{mine[0]}', but rank {rank} has '{other[0]}'")
        if other[1] != mine[1]:
            who = f"'{model}'" if isinstance(model, (str, os.PathLike)) else "the model"
            raise ranks.fail(
                f"{who} is not the same file as on rank {rank}: its content differs; "
                "give all ranks one file, or copies of it"
            )
