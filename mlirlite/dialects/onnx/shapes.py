"""Arithmetic on shapes: broadcasting, axes, windows.

A shape is a tuple of dimensions, DYNAMIC where unknown; None is a shape of unknown rank.
"""

from collections.abc import Iterable, Sequence
from math import prod
from typing import NamedTuple

from mlirlite.ir.attribute import Type
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import DYNAMIC, RankedTensorType, TensorType, UnrankedTensorType
from mlirlite.ir.values import BlockArgument, Value
from mlirlite.support.limits import RANK

Shape = tuple[int, ...]
"""Dimensions, DYNAMIC where unknown."""


class Mismatch(ValueError):
    """An operand or attribute out of range; shown as onnx-mlir does, `onnx.Gather: …`."""


def ranked(shape: Shape, element: Type) -> RankedTensorType:
    """A tensor type; dimensions with a known origin (`constants.Dim`) lose it.
    ValueError for more dimensions than a tensor may have."""
    if len(shape) > RANK.most:
        raise ValueError(f"gives a tensor of {RANK.error(len(shape))}")
    return RankedTensorType(tuple(DYNAMIC if d == DYNAMIC else d for d in shape), element)


def shape_of(value: Value | None) -> Shape | None:
    """The shape of a tensor; None when it has no known rank, or is not a tensor."""
    type = value.type if value is not None else None
    return type.shape if isinstance(type, RankedTensorType) else None


def shape_of_rank(value: Value | None, name: str, least: int, most: int = 64) -> Shape | None:
    """The shape of a tensor; None when its rank is not known. ValueError, with the operand's name,
    if it has fewer or more dimensions."""
    shape = shape_of(value)
    if shape is not None and not least <= len(shape) <= most:
        expected = str(least) if least == most else f"{least} or more"
        raise ValueError(f"operand '{name}' has {len(shape)} dimensions, expected {expected}")
    return shape


def known_shape(value: Value) -> Shape:
    """The shape of a tensor whose rank is known; ValueError for another one."""
    if not isinstance(value.type, RankedTensorType):
        raise ValueError(f"'{value.type}' has no known rank")
    return value.type.shape


def rank_of(value: Value | None) -> int | None:
    """The number of dimensions, or None."""
    shape = shape_of(value)
    return None if shape is None else len(shape)


def element_of(value: Value) -> Type | None:
    """The element type of a tensor."""
    return value.type.element_type if isinstance(value.type, TensorType) else None


def text_of(shape: Iterable[int]) -> str:
    """`2x?x3`; `scalar` for rank 0."""
    return "x".join("?" if d == DYNAMIC else str(d) for d in shape) or "scalar"


def is_static(shape: Shape | None) -> bool:
    """Whether all dimensions are known."""
    return shape is not None and DYNAMIC not in shape


def tensor_type(shape: Shape | None, element: Type | None) -> Type | None:
    """A tensor type; None without an element type."""
    if element is None:
        return None
    return UnrankedTensorType(element) if shape is None else ranked(shape, element)


def unknown_dims(rank: int) -> Shape:
    """A shape of which only the rank is known; ValueError for one that no tensor has."""
    if rank > RANK.most:
        raise ValueError(f"gives a tensor of {RANK.error(rank)}")
    return (DYNAMIC,) * rank


def product(dims: Iterable[int]) -> int:
    """The number of elements; DYNAMIC when a dimension is unknown, unless one is 0."""
    dims = tuple(dims)
    if 0 in dims:
        return 0
    return DYNAMIC if DYNAMIC in dims else prod(dims)


def add(*dims: int) -> int:
    """The sum, DYNAMIC when a part is unknown."""
    return DYNAMIC if DYNAMIC in dims else sum(dims)


def broadcast(*shapes: Shape | None) -> Shape | None:
    """The shape to which all broadcast as numpy does; ValueError when they do not."""
    rank = 0
    for shape in shapes:
        if shape is None:
            return None
        rank = max(rank, len(shape))
    result = [1] * rank
    for shape in shapes:
        for position, size in enumerate(shape or (), rank - len(shape or ())):
            known = result[position]
            if size == known or size == 1:
                continue
            if known == 1 or known == DYNAMIC:
                result[position] = size
            elif size != DYNAMIC:
                every = " and ".join(text_of(s or ()) for s in shapes)
                raise ValueError(
                    f"has operands of shapes {every} that do not broadcast: "
                    f"{known} and {size} differ"
                )
    return tuple(result)


def refine(first: Shape | None, second: Shape | None) -> Shape | None:
    """The shape that combines both for one tensor; ValueError when they contradict each other."""
    if first is None or second is None:
        return second if first is None else first
    if len(first) != len(second):
        raise ValueError(f"shapes {text_of(first)} and {text_of(second)} differ in rank")
    return tuple(refine_dim(a, b) for a, b in zip(first, second, strict=True))


def refine_dim(first: int, second: int) -> int:
    """The known one of two sizes of a dimension; ValueError when they contradict each other."""
    if first in (DYNAMIC, second):
        return second
    if second == DYNAMIC:
        return first
    raise ValueError(f"dimensions {first} and {second} differ")


def join(first: Shape | None, second: Shape | None) -> Shape | None:
    """What holds for both of two tensors: equal dimensions stay, others are unknown."""
    if first is None or second is None or len(first) != len(second):
        return None
    return tuple(a if a == b else DYNAMIC for a, b in zip(first, second, strict=True))


def axis_in(axis: int, rank: int, name: str = "axis", *, end: bool = False) -> int:
    """The axis counted from the front. `end`: the rank itself is allowed too. Mismatch when out of
    range."""
    high = rank if end else rank - 1
    if not -rank <= axis <= high:
        raise Mismatch(f"'{name}' value is {axis}, accepted range is [{-rank}, {high}]")
    return axis + rank if axis < 0 else axis


def axes_in(axes: Iterable[int], rank: int, name: str = "axes") -> tuple[int, ...]:
    """As `axis_in` for each. ValueError for a duplicate."""
    found = tuple(axis_in(axis, rank, name) for axis in axes)
    if len(set(found)) != len(found):
        raise ValueError(f"has an axis twice in {name} {list(found)}")
    return found


def expect_rank(op: Operation, index: int, rank: int, words: str = "") -> None:
    """Mismatch unless the operand has this rank, or an unknown one."""
    value = op.operands[index]
    actual = rank_of(value)
    if actual is not None and actual != rank:
        raise Mismatch(
            f"operand '{_describe(value)} has rank {actual}, rank should be {words or rank}"
        )


def expect_no_scalars(op: Operation, *indices: int) -> None:
    """Mismatch for an operand of rank 0."""
    for index in indices:
        if shape_of(op.operands[index]) == ():
            expect_rank(op, index, -1, "> 0")


def expect_dim(
    op: Operation, index: int, position: int, size: int, *, at_most: bool = False
) -> None:
    """Mismatch unless the operand's dimension is this one, or not known."""
    value = op.operands[index]
    shape = shape_of(value)
    if shape is None or DYNAMIC in (size, shape[position]):
        return
    if shape[position] > size if at_most else shape[position] != size:
        raise Mismatch(
            f"operand '{_describe(value)} has dimension at index {position} with value "
            f"{shape[position]}, value should be {'<= ' if at_most else ''}{size}"
        )


def _describe(value: Value) -> str:
    if isinstance(value, BlockArgument):
        return f"<block argument> of type '{value.type}' at index: {value.index}'"
    name = value.defining_op.name if value.defining_op is not None else ""
    return f"{name}' of type '{value.type}'"


# Windows of convolutions and pools


class Window(NamedTuple):
    """How a window moves over the spatial dimensions, `auto_pad` resolved.

    `begins` and `ends` are the padding; DYNAMIC where it depends on a dimension that is unknown.
    """

    kernel: tuple[int, ...]
    strides: tuple[int, ...]
    dilations: tuple[int, ...]
    begins: tuple[int, ...]
    ends: tuple[int, ...]

    @property
    def extents(self) -> tuple[int, ...]:
        """Elements from a window's first to its last tap, both included."""
        return tuple(
            DYNAMIC if k == DYNAMIC else (k - 1) * d + 1
            for k, d in zip(self.kernel, self.dilations, strict=True)
        )


def window_of(op: Operation, kernel: Sequence[int], spatial: Sequence[int]) -> Window:
    """The window of an op with ONNX's attributes strides, dilations, pads and auto_pad.

    ValueError when one has a wrong length or value.
    """
    rank = len(spatial)
    strides = _per_axis(op, "strides", rank)
    dilations = _per_axis(op, "dilations", rank)
    if len(kernel) != rank:
        raise ValueError(f"kernel_shape has {len(kernel)} entries for {rank} spatial dimensions")
    stated = getattr(op, "kernel_shape", None) or ()
    for name, entries in (("strides", strides), ("dilations", dilations), ("kernel_shape", stated)):
        if any(e < 1 for e in entries):
            raise ValueError(f"{name} value must be at least one")
        _check_small(name, entries)
    zeros = (0,) * rank
    window = Window(tuple(kernel), strides, dilations, zeros, zeros)
    auto_pad = getattr(op, "auto_pad", "NOTSET")
    if auto_pad == "VALID":
        return window
    if auto_pad in ("SAME_UPPER", "SAME_LOWER"):
        begins, ends = [], []
        for size, extent, stride in zip(spatial, window.extents, strides, strict=True):
            if DYNAMIC in (size, extent):
                begins.append(DYNAMIC)
                ends.append(DYNAMIC)
                continue
            total = max(0, (-(-size // stride) - 1) * stride + extent - size)
            small, large = total // 2, total - total // 2
            begins.append(small if auto_pad == "SAME_UPPER" else large)
            ends.append(large if auto_pad == "SAME_UPPER" else small)
        return window._replace(begins=tuple(begins), ends=tuple(ends))
    if auto_pad not in ("NOTSET", ""):
        raise ValueError(
            f'has auto_pad = "{auto_pad}", expected NOTSET, SAME_UPPER, SAME_LOWER or VALID'
        )
    pads = getattr(op, "pads", None)
    if pads is None:
        return window
    if len(pads) != 2 * rank:
        raise ValueError(f"pads has {len(pads)} entries for {rank} spatial dimensions")
    _check_small("pads", pads)
    return window._replace(begins=tuple(pads[:rank]), ends=tuple(pads[rank:]))


def _check_small(name: str, entries: Sequence[int]) -> None:
    """ValueError for entries with which sizes would wrap."""
    for entry in entries:
        if abs(entry) >= 1 << 31:
            raise ValueError(f"{name} has an entry of {entry}, expected less than 2^31")


def _per_axis(op: Operation, name: str, rank: int) -> tuple[int, ...]:
    entries = getattr(op, name, None)
    if entries is None:
        return (1,) * rank
    if len(entries) != rank:
        raise ValueError(f"{name} has {len(entries)} entries for {rank} spatial dimensions")
    return tuple(entries)


def slide(
    window: Window,
    spatial: Sequence[int],
    auto_pad: str,
    ceil: bool = False,
    from_end_pad: bool = False,
) -> Shape:
    """Number of positions of a window in each dimension.

    `ceil`: a last window that is only partly inside counts, unless it starts in the end padding;
    `from_end_pad`: even then.
    """
    result = []
    for position, size in enumerate(spatial):
        extent, stride = window.extents[position], window.strides[position]
        if auto_pad in ("SAME_UPPER", "SAME_LOWER"):
            result.append(size if size == DYNAMIC else -(-size // stride))
            continue
        begin, end = window.begins[position], window.ends[position]
        if DYNAMIC in (size, extent, begin, end):
            result.append(DYNAMIC)
            continue
        room = size + begin + end - extent
        if room < 0 and not (ceil and not from_end_pad and room > -stride):
            raise ValueError(
                f"has a window of {extent} elements for {size + begin + end} padded ones "
                f"in spatial dimension {position}"
            )
        count = -(-room // stride) + 1 if ceil else room // stride + 1
        if ceil and not from_end_pad and (count - 1) * stride >= size + begin:
            count -= 1
        result.append(count)
    return tuple(result)
