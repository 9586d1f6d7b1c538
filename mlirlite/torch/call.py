"""Calls of compiled code with torch's tensors: their memory is passed, and results are tensors over
the memory that the code has allocated."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
import torch

from mlirlite.runtime.compiled import CompiledModel
from mlirlite.runtime.memref import to_array
from mlirlite.runtime.openmp import Team
from mlirlite.runtime.runs import call
from mlirlite.support.memory import NOT_HEAP
from mlirlite.support.tuning import Fixed
from mlirlite.torch.arguments import PARTS, Argument, is_spread

Call = Callable[[list[Any]], Any]
_HEAD = 3
"""Words of a descriptor before sizes and strides: two addresses and an offset."""


class CompiledGraph:
    """Compiled code as a function of a list of tensors and integers, which is emptied, so that
    memory that nothing else needs is free early."""

    def __init__(
        self, model: CompiledModel, inputs: Sequence[Argument], outputs: Sequence[Argument]
    ) -> None:
        self._boxed_call = True  # AOTAutograd asks for it, also through wrappers
        self.model, self.inputs, self.outputs = model, list(inputs), list(outputs)
        self._team = Team(model.threads)
        self._constants = frozenset((NOT_HEAP, *(a.ctypes.data for a in model.constants.values())))
        self._results = [_result(a) for a in self.outputs if a.kind != "fixed"]
        ranks = [r.rank for r in self._results]
        self._room = sum(_HEAD + 2 * rank for rank in ranks)
        self._given = [(i, a.order, _kind(a)) for i, a in enumerate(inputs) if a.kind != "fixed"]

    def __call__(self, args: list[Any]) -> list[Any]:
        given = [_plain(args[i], order, kind) for i, order, kind in self._given]
        args.clear()
        words, places, numbers = [0] * self._room, [], []
        for tensor in given:
            places.append(len(words))
            if isinstance(tensor, int):
                numbers.append((len(words), tensor))
                words += (0, 0, 0, tensor)
                continue
            address = tensor.data_ptr()
            words += (address, address, 0, *tensor.shape, *tensor.stride())
        memory = np.array(words, np.int64)
        start = memory.ctypes.data
        for place, _ in numbers:
            memory[place] = memory[place + 1] = start + 8 * (place + _HEAD)
        pointers = [start + 8 * place for place in places]
        if self._results:
            pointers.insert(0, start)
        with self._team:
            call(self.model.engine, pointers, "a graph of torch")
        borrowed = {*self._constants, *(memory[p] for p in places)}
        found = iter(self._made(memory[: self._room].tolist(), borrowed))
        return [a.fake if a.kind == "fixed" else next(found) for a in self.outputs]

    def _made(self, words: list[int], borrowed: set[int]) -> list[Any]:
        """The results in the order of the code's."""
        made, at = [], 0
        for result in self._results:
            rank, begin = result.rank, at + _HEAD
            at = begin + 2 * rank
            descriptor = SimpleNamespace(
                allocated=words[begin - 3],
                aligned=words[begin - 2],
                offset=words[begin - 1],
                sizes=words[begin : begin + rank],
                strides=words[begin + rank : at],
            )
            array = to_array(descriptor, rank, result.dtype, borrowed)
            borrowed.add(descriptor.allocated)
            made.append(result.finish(array))
        return made


class Frozen:
    """Code with weights as constants. dynamo gives a graph to all models of one structure, and
    weights may change: other weights get code of their own, a few of them, and then code to which
    weights are inputs."""

    _MOST: Fixed[int] = 4

    def __init__(
        self, made: Callable[[Mapping[int, torch.Tensor]], Call], weights: Mapping[int, Any]
    ) -> None:
        self._boxed_call = True
        self._made, self._places = made, list(weights)
        self._codes = {self._key(weights): made(weights)}
        self._kept = [dict(weights)]  # the code reads their memory
        self._any: Call | None = None

    def _key(self, args: Any) -> tuple[tuple[int, int], ...]:
        """Which weights these are: where they are, and how often they have changed in place."""
        return tuple([(args[i].data_ptr(), _version(args[i])) for i in self._places])

    def __call__(self, args: list[Any]) -> Any:
        key = self._key(args)
        code = self._codes.get(key) or self._other(key, args)
        return code(args)

    def _other(self, key: tuple[tuple[int, int], ...], args: list[Any]) -> Call:
        if len(self._codes) < self._MOST:
            weights = {i: args[i] for i in self._places}
            self._kept.append(weights)
            return self._codes.setdefault(key, self._made(weights))
        if self._any is None:
            self._any = self._made({})
        return self._any


def _version(tensor: torch.Tensor) -> int:
    """How often a tensor has changed in place; -1 where torch does not count."""
    return -1 if tensor.is_inference() else tensor._version


def _result(argument: Argument) -> Any:
    """How a result's memory becomes what is returned."""
    if argument.kind == "size":
        return SimpleNamespace(rank=0, dtype=np.dtype(np.int64), finish=int)
    fake, order = argument.fake, argument.order
    is_complex = fake.dtype.is_complex
    dtype = torch.empty(0, dtype=_STORED.get(fake.dtype, fake.dtype)).numpy().dtype
    back = None if order is None else [order.index(d) for d in range(len(order))]
    strides = tuple(fake.stride()) if is_spread(fake) else None
    if strides is not None and any(not isinstance(n, int) for n in strides):
        strides = None
    finish = partial(_finished, dtype=fake.dtype, back=back, strides=strides)
    return SimpleNamespace(rank=fake.dim() + is_complex, dtype=dtype, finish=finish)


_STORED = {torch.bfloat16: torch.int16, **PARTS}
"""Types that are others in memory: those that numpy does not have, and parts of complex numbers."""


def _finished(
    array: np.ndarray[Any, Any],
    *,
    dtype: torch.dtype,
    back: Sequence[int] | None,
    strides: Sequence[int] | None,
) -> torch.Tensor:
    """The tensor over an array's memory, with dimensions moved back to where they belong. Where
    torch says that the memory has gaps, it is a copy with such strides."""
    is_complex = dtype.is_complex
    if not array.size:  # numpy's strides of nothing are zero
        tensor = torch.empty(array.shape[:-1] if is_complex else array.shape, dtype=dtype)
    else:
        tensor = torch.from_numpy(array)
        if is_complex:
            tensor = torch.view_as_complex(tensor)
        elif dtype in _STORED:
            tensor = tensor.view(dtype)
    if back is not None:
        tensor = tensor.permute(back)
    if strides is not None and list(strides) != list(tensor.stride()):
        spread = torch.empty_strided(tuple(tensor.shape), strides, dtype=dtype)
        return spread.copy_(tensor) if 0 not in strides else tensor
    return tensor


def _kind(argument: Argument) -> str:
    """`size`, `complex` or `real`."""
    if argument.kind == "size":
        return "size"
    return "complex" if argument.fake.dtype.is_complex else "real"


def _plain(value: Any, order: Sequence[int] | None, kind: str) -> Any:
    """A tensor's memory in the order that the code reads."""
    if kind == "size":
        return int(value)
    if value.is_neg():
        value = value.resolve_neg()
    if order is not None:
        value = value.permute(order)
    if kind == "complex":
        value = torch.view_as_real(value.resolve_conj())
    return value if value.is_contiguous() else value.contiguous()
