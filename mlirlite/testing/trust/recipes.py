"""How random graphs grow: each recipe picks values and adds a node, or does nothing if no value
fits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from mlirlite.testing.trust.graphs import MOST, Graph, RandomModel, Value

Recipe = Callable[[Graph], Any]


def words(text: str) -> list[str]:
    """Names of operators."""
    return text.split()


_FLOAT = words("""
Abs Neg Exp Log Sqrt Reciprocal Sin Cos Tan Tanh Sigmoid Relu Elu Selu Celu Softplus
Softsign HardSigmoid HardSwish Mish Gelu Erf Asinh Atan Sinh Cosh Acosh Asin Acos Atanh LeakyRelu
ThresholdedRelu Shrink Identity LogSoftmax Softmax GlobalAveragePool GlobalMaxPool
MeanVarianceNormalization ReduceMean""")
_JUMPS = words("Floor Ceil Round Sign Hardmax IsNaN IsInf")
"""Functions that turn a small difference into a large one."""
_REDUCTIONS = words("""
ReduceSum ReduceMean ReduceMax ReduceMin ReduceProd ReduceL1 ReduceL2 ReduceLogSum
ReduceLogSumExp ReduceSumSquare""")
_TYPES = (1, 11, 6, 7, 9, 2, 3, 10)


def _broadcasts(g: Graph, v: Value) -> Value:
    """A value to combine with another: one of the graph, or new numbers of a shape that fits."""
    fits = [
        o for o in g.values if o.array.dtype == v.array.dtype and _fit(o.array.shape, v.array.shape)
    ]
    if fits and g.rng.random() < 0.6:
        return g.rng.choice(fits)
    shape = [1 if g.rng.random() < 0.3 else n for n in v.array.shape]
    shape = shape[g.rng.choice([0, 0, 0, 1, 2]) :]
    return g.given(g.some(shape, v.array.dtype), v.array.dtype)


def _fit(a: tuple[int, ...], b: tuple[int, ...]) -> bool:
    return all(m in (n, 1) or n == 1 for m, n in zip(a[::-1], b[::-1], strict=False))


def _axis(g: Graph, v: Value) -> int:
    return g.rng.randrange(-v.array.ndim, v.array.ndim) if v.array.ndim else 0


def unary(g: Graph) -> None:
    """A function of one float tensor."""
    v = g.pick("f")
    if v is not None:
        g.add(g.rng.choice(_FLOAT), [v], exact=False)


def jump(g: Graph) -> None:
    """A discontinuous function."""
    v = g.pick("f", exact=True)
    if v is not None:
        g.add(g.rng.choice(_JUMPS), [v])


def binary(g: Graph) -> None:
    """Arithmetic."""
    v = g.pick("fiu")
    if v is None:
        return
    op = g.rng.choice(words("Add Sub Mul Div Min Max Pow Mod PRelu Sum Mean"))
    if op in ("Mod", "Pow") and not v.exact:
        op = "Add"
    other = _broadcasts(g, v)
    pair = [v, other] if g.rng.random() < 0.5 or op == "PRelu" else [other, v]
    if v.array.dtype.kind in "iu" and op in ("Div", "Mod", "Pow") and not pair[1].array.all():
        return
    fmod = {"fmod": 1} if op == "Mod" and v.array.dtype.kind == "f" else {}
    g.add(op, pair, exact=v.array.dtype.kind != "f" and None, **fmod)


def compare(g: Graph) -> None:
    """Comparisons and logic."""
    v = g.pick("fiub", exact=True)
    if v is None:
        return
    if v.array.dtype.kind == "b":
        op = g.rng.choice(words("And Or Xor Not Equal"))
        g.add(op, [v] if op == "Not" else [v, _broadcasts(g, v)])
        return
    other = _broadcasts(g, v)
    if other.exact:
        g.add(g.rng.choice(words("Equal Less Greater LessOrEqual GreaterOrEqual")), [v, other])


def where(g: Graph) -> None:
    """Where, Clip."""
    v, c = g.pick("fi"), g.pick("b")
    if v is None:
        return
    if c is not None and _fit(c.array.shape, v.array.shape) and g.rng.random() < 0.7:
        g.add("Where", [c, v, _broadcasts(g, v)])
    else:
        low, high = sorted(g.some([2], v.array.dtype).tolist())
        bounds = [g.given(n, v.array.dtype) for n in (low, high)]
        g.add("Clip", [v, *bounds])


def cast(g: Graph) -> None:
    """Cast."""
    v = g.pick("fiub", exact=True)
    if v is not None:
        small = v.array.dtype.kind != "f" or not (np.abs(v.array) > 100).any()
        g.add("Cast", [v], to=g.rng.choice(_TYPES if small else (1, 11)))


def reduce(g: Graph) -> None:
    """Reductions and ArgMax."""
    v = g.pick("fi", rank=1)
    if v is None:
        return
    keep = g.rng.randrange(2)
    if v.exact and g.rng.random() < 0.2:
        g.add(g.rng.choice(["ArgMax", "ArgMin"]), [v], axis=_axis(g, v), keepdims=keep)
        return
    count = g.rng.randint(0, v.array.ndim)
    axes = g.rng.sample(range(v.array.ndim), count)
    axes = [a - v.array.ndim if g.rng.random() < 0.3 else a for a in axes]
    inputs = [v, g.given(axes)] if axes or g.rng.random() < 0.5 else [v]
    extra = {"noop_with_empty_axes": 1} if g.rng.random() < 0.2 else {}
    op = g.rng.choice(_REDUCTIONS)
    if op == "ReduceMean":
        extra = {}
    g.add(op, inputs, exact=v.array.dtype.kind != "f" and None, keepdims=keep, **extra)


def along(g: Graph) -> None:
    """Functions along an axis."""
    v = g.pick("f", rank=1)
    if v is None:
        return
    op = g.rng.choice(words("Softmax LogSoftmax CumSum LpNormalization LayerNormalization"))
    axis = _axis(g, v)
    if op == "CumSum":
        flags = {k: g.rng.randrange(2) for k in ("exclusive", "reverse")}
        g.add(op, [v, g.given(axis)], exact=False, **flags)
    elif op == "LayerNormalization":
        shape = v.array.shape[axis:] if axis < 0 else v.array.shape[axis - v.array.ndim :]
        scale = g.given(g.some(shape, v.array.dtype), v.array.dtype)
        g.add(op, [v, scale], exact=False, axis=axis)
    else:
        g.add(op, [v], exact=False, axis=axis)


def reshape(g: Graph) -> None:
    """Other shapes of the same elements."""
    v = g.pick("fiub")
    if v is None:
        return
    shape = list(v.array.shape)
    op = g.rng.choice(words("Reshape Flatten Squeeze Unsqueeze Transpose Transpose Reshape"))
    if op == "Flatten":
        g.add(op, [v], axis=g.rng.randint(-v.array.ndim, v.array.ndim))
    elif op == "Transpose":
        g.add(op, [v], perm=g.rng.sample(range(v.array.ndim), v.array.ndim))
    elif op == "Unsqueeze":
        g.add(op, [v, g.given([g.rng.randint(-v.array.ndim - 1, v.array.ndim)])])
    elif op == "Squeeze":  # by axes that are known: ranks are never found at run time
        ones = [i for i, n in enumerate(shape) if n == 1]
        if ones:
            axes = g.rng.sample(ones, g.rng.randint(1, len(ones)))
            g.add(op, [v, g.given(axes, constant=1)])
    else:
        g.add(op, [v, g.given(_regrouped(g, shape))])


def _regrouped(g: Graph, shape: list[int]) -> list[int]:
    """Sizes with the same number of elements."""
    if len(shape) > 1 and g.rng.random() < 0.6:
        i = g.rng.randrange(len(shape) - 1)
        shape = [*shape[:i], shape[i] * shape[i + 1], *shape[i + 2 :]]
    elif shape and g.rng.random() < 0.5:
        i = g.rng.randrange(len(shape))
        n = next((k for k in (2, 3, 5) if shape[i] % k == 0), 1)
        shape = [*shape[:i], n, shape[i] // n, *shape[i + 1 :]]
    if shape and 0 not in shape and g.rng.random() < 0.5:
        shape[g.rng.randrange(len(shape))] = -1
    return shape


def cut(g: Graph) -> None:
    """Slice, Split, Pad."""
    v = g.pick("fiub", rank=1)
    if v is None:
        return
    axis = _axis(g, v)
    n = v.array.shape[axis]
    op = g.rng.choice(words("Slice Slice Split Pad Trilu TopK"))
    if op == "Slice":
        step = g.rng.choice([1, 1, 2, -1, -2, 3])
        start, end = (g.rng.choice([0, 1, -1, n, -n, n - 1, 2**31, -(2**31)]) for _ in range(2))
        g.add(op, [v, g.given([start]), g.given([end]), g.given([axis]), g.given([step])])
    elif op == "Split" and n > 1:
        at = g.rng.randint(0, n)
        g.add(op, [v, g.given([at, n - at])], outputs=2, axis=axis)
    elif op == "Pad" and v.array.dtype.kind != "b":
        mode = g.rng.choice(["constant", "reflect", "edge", "wrap"])
        pads = [g.rng.randint(-1, 2) for _ in range(2 * v.array.ndim)]
        if mode != "constant":
            pads = [max(0, min(p, m - 1)) for p, m in zip(pads, v.array.shape * 2, strict=True)]
        g.add(op, [v, g.given(pads)], mode=mode)
    elif op == "Trilu" and v.array.ndim > 1:
        g.add(op, [v, g.given(g.rng.randint(-3, 3))], upper=g.rng.randrange(2))
    elif op == "TopK" and v.exact and v.array.dtype.kind == "f":
        largest = g.rng.randrange(2)
        g.add(op, [v, g.given([g.rng.randint(0, n)])], outputs=2, axis=axis, largest=largest)


def join(g: Graph) -> None:
    """Concat, Tile, Expand."""
    v = g.pick("fiub")
    if v is None:
        return
    op = g.rng.choice(words("Concat Concat Tile Expand"))
    if op == "Tile":
        g.add(op, [v, g.given([g.rng.choice([0, 1, 1, 2, 3]) for _ in v.array.shape])])
    elif op == "Expand":
        shape = [3 if n == 1 and g.rng.random() < 0.5 else n for n in v.array.shape]
        g.add(op, [v, g.given([2, *shape] if g.rng.random() < 0.3 else shape)])
    elif v.array.ndim:
        axis = _axis(g, v)
        shape = list(v.array.shape)
        shape[axis] = g.rng.randint(0, 3)
        g.add(op, [v, g.given(g.some(shape, v.array.dtype), v.array.dtype), v], axis=axis)


def index(g: Graph) -> None:
    """Gather and Scatter."""
    v = g.pick("fi", rank=1)
    if v is None or not v.array.size:
        return
    op = g.rng.choice(words("Gather Gather GatherElements ScatterElements GatherND ScatterND"))
    axis, dtype = _axis(g, v), v.array.dtype
    n = v.array.shape[axis]
    if op == "Gather":
        shape = g.rng.choice([[], [3], [2, 2], [0], [1]])
        g.add(op, [v, g.given(g.numbers.integers(-n, n, shape))], axis=axis)
    elif op.endswith("ND"):
        m = v.array.shape[0]
        count = g.rng.randint(1, m)
        places = g.given(np.array(g.rng.sample(range(m), count))[:, None])
        updates = g.given(g.some((count, *v.array.shape[1:]), dtype), dtype)
        g.add(op, [v, places] if op == "GatherND" else [v, places, updates])
    else:
        shape = list(v.array.shape)
        shape[axis] = g.rng.randint(1, n)
        order = np.argsort(g.numbers.random(v.array.shape), axis)
        places = g.given(np.take(order, np.arange(shape[axis]), axis))
        updates = g.given(g.some(shape, dtype), dtype)
        g.add(op, [v, places] if op == "GatherElements" else [v, places, updates], axis=axis)


def product(g: Graph) -> None:
    """MatMul, Gemm, Einsum."""
    v = g.pick("f", rank=1)
    if v is None:
        return
    k, n = v.array.shape[-1], g.rng.choice([1, 3, 8, 17])
    dtype = v.array.dtype
    if v.array.ndim == 2 and g.rng.random() < 0.5:
        transposed = g.rng.randrange(2)
        other = g.given(g.some((n, k) if transposed else (k, n), dtype), dtype)
        bias = g.given(g.some(g.rng.choice([(n,), (1, n), (1,), ()]), dtype), dtype)
        g.add("Gemm", [v, other, bias], exact=False, transB=transposed, alpha=0.5, beta=2.0)
        return
    batch = v.array.shape[:-2] if g.rng.random() < 0.3 else ()
    shape = g.rng.choice([(k, n), (*batch, k, n), (k,)])
    g.add("MatMul", [v, g.given(g.some(shape, dtype), dtype)], exact=False)


def window(g: Graph) -> None:
    """Convolutions and pooling."""
    v = g.pick("f", rank=3)
    if v is None or v.array.dtype != np.float32:
        return
    space = v.array.ndim - 2
    op = g.rng.choice(words("Conv Conv ConvTranspose MaxPool AveragePool LpPool"))
    kernel = [g.rng.randint(1, min(3, n) or 1) for n in v.array.shape[2:]]
    attributes: dict[str, Any] = {"kernel_shape": kernel}
    if g.rng.random() < 0.5:
        attributes["strides"] = [g.rng.randint(1, 2) for _ in range(space)]
    if g.rng.random() < 0.5:
        attributes["pads"] = [g.rng.randint(0, (k - 1) // 2) for k in kernel] * 2
    elif g.rng.random() < 0.3:
        attributes["auto_pad"] = g.rng.choice(["SAME_UPPER", "SAME_LOWER", "VALID"])
    if g.rng.random() < 0.3 and op != "LpPool":
        attributes["dilations"] = [g.rng.randint(1, 2) for _ in range(space)]
    channels = v.array.shape[1]
    if op.startswith("Conv"):
        group = channels if g.rng.random() < 0.2 and channels else 1
        m = group * g.rng.choice([1, 2, 8])
        shape = (m, channels // group) if op == "Conv" else (channels, m // group)
        inputs = [v, g.given(g.some((*shape, *kernel)), np.float32)]
        if g.rng.random() < 0.5:
            inputs.append(g.given(g.some([m]), np.float32))
        g.add(op, inputs, exact=False, group=group, **attributes)
        return
    if op != "LpPool":
        attributes["ceil_mode"] = g.rng.randrange(2)
    if op == "AveragePool":
        attributes["count_include_pad"] = g.rng.randrange(2)
    g.add(op, [v], exact=op == "MaxPool" and None, **attributes)


def normalize(g: Graph) -> None:
    """Normalizations with parameters for each channel."""
    v = g.pick("f", rank=2)
    if v is None or v.array.dtype != np.float32:
        return
    c = v.array.shape[1]
    few = [g.given(g.some([c]), np.float32) for _ in range(3)]
    op = g.rng.choice(["BatchNormalization", "InstanceNormalization", "GroupNormalization"])
    if op == "BatchNormalization":
        g.add(op, [v, *few, g.given(np.abs(g.some([c])) + 0.1, np.float32)], exact=False)
    elif op == "GroupNormalization":
        groups = next((n for n in (3, 2, 1) if c % n == 0), 1)
        g.add(op, [v, *few[:2]], exact=False, num_groups=groups)
    else:
        g.add(op, [v, *few[:2]], exact=False)


def other(g: Graph) -> None:
    """Sizes that depend on values, and all other operators."""
    v = g.pick("fib", rank=1, exact=True)
    if v is None:
        return
    op = g.rng.choice(words("NonZero Compress OneHot Resize DepthToSpace Shape Size Range"))
    axis = _axis(g, v)
    n = v.array.shape[axis]
    if op == "Compress":
        g.add(op, [v, g.given(g.some([g.rng.randint(0, n)], bool), bool)], axis=axis)
    elif op == "OneHot" and v.array.dtype.kind == "i":
        g.add(op, [v, g.given(g.rng.randint(1, 5)), g.given([0, 1], np.float32)], axis=-1)
    elif op == "Resize" and v.array.dtype == np.float32 and v.array.ndim in (3, 4):
        sizes = [*v.array.shape[:2], *[g.rng.randint(1, 9) for _ in v.array.shape[2:]]]
        mode = g.rng.choice(["nearest", "linear"])
        g.add(op, [v, None, None, g.given(sizes)], exact=False, mode=mode)
    elif op == "DepthToSpace":
        g.add(op, [v], blocksize=2, mode=g.rng.choice(["DCR", "CRD"]))
    elif op == "Range":
        first, last, step = g.rng.randint(-5, 5), g.rng.randint(-9, 9), g.rng.choice([1, 2, -1])
        g.add(op, [g.given(n) for n in (first, last, step)])
    elif op in ("NonZero", "Shape", "Size"):
        g.add(op, [v])


RECIPES: tuple[Recipe, ...] = (
    *(unary, unary, jump, binary, binary, binary, compare, where, cast, reduce, reduce, along),
    *(reshape, reshape, cut, cut, join, index, product, window, window, normalize, other),
)


def random_model(seed: int) -> RandomModel:
    """A model of up to a dozen nodes."""
    graph = Graph(seed)
    for _ in range(graph.rng.randint(1, 3)):
        rank = graph.rng.choice([0, 1, 2, 2, 3, 3, 4, 4, 5])
        shape = [graph.rng.choice([1, 2, 3, 4, 5, 7, 8, 16, 17]) for _ in range(rank)]
        while np.prod(shape) > MOST // 4:
            shape[shape.index(max(shape))] = 2
        kinds = [np.float32] * 5 + [np.int64, np.int32, np.float64, np.bool_, np.uint8, np.int8]
        graph.input(graph.some(shape, graph.rng.choice(kinds)))
    wanted = graph.rng.randint(1, 12)
    for _ in range(6 * wanted):
        if len(graph.nodes) < wanted:
            graph.rng.choice(RECIPES)(graph)
    return graph.model() if graph.nodes else random_model(seed + (1 << 40))
