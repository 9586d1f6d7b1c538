"""Texts of the builtin types and attributes: one function per class, `(p, attribute) -> text`,
without the attribute's own alias."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from mlirlite.ir.attribute import Attribute, OpaqueAttr, OpaqueType, Type
from mlirlite.ir.attributes import (
    AffineMapAttr,
    ArrayAttr,
    DenseArrayAttr,
    DictionaryAttr,
    DistinctAttr,
    FloatAttr,
    IntegerAttr,
    IntegerSetAttr,
    StridedLayoutAttr,
    StringAttr,
    SymbolRefAttr,
    UnitAttr,
)
from mlirlite.ir.dense import (
    DenseElementsAttr,
    DenseResourceAttr,
    DenseStringElementsAttr,
    OpaqueElementsAttr,
    SparseElementsAttr,
)
from mlirlite.ir.types import (
    DYNAMIC,
    F64,
    I1,
    I64,
    ComplexType,
    FloatType,
    FunctionType,
    IndexType,
    IntegerType,
    MemRefType,
    NoneType,
    RankedTensorType,
    TupleType,
    UnrankedMemRefType,
    UnrankedTensorType,
    VectorType,
)
from mlirlite.printer.literals import (
    dense_body,
    float_text,
    integer_text,
    is_hex,
    keyword_or_string,
    nested,
    number_texts,
    quoted,
    symbol,
)
from mlirlite.printer.locations import BUILTIN_LOCATIONS, location_text
from mlirlite.printer.texts import Texts

ELIDED = "dense_resource<__elided__>"


def typed(p: Texts, text: str, type_: Type | None) -> str:
    """The text with ` : type` after it, unless it has no type."""
    if type_ is None or type(type_) is NoneType:
        return text
    return f"{text} : {p.attribute_text(type_)}"


def element_text(p: Texts, attribute: Attribute) -> str:
    """The text inside an array or a memref: `i64` and `f64` are implied."""
    a: Any = attribute
    kind = type(attribute)
    if kind is IntegerAttr:
        if a.type is I64:
            return str(a.value)
    elif kind is FloatAttr and a.type is F64:
        text = float_text(a.value, F64.format)
        if not is_hex(text):
            return text
    return p.attribute_text(attribute)


def untyped_text(p: Texts, attribute: Attribute) -> str:
    """The text without the type."""
    a: Any = attribute
    kind = type(attribute)
    if kind is IntegerAttr and a.type is not I1:
        return integer_text(a.value, a.type)
    if kind is FloatAttr:
        return float_text(a.value, a.type.format)
    if kind is StringAttr:
        return quoted(a.value)
    if kind is DenseElementsAttr:
        return _dense_head(p, a)
    if kind is OpaqueAttr:
        return dialect_symbol("#", a.dialect, a.body)
    text = p.attribute_text(attribute)
    return text.removesuffix(f" : {p.attribute_text(a.type)}") if kind.self_typed else text


def entries_text(p: Texts, entries: Iterable[tuple[str, Attribute]]) -> str:
    """`a = 1 : i64, b`: a dictionary without its braces."""
    parts = []
    for name, value in entries:
        word = keyword_or_string(name)
        parts.append(word if type(value) is UnitAttr else f"{word} = {p.attribute_text(value)}")
    return ", ".join(parts)


# Attributes


def _array(p: Texts, a: ArrayAttr) -> str:
    return f"[{', '.join([element_text(p, x) for x in a.value])}]"


def _dictionary(p: Texts, a: DictionaryAttr) -> str:
    return f"{{{entries_text(p, a.entries)}}}"


def _integer(p: Texts, a: IntegerAttr) -> str:
    if a.type is I1:
        return "true" if a.value else "false"
    return f"{integer_text(a.value, a.type)} : {p.attribute_text(a.type)}"


def _float(p: Texts, a: FloatAttr) -> str:
    return f"{float_text(a.value, a.type.format)} : {a.type.keyword}"


def _string(p: Texts, a: StringAttr) -> str:
    return typed(p, quoted(a.value), a.type)


def _symbol_ref(p: Texts, a: SymbolRefAttr) -> str:
    return "::".join([symbol(a.root), *map(symbol, a.nested)])


def _dense_array(p: Texts, a: DenseArrayAttr) -> str:
    head = f"array<{p.attribute_text(a.element_type)}"
    if not a.value:
        return f"{head}>"
    return f"{head}: {', '.join(number_texts(a.value, a.element_type))}>"


def _strided(p: Texts, a: StridedLayoutAttr) -> str:
    text = f"strided<[{', '.join(map(_size, a.strides))}]"
    return f"{text}, offset: {_size(a.offset)}>" if a.offset else f"{text}>"


def _distinct(p: Texts, a: DistinctAttr) -> str:
    number = p.distinct_number(a)
    inner = "" if type(a.referenced) is UnitAttr else p.attribute_text(a.referenced)
    return f"distinct[{number}]<{inner}>"


def _opaque(p: Texts, a: OpaqueAttr) -> str:
    return typed(p, dialect_symbol("#", a.dialect, a.body), a.type)


# Elements


def is_elided(p: Texts, a: Any) -> bool:
    """True when the flags leave out big constants."""
    limit = p.flags.elide_elements_larger
    return limit is not None and not a.is_splat and limit < a.type.num_elements


def _dense_head(p: Texts, a: DenseElementsAttr) -> str:
    return ELIDED if is_elided(p, a) else f"dense<{dense_body(a, p.flags.hex_elements_larger)}>"


def _dense(p: Texts, a: DenseElementsAttr) -> str:
    return typed(p, _dense_head(p, a), a.type)


def _dense_string(p: Texts, a: DenseStringElementsAttr) -> str:
    if is_elided(p, a):
        return typed(p, ELIDED, a.type)
    return typed(p, f"dense<{_string_body(a)}>", a.type)


def _string_body(a: DenseStringElementsAttr) -> str:
    texts = list(map(quoted, a.value))
    return texts[0] if a.is_splat else nested(texts, a.type.shape) if texts else ""


def _sparse(p: Texts, a: SparseElementsAttr) -> str:
    if is_elided(p, a.indices) or is_elided(p, a.values):
        return typed(p, ELIDED, a.type)
    body = ""
    if a.indices.type.num_elements:
        if isinstance(a.values, DenseStringElementsAttr):
            values = _string_body(a.values)
        else:
            values = dense_body(a.values, p.flags.hex_elements_larger)
        body = f"{dense_body(a.indices, None)}, {values}"
    return typed(p, f"sparse<{body}>", a.type)


def _resource(p: Texts, a: DenseResourceAttr) -> str:
    key = keyword_or_string(p.resources.use(a.resource))
    return typed(p, f"dense_resource<{key}>", a.type)


# Types


def results_text(p: Texts, types: Sequence[Type]) -> str:
    """`t` or `(t, u)`: the text after an arrow."""
    if len(types) == 1 and type(types[0]) is not FunctionType:
        return p.attribute_text(types[0])
    return f"({', '.join(map(p.attribute_text, types))})"


def signature_text(p: Texts, inputs: Sequence[Type], results: Sequence[Type]) -> str:
    """`(t, u) -> v`."""
    return f"({', '.join(map(p.attribute_text, inputs))}) -> {results_text(p, results)}"


def _integer_type(p: Texts, t: IntegerType) -> str:
    return f"{('i', 'si', 'ui')[t.signedness]}{t.width}"


def _function(p: Texts, t: FunctionType) -> str:
    return signature_text(p, t.inputs, t.results)


def _tuple(p: Texts, t: TupleType) -> str:
    return f"tuple<{', '.join(map(p.attribute_text, t.types))}>"


def _vector(p: Texts, t: VectorType) -> str:
    sizes = [f"{size}x" for size in t.shape]
    if t.scalable_dims:
        pairs = zip(t.shape, t.scalable_dims, strict=True)
        sizes = [f"[{size}]x" if scalable else f"{size}x" for size, scalable in pairs]
    return f"vector<{''.join(sizes)}{p.attribute_text(t.element_type)}>"


def _tensor(p: Texts, t: RankedTensorType) -> str:
    text = f"tensor<{dimensions(t.shape)}{p.attribute_text(t.element_type)}"
    return f"{text}>" if t.encoding is None else f"{text}, {p.attribute_text(t.encoding)}>"


def _unranked_tensor(p: Texts, t: UnrankedTensorType) -> str:
    return f"tensor<*x{p.attribute_text(t.element_type)}>"


def _memref(p: Texts, t: MemRefType) -> str:
    text = f"memref<{dimensions(t.shape)}{p.attribute_text(t.element_type)}"
    if t.layout is not None:
        text += f", {element_text(p, t.layout)}"
    return text + _memory_space(p, t)


def _unranked_memref(p: Texts, t: UnrankedMemRefType) -> str:
    return f"memref<*x{p.attribute_text(t.element_type)}{_memory_space(p, t)}"


def _memory_space(p: Texts, t: Any) -> str:
    return ">" if t.memory_space is None else f", {element_text(p, t.memory_space)}>"


def dimensions(shape: Sequence[int]) -> str:
    """`2x?x`."""
    return "".join(["?x" if size == DYNAMIC else f"{size}x" for size in shape])


def _size(value: int) -> str:
    return "?" if value == DYNAMIC else str(value)


def dialect_symbol(sigil: str, dialect: str, body: str) -> str:
    """`#dialect.body` if the body is simple enough to be read back, else `#dialect<body>`."""
    if body[:1].isalpha() and body.isascii():
        end = 0
        while end < len(body) and (body[end].isalnum() or body[end] in "._"):
            end += 1
        if end == len(body) or (body[end] == "<" and body[-1] == ">"):
            return f"{sigil}{dialect}.{body}"
    return f"{sigil}{dialect}<{body}>"


WRITERS: dict[type, Callable[[Any, Any], str]] = {
    UnitAttr: lambda p, a: "unit",
    IntegerAttr: _integer,
    FloatAttr: _float,
    StringAttr: _string,
    ArrayAttr: _array,
    DictionaryAttr: _dictionary,
    SymbolRefAttr: _symbol_ref,
    DenseArrayAttr: _dense_array,
    AffineMapAttr: lambda p, a: f"affine_map<{a.map}>",
    IntegerSetAttr: lambda p, a: f"affine_set<{a.set}>",
    StridedLayoutAttr: _strided,
    DistinctAttr: _distinct,
    DenseElementsAttr: _dense,
    DenseStringElementsAttr: _dense_string,
    OpaqueElementsAttr: lambda p, a: f"dense<{a.elements}> : {p.attribute_text(a.type)}",
    SparseElementsAttr: _sparse,
    DenseResourceAttr: _resource,
    OpaqueAttr: _opaque,
    IntegerType: _integer_type,
    IndexType: lambda p, t: "index",
    NoneType: lambda p, t: "none",
    FloatType: lambda p, t: t.keyword,
    ComplexType: lambda p, t: f"complex<{p.attribute_text(t.element_type)}>",
    TupleType: _tuple,
    FunctionType: _function,
    VectorType: _vector,
    RankedTensorType: _tensor,
    UnrankedTensorType: _unranked_tensor,
    MemRefType: _memref,
    UnrankedMemRefType: _unranked_memref,
    OpaqueType: lambda p, t: dialect_symbol("!", t.dialect, t.body),
    **dict.fromkeys(BUILTIN_LOCATIONS, location_text),
}
