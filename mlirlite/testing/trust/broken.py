"""Inputs that break one requirement of an operator's declaration each
(mlirlite/dialects/onnx/requirements.py)."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields
from typing import Any, NamedTuple

import numpy as np
import onnx

from mlirlite.dialects.onnx.additional import CustomOp
from mlirlite.dialects.onnx.op import OnnxOp
from mlirlite.dialects.onnx.require import RequireOp
from mlirlite.dialects.onnx.requirements import Requirement, Within, holds
from mlirlite.dialects.onnx.terms import Count, Element, Size, Term, evaluate, leaves
from mlirlite.ir.context import Context
from mlirlite.ir.values import BlockArgument
from mlirlite.target.onnx import import_model
from mlirlite.testing.onnx_suite import SuiteCase, without_sizes
from mlirlite.testing.trust.microsoft import KIND as MICROSOFT

Feeds = dict[str, Any]
ENDS = (-(2**63), 2**63 - 1, 2**62, 2**40, 2**31, -(2**31), -(2**40))


class Broken(NamedTuple):
    """Inputs, the requirement that they break, and the change."""

    feeds: Feeds
    what: str
    change: str


_known: dict[str, tuple[Broken, ...]] = {}


def broken(case: SuiteCase) -> tuple[Broken, ...]:
    """All cases from a test of one operator, in an order that depends on its name."""
    if case.name not in _known:
        _known[case.name] = _all(case)
    return _known[case.name]


def _all(case: SuiteCase) -> tuple[Broken, ...]:
    inputs, _ = case.data_sets[0]
    names = [i.name for i in case.model.graph.input]
    feeds = dict(zip(names, inputs, strict=False))
    found = []
    for op in import_model(dynamic(case), Context()).walk():
        if isinstance(op, CustomOp):
            op = RequireOp.of_microsoft(op, op.function_name)
        if isinstance(op, (OnnxOp, RequireOp)):
            operands = _inputs_of(op, names)
            for requirement in op.requirements():
                found += list(_breaks(requirement, operands, feeds))
    random.Random(case.name).shuffle(found)
    return tuple(found)


def dynamic(case: SuiteCase) -> onnx.ModelProto:
    """The model of a test, with unknown sizes of its inputs. Attention of com.microsoft is compiled
    only for known widths."""
    return without_sizes(case.model, kept=case.kind == MICROSOFT)


def _inputs_of(op: OnnxOp | RequireOp, names: list[str]) -> dict[int, str]:
    """The model's inputs that are operands."""
    return {
        i: names[v.index]
        for i, v in enumerate(op.operands)
        if isinstance(v, BlockArgument) and v.index < len(names)
    }


def _breaks(r: Requirement, operands: Mapping[int, str], feeds: Feeds) -> Iterator[Broken]:
    for leaf in _leaves(r):
        name = operands.get(leaf.operand)
        array = feeds.get(name or "")
        if name is None or not isinstance(array, np.ndarray):
            continue
        for changed, text in _changed(leaf, array):
            others = feeds | {name: changed}
            if holds(r, _values(operands, others)) is False:
                yield Broken(others, r.what, f"{text} of '{name}'")
    if isinstance(r, Within) and r.operand in operands:
        yield from _outside(r, operands, feeds)


def _leaves(r: Requirement) -> list[Size | Count | Element]:
    terms = [getattr(r, f.name) for f in fields(r)]
    found = {leaf for t in terms if isinstance(t, Term) for leaf in leaves(t)}
    return [t for t in sorted(found, key=repr) if isinstance(t, (Size, Count, Element))]


def _values(operands: Mapping[int, str], feeds: Feeds) -> Callable[[Term], int | None]:
    def value(leaf: Term) -> int | None:
        array = feeds.get(operands.get(getattr(leaf, "operand", -1), ""))
        if not isinstance(array, np.ndarray):
            return None
        match leaf:
            case Size(_, dim):
                return int(array.shape[dim]) if dim < array.ndim else None
            case Count():
                return int(array.size)
            case Element(_, position):
                return int(array.flat[position]) if position < array.size else None
        return None

    return value


def _changed(leaf: Size | Count | Element, array: Any) -> Iterator[tuple[Any, str]]:
    """The array with other sizes or elements."""
    if isinstance(leaf, Element):
        if leaf.position >= array.size or array.dtype.kind not in "iu":
            return
        limits = np.iinfo(array.dtype)
        near = range(-9, 10)
        for number in (*near, *ENDS):
            if limits.min <= number <= limits.max and number != array.flat[leaf.position]:
                changed = array.copy()
                changed.flat[leaf.position] = number
                yield changed, f"element {leaf.position} is {number}"
        return
    dim = leaf.dim if isinstance(leaf, Size) else 0
    if dim >= array.ndim:
        return
    have = array.shape[dim]
    for size in sorted({0, 1, have - 1, have + 1, 2 * have, 17} - {have, -1}):
        shape = (*array.shape[:dim], size, *array.shape[dim + 1 :])
        if have:
            yield array.take(np.arange(size) % have, dim), f"size {size} in dimension {dim}"
        else:
            yield np.zeros(shape, array.dtype), f"size {size} in dimension {dim}"


def _outside(r: Within, operands: Mapping[int, str], feeds: Feeds) -> Iterator[Broken]:
    """Indices beyond the range."""
    name = operands[r.operand]
    array = feeds[name]
    leaf = _values(operands, feeds)
    low, high = evaluate(r.low, leaf), evaluate(r.high, leaf)
    if not isinstance(array, np.ndarray) or not array.size or low is None or high is None:
        return
    limits = np.iinfo(array.dtype)
    column = array if r.column is None else array[..., r.column]
    for number in (low - 1, high + 1, *ENDS):
        for at in sorted({0, column.size // 2, column.size - 1}):
            if limits.min <= number <= limits.max and not low <= number <= high:
                changed = array.copy()
                view = changed if r.column is None else changed[..., r.column]
                view[np.unravel_index(at, view.shape)] = number
                yield Broken(feeds | {name: changed}, r.what, f"index {at} of '{name}' is {number}")
