"""Look-up operators of ai.onnx.ml: labels, categories, maps, missing values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from mlirlite.conversion.onnx_to_krnl.casts.text_cast import fixed_text, read_texts
from mlirlite.conversion.onnx_to_krnl.control.lookup import Keys
from mlirlite.conversion.onnx_to_krnl.emit.boxes import (
    PAIR,
    box,
    constant_text,
    dynamic,
    list_of,
    texts,
    unbox,
)
from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.element_types import compute_type
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix
from mlirlite.conversion.onnx_to_krnl.emit.table import kernel
from mlirlite.conversion.onnx_to_krnl.emit.types import element_type
from mlirlite.conversion.onnx_to_krnl.movement.gather import clear
from mlirlite.dialects import krnl
from mlirlite.ir.attribute import Type
from mlirlite.ir.dense import DenseStringElementsAttr, ElementsAttr
from mlirlite.ir.types import F32, I64, FloatType


def elements(value: Any) -> list[Any]:
    """The elements of an attribute that is a tensor."""
    if isinstance(value, DenseStringElementsAttr):
        return list(value.value) * (value.type.num_elements if value.is_splat else 1)
    return list(value.values())


def column(b: KrnlBuilder, values: Sequence[Any], type: Type) -> Buffer:
    """A constant buffer of numbers or strings."""
    return texts(b, list(values)) if type is krnl.STRING else b.table(values, type)


_KINDS = ("strings", "int64s", "floats")
_TYPES = {"strings": krnl.STRING, "int64s": I64, "floats": F32}


def _side(b: KrnlBuilder, side: str) -> tuple[list[Any], Type]:
    """Keys or values of a LabelEncoder, and their type."""
    tensor: Any = b.attr(f"{side}_tensor")
    if isinstance(tensor, ElementsAttr):
        return elements(tensor), element_type(tensor.type.element_type)
    for kind in _KINDS:
        given = b.attr(f"{side}_{kind}")
        if given is not None:
            return list(given), _TYPES[kind]
    raise b.error(f"has no {side}")


@kernel("LabelEncoder", "LabelEncoderV2")
def label_encoder(b: KrnlBuilder) -> Any:
    """The value of each key; the default for an unknown key."""
    (x,) = b.inputs(1)
    (keys, key_type), (values, value_type) = _side(b, "keys"), _side(b, "values")
    default: Any = b.attr("default_tensor")
    if isinstance(default, ElementsAttr):
        (default,) = elements(default)
    elif value_type is krnl.STRING:
        default = b.attr("default_string", "_Unused")
    elif value_type is F32:
        default = b.attr("default_float", -0.0)
    else:
        default = b.attr("default_int64", -1)
    return _mapped(b, x, keys, key_type, values, value_type, default)


def _mapped(
    b: KrnlBuilder,
    x: Buffer,
    keys: Sequence[Any],
    key_type: Type,
    values: Sequence[Any],
    value_type: Type,
    default: Any,
) -> Buffer:
    if len(keys) != len(values):
        raise b.error(f"has {len(keys)} keys and {len(values)} values, expected as many of both")
    table = Keys(b, keys, compute_type(key_type))
    results = column(b, [*[values[i] for i in table.order], default], value_type)
    out = b.output(x.shape)
    with b.loops(*x.shape) as i:
        found, place = table.find(x[i] if table.text else x[i].cast(table.type))
        out.store(results.load([b.index_select(found, place, len(table.order))]), i)
    return out


@kernel("CategoryMapper", "LabelEncoderV1")
def category_mapper(b: KrnlBuilder) -> Any:
    """Texts to integers, or integers to texts."""
    (x,) = b.inputs(1)
    names = b.attr("cats_strings") or b.attr("classes_strings") or ()
    numbers = b.attr("cats_int64s")
    numbers = range(len(names)) if numbers is None else numbers
    if x.element is krnl.STRING:
        number = b.attr("default_int64", -1)
        return _mapped(b, x, names, krnl.STRING, list(numbers), I64, number)
    text = b.attr("default_string", "_Unused")
    return _mapped(b, x, list(numbers), I64, names, krnl.STRING, text)


@kernel("OneHotEncoder")
def one_hot_encoder(b: KrnlBuilder) -> Any:
    """A row of zeros with a one at the category; all zeros for an unknown category."""
    (x,) = b.inputs(1)
    text = x.element is krnl.STRING
    categories = b.attr("cats_strings") if text else b.attr("cats_int64s")
    table = Keys(b, list(categories), krnl.STRING if text else I64)
    places = b.table(table.order, I64)
    out = b.output([*x.shape, len(categories)])
    with b.loops(*out.shape) as i:
        out[i] = 0
    with b.loops(*x.shape) as i:
        found, place = table.find(x[i] if text else x[i].cast(I64))
        with b.if_(found):
            out[[*i, places[place].index()]] = 1
    return out


@kernel("Imputer")
def imputer(b: KrnlBuilder) -> Any:
    """Another value for each missing one: one per column, or one for all."""
    (x,) = b.inputs(1)
    type = compute_type(x.element)
    kind = "floats" if isinstance(type, FloatType) else "int64s"
    values = b.attr(f"imputed_value_{kind}")
    missing = b.attr(f"replaced_value_{kind.removesuffix('s')}", 0)
    if not values:
        raise b.error(f"has no imputed_value_{kind}")
    table = b.table(values, type)
    out = b.output(x.shape)
    with b.loops(*x.shape) as i:
        value = x[i]
        removed = value.is_nan() if missing != missing else value.eq(missing)
        out[i] = removed.select(table[i[-1] if len(values) > 1 else 0], value)
    return out


@kernel("FeatureVectorizer")
def feature_vectorizer(b: KrnlBuilder) -> Any:
    """Columns of all operands side by side, as floats; each is truncated or filled with zeros to
    its declared width."""
    inputs = b.all_inputs()
    inputs = [
        x if x.rank > 1 else b.view(x, b.memref([1, *x.shape], x.element), [1, *x.shape])
        for x in inputs
    ]
    widths: Sequence[Ix] = b.attr("inputdimensions") or [x.shape[1] for x in inputs]
    total: Ix = 0
    for width in widths:
        total = total + width
    rows = inputs[0].shape[0]
    out = b.output([rows, total])
    with b.loops(*out.shape) as i:
        out[i] = 0
    start: Ix = 0
    for x, width in zip(inputs, widths, strict=True):
        with b.loops(rows, b.index_min(width, x.shape[1])) as (n, k):
            out[n, start + k] = x[n, k].cast(F32)
        start = start + width
    return out


# Maps


def _columns(b: KrnlBuilder, operand: int = 0) -> tuple[Buffer, Buffer]:
    """Keys and values of a map."""
    (pair,) = b.inputs(1)
    key, value = b.op.operands[operand].type.types

    def column(i: int, type: Type) -> Buffer:
        return unbox(b, pair.load([i]), dynamic(1, element_type(type)))

    return column(0, key), column(1, value)


@kernel("DictVectorizer")
def dict_vectorizer(b: KrnlBuilder) -> Any:
    """A column for each word of the vocabulary, 0 for keys that are not there."""
    keys, values = _columns(b)
    text = keys.element is krnl.STRING
    vocabulary = b.attr("string_vocabulary") if text else b.attr("int64_vocabulary")
    table = Keys(b, list(vocabulary), keys.element)
    places = b.table(table.order, I64)
    out = b.output([1, len(vocabulary)])
    clear(b, out)
    with b.loops(*keys.shape) as i:
        found, place = table.find(keys[i])
        with b.if_(found):
            out.store(values.load(i), [0, places[place].index()])
    return out


@kernel("CastMap")
def cast_map(b: KrnlBuilder) -> Any:
    """The values in the order of the keys; with `SPARSE` each at the index given by its key."""
    keys, values = _columns(b)
    sparse = b.attr("map_form", "DENSE") == "SPARSE"
    size: Ix = b.attr("max_map", 1) if sparse else keys.shape[0]
    out = b.output([1, size])
    put = _caster(b, values, out)
    _clear_map(b, out)
    with b.loops(*keys.shape) as (i,):
        if sparse:
            at = keys[i].index()
            inside = b.test("sge", at, 0) & b.test("slt", at, size)
            with b.if_(inside):
                put(i, at)
        else:
            put(i, _rank(b, keys, i))
    return out


def _caster(b: KrnlBuilder, values: Buffer, out: Buffer) -> Callable[[Ix, Ix], None]:
    """The function that stores a value in a row, as a number or a text."""
    from_text, to_text = values.element is krnl.STRING, out.element is krnl.STRING
    target = compute_type(out.element)
    numbers = values
    if from_text and not to_text:
        numbers = b.alloc(values.shape, out.element)
        read_texts(b, values, numbers)

    def put(i: Ix, at: Ix) -> None:
        if not to_text:
            out[0, at] = numbers[i].cast(target)
        else:
            text = values.load([i]) if from_text else fixed_text(b, values[i])
            out.store(text, [0, at])

    return put


def _clear_map(b: KrnlBuilder, out: Buffer) -> None:
    """Zeros; among texts onnxruntime's `0.f`."""
    if out.element is not krnl.STRING:
        return clear(b, out)
    zero = constant_text(b, "0.f")
    with b.loops(*out.shape) as i:
        out.store(zero, i)


def _rank(b: KrnlBuilder, keys: Buffer, i: Ix) -> Ix:
    """How many keys are smaller."""
    mine = keys[i]
    (count,) = b.fold(
        [keys.shape[0]],
        [b.scalar(0, I64)],
        lambda k, n: [n[0] + (keys[k] < mine).cast(I64)],
    )
    return count.index()


@kernel("ZipMap")
def zip_map(b: KrnlBuilder) -> Any:
    """A map from the labels to the scores for each row."""
    (x,) = b.inputs(1)
    names = b.attr("classlabels_strings")
    labels = b.attr("classlabels_int64s") if names is None else names
    keys = box(b, column(b, labels, I64 if names is None else krnl.STRING))
    count = len(labels)
    rows = x.shape[0] if x.rank > 1 else 1
    flat = b.view(x, b.memref([rows, count], x.element), [rows, count])
    out = list_of(b, rows)
    with b.loops(rows) as (n,):
        scores = b.alloc([count], x.element)
        with b.loops(count) as (k,):
            scores.store(flat.load([n, k]), [k])
        pair = b.alloc_type(PAIR, [2])
        pair.store(keys, [0])
        pair.store(box(b, scores), [1])
        out.store(box(b, pair), [n])
    return out
