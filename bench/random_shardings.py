#!/usr/bin/env python3
"""Random programs with shardings: what our passes make of them, beside mlir-opt 22.

    python bench/random_shardings.py --count 300 --first 0

Each program is propagated in one of the four orders, partitioned, and converted to mpi, as far as
mlir-opt does it. `equal`: the same text; `refused`: mlir-opt fails, and what we do then."""

from __future__ import annotations

import argparse
import random
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator

from upstream import ours

ORDERS = ("forward", "backward", "forward-backward", "backward-forward")
GRIDS = ((2,), (2, 4), (2, 2, 2), (4, 2))
SIZES = (8, 16)
UNARY = ("abs", "exp", "tanh")
BINARY = ("add", "sub", "maximum")
COMBINING = ("arith.addf", "arith.maximumf", "arith.mulf")
Shape = tuple[int, ...]


def tensor(shape: Shape) -> str:
    """A type."""
    return f"tensor<{''.join(f'{size}x' for size in shape)}f32>"


class Program:
    """One program, made of a seed."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.order = self.random.choice(ORDERS)
        self.grid = self.random.choice(GRIDS)
        self.lines: list[str] = []
        self.arguments: list[str] = []
        self.values: list[tuple[str, Shape]] = []
        self.count = 0
        self.argument(tuple(self.random.choices(SIZES, k=self.random.choice((1, 2, 2, 3)))))
        for _ in range(self.random.randint(1, 5)):
            self.step()

    def text(self) -> str:
        """The module."""
        value, shape = self.values[-1]
        type = tensor(shape)
        return "\n".join(
            [
                f"shard.grid @g(shape = {'x'.join(map(str, self.grid))})",
                f"func.func @f({', '.join(self.arguments)}) -> {type} {{",
                *self.lines,
                f"  return {value} : {type}",
                "}\n",
            ]
        )

    def op(self, text: str) -> str:
        """Add an op; its result."""
        self.count += 1
        self.lines.append(f"  %{self.count} = {text}")
        return f"%{self.count}"

    def known(self, value: str, shape: Shape, odds: float) -> str:
        """A value that may be annotated."""
        if self.random.random() < odds:
            axes: list[list[int]] = [[] for _ in shape]
            for axis in self.random.sample(range(len(self.grid)), len(self.grid)):
                if shape and self.random.random() < 0.6:
                    self.random.choice(axes).append(axis)
            sharding = self.op(f"shard.sharding @g split_axes = {axes} : !shard.sharding")
            wanted = "annotate_for_users " if self.random.random() < 0.4 else ""
            value = self.op(f"shard.shard {value} to {sharding} {wanted}: {tensor(shape)}")
        self.values.append((value, shape))
        return value

    def argument(self, shape: Shape) -> str:
        """A new argument."""
        name = f"%a{len(self.arguments)}"
        self.arguments.append(f"{name}: {tensor(shape)}")
        return self.known(name, shape, 0.35)

    def value(self, shape: Shape) -> str:
        """A value of a shape: one that is there, a new tensor, or an argument."""
        there = [value for value, own in self.values if own == shape]
        if there and self.random.random() < 0.7:
            return self.random.choice(there[-3:])
        if self.random.random() < 0.6:
            return self.argument(shape)
        made = self.random.choice(("tensor.empty()", "arith.constant dense<1.0>"))
        return self.known(self.op(f"{made} : {tensor(shape)}"), shape, 0.2)

    def step(self) -> None:
        """Add one op on a recent value."""
        value, shape = self.random.choice(self.values[-2:])
        kind = self.random.choice((self.unary, self.binary, self.reduce, self.matmul, self.move))
        found = kind(value, shape)
        if found is not None:
            self.known(self.op(found[0]), found[1], 0.3)

    def unary(self, value: str, shape: Shape) -> tuple[str, Shape]:
        type = tensor(shape)
        return f"tosa.{self.random.choice(UNARY)} {value} : ({type}) -> {type}", shape

    def binary(self, value: str, shape: Shape) -> tuple[str, Shape]:
        type, name = tensor(shape), self.random.choice(BINARY)
        other = self.value(shape)
        return f"tosa.{name} {value}, {other} : ({type}, {type}) -> {type}", shape

    def reduce(self, value: str, shape: Shape) -> tuple[str, Shape] | None:
        if not shape:
            return None
        gone = self.random.randrange(len(shape))
        rest = shape[:gone] + shape[gone + 1 :]
        out, name = self.value(rest), self.random.choice(COMBINING)
        return (
            f"linalg.reduce {{ {name} }} ins({value} : {tensor(shape)}) "
            f"outs({out} : {tensor(rest)}) dimensions = [{gone}]"
        ), rest

    def matmul(self, value: str, shape: Shape) -> tuple[str, Shape] | None:
        if len(shape) != 2:
            return None
        columns = self.random.choice(SIZES)
        right, result = (shape[1], columns), (shape[0], columns)
        other, out = self.value(right), self.value(result)
        return (
            f"linalg.matmul ins({value}, {other} : {tensor(shape)}, {tensor(right)}) "
            f"outs({out} : {tensor(result)}) -> {tensor(result)}"
        ), result

    def move(self, value: str, shape: Shape) -> tuple[str, Shape]:
        order = self.random.sample(range(len(shape)), len(shape))
        moved = tuple(shape[i] for i in order)
        out = self.value(moved)
        return (
            f"linalg.transpose ins({value} : {tensor(shape)}) outs({out} : {tensor(moved)}) "
            f"permutation = {order}"
        ), moved


def stages(order: str) -> Iterator[tuple[str, str]]:
    """Names of stages, and their pipelines."""
    yield "sharding-propagation", f"func.func(sharding-propagation{{traversal={order}}})"
    yield "shard-partition", "func.func(shard-partition)"
    yield "convert-shard-to-mpi", "canonicalize,convert-shard-to-mpi,canonicalize"


def compare(program: Program, mlir_opt: str) -> Iterator[tuple[str, str]]:
    """For each stage, its name and how we compare."""
    text = program.text()
    for name, pipeline in stages(program.order):
        flag = f"--pass-pipeline=builtin.module({pipeline})"
        theirs = subprocess.run(
            [mlir_opt, "-", flag], input=text, capture_output=True, text=True, timeout=60
        )
        found = ours(text, flag)
        if theirs.returncode or "error:" in theirs.stderr:
            yield name, "refused, we too" if found.code else "refused, we do not"
            return
        if found.code:
            yield name, "only we refuse"
            return
        same = found.text.strip() == theirs.stdout.strip()
        yield name, "equal" if same else "differs"
        text = theirs.stdout


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--show", action="store_true", help="print seeds that are not equal")
    options = parser.parse_args()
    mlir_opt = shutil.which("mlir-opt-22")
    if mlir_opt is None:
        sys.exit("mlir-opt-22 is missing (Debian: mlir-22-tools)")
    counts: Counter[tuple[str, str]] = Counter()
    for seed in range(options.first, options.first + options.count):
        for stage in compare(Program(seed), mlir_opt):
            counts[stage] += 1
            if options.show and stage[1] in ("differs", "only we refuse"):
                print(seed, *stage)
    for (name, how), count in sorted(counts.items()):
        print(f"{name:24} {how:20} {count:5}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
