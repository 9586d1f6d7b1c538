"""Tuning numbers of kernels, which only measurements can find. A machine has them
(`Machine.tuning`), the `schedule` of an op may override them, and the tuner tries them.

A lowering asks `b.tuning`, and holds no such number itself. A number that does not depend on the
processor stands in its file, declared as `Fixed`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Annotated, Any, TypeVar

T = TypeVar("T")
Fixed = Annotated[T, "it does not depend on the processor"]
"""A number of mathematics, of a format or of a language: `_BIAS: Fixed[int] = 127`."""


def figure(default: int, meaning: str, *choices: int) -> Any:
    """A field with the values that it may have; `meaning` says its unit."""
    return field(default=default, metadata={"meaning": meaning, "choices": choices})


@dataclass(frozen=True, slots=True)
class Tuning:
    """How kernels are tuned. All numbers are powers of two, or small multiples of one."""

    chains: int = figure(
        4,
        "independent chains of a fold, and vectors per step of a loop: as many as hide the "
        "latency of an operation",
        *(2, 4, 8),
    )
    function_registers: int = figure(
        8,
        "registers that a function takes for each vector: its operand, its result so far, "
        "intermediate values, and a share of the constants",
        *(4, 8, 16),
    )
    list_vectors: int = figure(4, "vectors of a list of the best elements, at most", 2, 4, 8)

    prefetch_bytes: int = figure(
        2048, "bytes from what a copy writes to what is prefetched", 512, 1024, 2048, 4096, 8192
    )
    prefetch_elements: int = figure(
        512,
        "elements from those that a loop computes with to those that it prefetches",
        *(128, 256, 512, 1024, 2048),
    )
    prefetch_block: int = figure(
        256,
        "elements that are prefetched at once: more lines than a processor can wait for would keep "
        "it waiting",
        *(64, 128, 256, 512),
    )
    prefetch_steps: int = figure(
        4,
        "rows of a panel, or squares of a matrix, from what is copied to what is prefetched",
        *(1, 2, 4, 8),
    )
    prefetch_tiles: int = figure(
        8,
        "tiles of rows at most that prefetch what the next block of columns reads",
        *(2, 4, 8, 16),
    )
    prefetch_panel_bytes: int = figure(
        16 << 10,
        "bytes of packed panels from what is read to what is prefetched, for products of few "
        "rows whose numbers are stored in fewer bits than they are summed in",
        *(4 << 10, 8 << 10, 16 << 10, 32 << 10),
    )
    adjacent_lines: int = figure(2, "neighboring cache lines that are fetched together", 1, 2, 4)

    nontemporal_l2s: int = figure(
        24,
        "a result of at least this many times the L2 cache is written by non-temporal stores",
        4,
        8,
        24,
        64,
    )
    nontemporal_bytes: int = figure(
        32, "bytes at least that are written by non-temporal stores together", 16, 32, 64
    )

    group_tiles: int = figure(
        4, "tiles of rows at least that the L2 cache holds while all columns are computed", 2, 4, 8
    )
    copied_panels: int = figure(
        16,
        "panels of a part of the columns: the first one is copied before anything is multiplied, "
        "and threads share parts",
        *(4, 8, 16, 32),
    )
    copied_tiles: int = figure(
        16, "tiles of rows at most that share the rows of the next panel", 4, 8, 16, 32
    )
    depth_steps: int = figure(
        384, "steps at least between storing the sums of a tile and reading them", 192, 384, 768
    )
    streams: int = figure(
        4, "rows of a matrix that are read side by side in the order of memory", 2, 4, 8
    )
    stripe_vectors: int = figure(
        64,
        "vectors of a part of the columns: threads share parts, and a row of a part is long "
        "enough to be streamed",
        *(16, 32, 64, 128),
    )
    stripe_columns: int = figure(
        256, "columns of a stripe at least: long enough to be prefetched", 128, 256, 512
    )
    stripe_rows: int = figure(8, "rows of a stripe that are looked at side by side", 4, 8, 16)
    rows_together: int = figure(
        16, "rows at most that do a step while others wait for their last step", 4, 8, 16, 32
    )
    many_rows: int = figure(
        64, "rows from which on parts of each are copied one after the other", 16, 64, 256
    )
    shuffled_repeats: int = figure(8, "times at most that shuffles repeat an element", 4, 8, 16)
    summed_rows: int = figure(16, "rows at most that are added up in one loop", 4, 8, 16, 32)

    def __or__(self, entries: Mapping[str, Any]) -> Tuning:
        """The same, with the numbers that a schedule overrides."""
        given = {n: v for n, v in entries.items() if v in CHOICES.get(n, ())}
        return replace(self, **given) if given else self


CHOICES: dict[str, tuple[int, ...]] = {f.name: f.metadata["choices"] for f in fields(Tuning)}
"""The values that each number may have."""
