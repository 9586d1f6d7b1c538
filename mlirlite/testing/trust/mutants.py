"""Inputs and models that differ from a good one in one thing: a size, a small integer, a float, an
attribute. The same seed gives the same mutant."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
import onnx
from onnx import AttributeProto

from mlirlite.testing.onnx_suite import SuiteCase, with_constants, without_sizes
from mlirlite.testing.trust.broken import ENDS, broken, dynamic

MODES = ("requirements", "known requirements", "feeds", "sizes", "attributes", "constants")
"""`requirements`: a declared requirement of an operator is broken, in a model of unknown sizes;
`known requirements`: in one of known sizes. `feeds`: a model of unknown sizes gets other inputs;
`sizes`: a model of known sizes. `attributes`: other attributes. `constants`: the other inputs are
part of the model."""

_FLOATS = (np.nan, np.inf, -np.inf, 1e30, -1e30, -0.0, 1e-45, 3.5, -1.0, 2.0**31, 2.0**63)
_FEW = 64
"""Integer tensors of at most this many elements count as sizes, axes and indices."""


_Changed = tuple[dict[str, Any], str, str]
"""The inputs, the kind of change, and the change."""
_Change = Callable[[dict[str, Any], int, str, random.Random], _Changed | None]


class Mutant(NamedTuple):
    """A model with inputs, and the change: its kind `what` (for grouping), and the `change`
    itself."""

    model: onnx.ModelProto
    feeds: dict[str, Any]
    what: str
    change: str


def mutant(case: SuiteCase, mode: str, number: int) -> Mutant | None:
    """A mutant of a test; None if there is nothing of this kind to change."""
    rng = random.Random(f"{case.name} {mode} {number}")
    inputs, _ = case.data_sets[0]
    names = [i.name for i in case.model.graph.input]
    feeds = dict(zip(names, inputs, strict=False))
    if mode == "attributes":
        changed = _copy(case.model)
        said = _other_attribute(changed, rng, _interesting(feeds))
        return Mutant(changed, feeds, *said) if said else None
    found: _Changed | None
    if mode.endswith("requirements"):
        tried = broken(case)
        found = tried[number] if number < len(tried) else None
    else:
        found = _other_feeds(feeds, rng)
    if found is None:
        return None
    feeds, what, change = found
    if mode in ("feeds", "requirements"):
        return Mutant(dynamic(case), feeds, what, change)
    model = _with_sizes(case.model, feeds)
    if mode == "constants":
        model, left = with_constants(model, list(feeds.values()))
        feeds = dict(zip([i.name for i in model.graph.input], left, strict=False))
    return Mutant(model, feeds, what, change)


def _copy(model: onnx.ModelProto) -> onnx.ModelProto:
    changed = onnx.ModelProto()
    changed.CopyFrom(model)
    return changed


def _with_sizes(model: onnx.ModelProto, feeds: dict[str, Any]) -> onnx.ModelProto:
    """The model with the sizes of these inputs and none of its outputs."""
    changed = without_sizes(model)
    for info in changed.graph.input:
        value = feeds.get(info.name)
        if isinstance(value, np.ndarray) and info.type.HasField("tensor_type"):
            for dim, size in zip(info.type.tensor_type.shape.dim, value.shape, strict=False):
                dim.dim_value = size
    return changed


# Other inputs


def _interesting(feeds: dict[str, Any]) -> list[int]:
    """Numbers around the sizes and ranks of the inputs."""
    found = {0, 1, -1, 2, -2}
    for value in feeds.values():
        if isinstance(value, np.ndarray):
            for n in (*value.shape, value.ndim, value.size):
                found |= {n, n - 1, n + 1, -n, -n - 1}
    return sorted(found)


def _other_feeds(feeds: dict[str, Any], rng: random.Random) -> _Changed | None:
    """The inputs with one thing changed; in one of eight, with two."""
    changes = []
    for _ in range(2 if rng.randrange(8) == 0 else 1):
        found = _one_change(feeds, rng)
        if found is not None:
            feeds, *said = found
            changes.append(said)
    if not changes:
        return None
    return feeds, " and ".join(c[0] for c in changes), "; ".join(c[1] for c in changes)


def _one_change(feeds: dict[str, Any], rng: random.Random) -> _Changed | None:
    choices: list[tuple[_Change, int, str]] = []
    for i, (name, value) in enumerate(feeds.items()):
        if isinstance(value, list):
            choices.append((_other_list, i, name))
        if not isinstance(value, np.ndarray) or value.dtype.hasobject:
            continue
        if value.ndim:
            choices += [(_other_size, i, name)] * 2 + [(_other_sizes, i, name)]
        if value.dtype.kind in "iu" and value.size <= _FEW:
            choices += [(_other_integer, i, name)] * 4
        elif value.dtype.kind not in "iub" and value.size:
            choices.append((_other_float, i, name))
    if not choices:
        return None
    change, i, name = rng.choice(choices)
    return change(feeds, i, name, rng)


def _resized(array: np.ndarray[Any, Any], axis: int, size: int) -> np.ndarray[Any, Any]:
    """The array with another size along an axis: truncated, or repeated."""
    have = array.shape[axis]
    shape = (*array.shape[:axis], size, *array.shape[axis + 1 :])
    if not have:
        return np.zeros(shape, array.dtype)
    taken: np.ndarray[Any, Any] = array.take(np.arange(size) % have, axis)
    return taken


def _new_size(have: int, rng: random.Random) -> int:
    return rng.choice([n for n in (0, 1, have - 1, have + 1, 2 * have, 17) if n not in (have, -1)])


def _other_size(feeds: dict[str, Any], i: int, name: str, rng: random.Random) -> _Changed:
    array = feeds[name]
    axis = rng.randrange(array.ndim)
    size = _new_size(array.shape[axis], rng)
    text = f"size {array.shape[axis]} of axis {axis} of input {i} '{name}' is {size}"
    return feeds | {name: _resized(array, axis, size)}, f"size of input {i}", text


def _other_sizes(feeds: dict[str, Any], i: int, name: str, rng: random.Random) -> _Changed:
    """Change every axis of the same size, in all inputs of more than one axis."""
    array = feeds[name]
    have = array.shape[rng.randrange(array.ndim)]
    size = _new_size(have, rng)
    changed = dict(feeds)
    for other, value in feeds.items():
        if isinstance(value, np.ndarray) and value.dtype.kind not in "OUS":
            for axis in range(value.ndim):
                if value.shape[axis] == have:
                    changed[other] = _resized(changed[other], axis, size)
    return changed, "sizes of all inputs", f"all sizes {have} are {size}"


def _other_integer(feeds: dict[str, Any], i: int, name: str, rng: random.Random) -> _Changed | None:
    array = feeds[name]
    limits = np.iinfo(array.dtype)
    near = _interesting(feeds)
    values = [v for v in (*near, *near, *ENDS) if limits.min <= v <= limits.max]
    changed = array.copy()
    value = rng.choice(values)
    if not array.size:
        return None
    if rng.randrange(6) == 0:
        changed[...] = value
        where = "all elements"
    else:
        at = rng.randrange(array.size)
        changed.flat[at] = value
        where = f"element {at}"
    text = f"{where} of input {i} '{name}' {'is' if where[0] == 'e' else 'are'} {value}"
    return feeds | {name: changed}, f"integers of input {i}", text


def _other_float(feeds: dict[str, Any], i: int, name: str, rng: random.Random) -> _Changed:
    array = feeds[name]
    changed = array.copy()
    value, at = rng.choice(_FLOATS), rng.randrange(array.size)
    with np.errstate(all="ignore"):
        changed[np.unravel_index(at, array.shape)] = np.asarray(value).astype(array.dtype)
    text = f"element {at} of input {i} '{name}' is {value}"
    return feeds | {name: changed}, f"floats of input {i}", text


def _other_list(feeds: dict[str, Any], i: int, name: str, rng: random.Random) -> _Changed | None:
    members = list(feeds[name])
    arrays = [k for k, m in enumerate(members) if isinstance(m, np.ndarray) and m.ndim]
    kind = rng.choice(["empty", "shorter", "longer", "size"])
    if kind == "empty" or not members:
        members = []
    elif kind == "shorter":
        members.pop()
    elif kind == "longer" or not arrays or members[arrays[0]].dtype.hasobject:
        members.append(members[0])
    else:
        at = rng.choice(arrays)
        members[at] = _resized(members[at], 0, members[at].shape[0] + 1)
    return feeds | {name: members}, f"members of input {i}", f"list {i} '{name}': {kind}"


# Other attributes


def _other_attribute(
    model: onnx.ModelProto, rng: random.Random, near: Sequence[int]
) -> tuple[str, str] | None:
    kinds = (AttributeProto.INT, AttributeProto.INTS, AttributeProto.FLOAT, AttributeProto.STRING)
    choices = [(n, a) for n in model.graph.node for a in n.attribute if a.type in kinds]
    if not choices:
        return None
    node, attribute = rng.choice(choices)
    if attribute.type == AttributeProto.INT:
        attribute.i = rng.choice([*near, *near, *ENDS])
        said = str(attribute.i)
    elif attribute.type == AttributeProto.FLOAT:
        attribute.f = float(np.float32(rng.choice(_FLOATS)))
        said = str(attribute.f)
    elif attribute.type == AttributeProto.STRING:
        attribute.s = rng.choice([b"", b"none", attribute.s + b"x", attribute.s.upper()])
        said = repr(attribute.s)
    else:
        values = list(attribute.ints)
        kind = rng.randrange(4)
        if kind == 0 and values:
            values.pop()
        elif kind == 1 or not values:
            values.append(rng.choice(near))
        else:
            values[rng.randrange(len(values))] = rng.choice([*near, *near, *ENDS])
        attribute.ints[:] = values
        said = str(values)
    return f"attribute {attribute.name}", f"{node.op_type}'s attribute {attribute.name} is {said}"
