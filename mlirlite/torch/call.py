"""Calls of compiled code with torch's tensors: their memory is passed, and results are tensors over
the memory that the code has allocated."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
import torch

from mlirlite.runtime.linked import Linked
from mlirlite.runtime.memref import to_array
from mlirlite.runtime.openmp import Team
from mlirlite.runtime.runs import call
from mlirlite.support.memory import NOT_HEAP
from mlirlite.support.tuning import Fixed
from mlirlite.torch.arguments import PARTS, Argument, contiguous_strides, is_spread

Call = Callable[[list[Any]], Any]
Key = tuple[tuple[int, ...], tuple[int, ...]]
_HEAD = 3
"""Words of a descriptor before sizes and strides: two addresses and an offset."""


class CompiledGraph:
    """Compiled code as a function of a list of tensors and integers, which is emptied, so that
    memory that nothing else needs is free early."""

    def __init__(
        self, code: Linked, inputs: Sequence[Argument], outputs: Sequence[Argument]
    ) -> None:
        self._boxed_call = True  # AOTAutograd asks for it, also through wrappers
        self.code, self.inputs, self.outputs = code, list(inputs), list(outputs)
        self._team = Team(code.threads)
        self._constants = frozenset((NOT_HEAP, *(a.ctypes.data for a in code.constants.values())))
        self._results = [_result(a) for a in self.outputs if a.kind != "fixed"]
        self._room = sum(_HEAD + 2 * r.rank for r in self._results)
        given = [(i, a) for i, a in enumerate(inputs) if a.kind != "fixed"]
        words, places = [0] * self._room, []
        for _, argument in given:
            places.append(len(words))
            words += _descriptor(argument)
        self._words, self._places = np.array(words, np.int64), np.array(places, np.intp)
        starts = [0, *places] if self._results else places
        self._starts = 8 * np.array(starts, np.int64)
        self._given = [
            (i, _strides(a), a.order, _kind(a), place)
            for (i, a), place in zip(given, places, strict=True)
        ]

    def __call__(self, args: list[Any]) -> list[Any]:
        memory = self._words.copy()
        start = memory.ctypes.data
        held, addresses = [], []
        for i, strides, order, kind, place in self._given:
            tensor = args[i]
            if strides is None or tensor.stride() != strides or tensor.is_neg():
                tensor = _plain(tensor, order, kind)
                head = place + _HEAD
                if kind == "size":
                    memory[head] = tensor
                    addresses.append(start + 8 * head)
                    continue
                memory[head : head + 2 * tensor.dim()] = (*tensor.shape, *tensor.stride())
            held.append(tensor)
            addresses.append(tensor.data_ptr())
        args.clear()
        memory[self._places] = memory[self._places + 1] = addresses
        with self._team:
            call(self.code.engine, (self._starts + start).tolist(), "a graph of torch")
        found = iter(self._made(memory[: self._room].tolist(), {*self._constants, *addresses}))
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

    def _key(self, args: Any) -> Key:
        """Which weights these are: where they are, and how often they have changed in place."""
        weights = [args[i] for i in self._places]
        try:
            versions = tuple([w._version for w in weights])
        except RuntimeError:  # torch does not count the changes of inference tensors
            versions = tuple([-1 if w.is_inference() else w._version for w in weights])
        return tuple(map(torch.Tensor.data_ptr, weights)), versions

    def __call__(self, args: list[Any]) -> Any:
        key = self._key(args)
        code = self._codes.get(key) or self._other(key, args)
        return code(args)

    def _other(self, key: Key, args: list[Any]) -> Call:
        if len(self._codes) < self._MOST:
            weights = {i: args[i] for i in self._places}
            self._kept.append(weights)
            return self._codes.setdefault(key, self._made(weights))
        if self._any is None:
            self._any = self._made({})
        return self._any


def _descriptor(argument: Argument) -> list[int]:
    """The words of an input's descriptor, without the address; zeros where the call tells them."""
    if argument.kind == "size":
        return [0] * (_HEAD + 1)
    strides = _strides(argument)
    if strides is None:
        return [0] * (_HEAD + 2 * (argument.fake.dim() + argument.fake.dtype.is_complex))
    order = argument.order or range(len(strides))
    shape = argument.fake.shape
    return [0] * _HEAD + [shape[d] for d in order] + [strides[d] for d in order]


def _strides(argument: Argument) -> tuple[int, ...] | None:
    """The strides of an input of known sizes whose memory is read as it is; None for others."""
    fake, order = argument.fake, argument.order
    if _kind(argument) != "real" or any(not isinstance(n, int) for n in fake.shape):
        return None
    order = order or tuple(range(fake.dim()))
    found = [0] * fake.dim()
    moved = contiguous_strides([fake.shape[d] for d in order])
    for d, stride in zip(order, moved, strict=True):
        found[d] = stride
    return tuple(found)


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
