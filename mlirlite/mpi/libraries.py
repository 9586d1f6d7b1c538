"""A rank's program for C: one module with a function for each segment, and a table of numbers that
says which values they take and give, and what is exchanged in between. `MlirliteRanks.h` runs it.

The table, in this order; a list is its length and its items:
version, rank, number of ranks, the model's key, number of values, list of inputs, list of outputs,
list of levels. A level is a segment, a list of exchanges, a segment, and the list of values that
no later level needs. A segment is the list of its functions (none or one), of its inputs, and of
its outputs. An exchange is kind, axis, way to join, whether parts are equal, source, target
(-1: none), four numbers of a halo, and the list of ranks."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence
from typing import Any

from mlirlite.dialects import onnx
from mlirlite.dialects.builtin import ModuleOp
from mlirlite.dialects.func import FuncOp
from mlirlite.dialects.onnx.sharding.collectives import JOINS, KINDS
from mlirlite.ir.attributes import StringAttr, SymbolRefAttr
from mlirlite.ir.insertion import detached
from mlirlite.ir.types import BF16, F16, element_type_of
from mlirlite.mpi.segments import Exchange, Program, Segment, last_uses
from mlirlite.support.diagnostics import DiagnosticError

VERSION = 1


def key_of(*words: object) -> int:
    """A number that differs for programs of different models, meshes or rank counts."""
    return zlib.crc32(repr(words).encode())


def library_module(program: Program, rank: int, ranks: int, key: int) -> tuple[ModuleOp, list[int]]:
    """A module with the functions `segment0`, `segment1`, … of a rank's program, and its table.
    DiagnosticError for what MPI's types do not have: sums of 16-bit numbers."""
    return _Table(program).build(rank, ranks, key)


class _Table:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.numbers: dict[str, int] = {}
        self.functions: list[Any] = []

    def build(self, rank: int, ranks: int, key: int) -> tuple[ModuleOp, list[int]]:
        program = self.program
        if program.weights:
            raise DiagnosticError("a library has its weights: they cannot be gathered")
        inputs, outputs = self._values(program.inputs), self._values(program.outputs)
        gone = last_uses(program)
        levels = [
            [
                *self._segment(level.before),
                len(level.exchanges),
                *(n for e in level.exchanges for n in self._exchange(e)),
                *self._segment(level.beside),
                *_listed(self._values(gone.get(number, ()))),
            ]
            for number, level in enumerate(program.levels)
        ]
        head = [VERSION, rank, ranks, key, len(self.numbers)]
        table = [*head, *_listed(inputs), *_listed(outputs), len(levels)]
        return self._module(), [*table, *(n for level in levels for n in level)]

    def _values(self, names: Iterable[str]) -> list[int]:
        return [self.numbers.setdefault(n, len(self.numbers)) for n in names if n]

    def _segment(self, segment: Segment | None) -> list[int]:
        if segment is None or segment.module is None:
            return [0, 0, 0]
        number = len(self.functions)
        self.functions.append(segment.module)
        return [
            *_listed([number]),
            *_listed(self._values(segment.inputs)),
            *_listed(self._values(segment.outputs)),
        ]

    def _exchange(self, exchange: Exchange) -> list[int]:
        type = exchange.type
        element = element_type_of(type) if type is not None else None
        if exchange.reduce and (element is F16 or element is BF16):
            raise DiagnosticError(
                f"ranks would add {element}, which MPI has no type for: convert the model to f32, "
                "or run it by mlirlite-run --shard"
            )
        ends = [self._values([name]) for name in (exchange.source, exchange.target)]
        return [
            KINDS.index(exchange.kind),
            exchange.axis,
            JOINS.index(exchange.reduce) if exchange.reduce else 0,
            int(exchange.kind != "all_gather" or exchange.is_even),
            *(end[0] if end else -1 for end in ends),
            *(exchange.halo or (0, 0, 0, 0)),
            *_listed(exchange.ranks),
        ]

    def _module(self) -> ModuleOp:
        with detached():
            module = ModuleOp.empty()
            for number, source in enumerate(self.functions):
                for op in list(source.body):
                    if not isinstance(op, FuncOp):
                        continue
                    name = f"segment{number}"
                    op.detach()
                    op.properties["sym_name"] = StringAttr(name)
                    module.body.append(op)
                    module.body.append(onnx.EntryPointOp(func=SymbolRefAttr(name), loc=op.location))
        return module


def _listed(numbers: Sequence[int]) -> list[int]:
    return [len(numbers), *numbers]
