"""What torch-mlir's dialect `torch` has in C++: its types, and the syntax of its ops."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any

from mlirlite.ir.attributes import AffineMapAttr, ArrayAttr, SymbolRefAttr
from mlirlite.ir.constants import constant
from mlirlite.ir.types import I64, ComplexType, FloatType, IntegerType, Signedness
from mlirlite.ods.hooks import function, parser, printer, verifier

# Types. Inside another type of the dialect they are written without `!torch.`.


def _class(p: Any, name: str) -> Any:
    return p.context.type_class(f"torch.{name}")


def _inner(p: Any) -> Any:
    """A type without its prefix."""
    where = p.here()
    word = p.keyword()
    cls = _class(p, word)
    if cls is None:
        raise p.fail(f"unknown type `{word}` in dialect `torch`", where)
    return p.body(cls)


def _print_inner(type: Any, p: Any) -> None:
    p.text(type.name.partition(".")[2])
    if hasattr(type, "print"):
        type.print(p)


def _contained(name: str) -> None:
    """`!torch.list<int>`: a type that holds one."""

    @parser(f"!torch.{name}")
    def _parse(p: Any) -> Any:
        p.expect("<")
        inner = _inner(p)
        p.expect(">")
        return _class(p, name)(inner)

    @printer(f"!torch.{name}")
    def _print(type: Any, p: Any) -> None:
        p.text("<")
        _print_inner(type.containedType, p)
        p.text(">")


def _several(name: str) -> None:
    """`!torch.tuple<int, str>`: a type that holds any number."""

    @parser(f"!torch.{name}")
    def _parse(p: Any) -> Any:
        return _class(p, name)(tuple(p.comma_list(lambda: _inner(p), "<", ">")))

    @printer(f"!torch.{name}")
    def _print(type: Any, p: Any) -> None:
        p.text("<")
        for number, inner in enumerate(type.containedTypes):
            p.text(", " if number else "")
            _print_inner(inner, p)
        p.text(">")


for _name in ("list", "optional"):
    _contained(_name)
for _name in ("tuple", "union"):
    _several(_name)


@parser("!torch.dict")
def _parse_dict(p: Any) -> Any:
    p.expect("<")
    where = p.here()
    key = _inner(p)
    p.expect(",")
    value = _inner(p)
    p.expect(">")
    if not _is(key, "any", "int", "bool", "float", "str", "tensor", "vtensor"):
        raise p.fail(f"invalid '{key}' for !torch.dict key type", where)
    return _class(p, "dict")(key, value)


@printer("!torch.dict")
def _print_dict(type: Any, p: Any) -> None:
    p.text("<")
    _print_inner(type.keyType, p)
    p.text(", ")
    _print_inner(type.valueType, p)
    p.text(">")


@parser("!torch.nn.Module")
def _parse_module(p: Any) -> Any:
    p.expect("<")
    name = p.string()
    p.expect(">")
    return _class(p, "nn.Module")(name)


@printer("!torch.nn.Module")
def _print_module(type: Any, p: Any) -> None:
    p.text(f'<"{type.className}">')


_SIZES = (4, 8, 16, 32, 64)


def _is(type: Any, *names: str) -> bool:
    return getattr(type, "name", "") in [f"torch.{name}" for name in names]


def _is_dtype(type: Any) -> bool:
    """Whether elements of a tensor may have a type."""
    if isinstance(type, ComplexType):
        type = type.element_type
    if isinstance(type, IntegerType):
        if type.signedness is Signedness.SIGNLESS:
            return type.width == 1
        return type.width in _SIZES
    return isinstance(type, FloatType) or _is(type, "qint8", "quint8", "qint16", "qint32", "str")


def _tensor(name: str) -> None:
    """`!torch.vtensor<[2,?],f32>`; sizes may be `*`, the type `unk`, both may be left out."""

    @parser(f"!torch.{name}")
    def _parse(p: Any) -> Any:
        where = p.here()
        tensor, value = _class(p, "tensor"), _class(p, "vtensor")
        tensor.partner, value.partner = value, tensor
        sizes: tuple[int, ...] | None = None
        dtype = sparsity = None
        if not p.accept("<"):
            return _class(p, name)(None, None, None)
        if not p.accept("*"):
            sizes = tuple(p.comma_list(lambda: -1 if p.accept("?") else p.integer(), "[", "]"))
            if min(sizes, default=0) < -1:
                raise p.fail(f"invalid size {min(sizes)} for !torch.tensor type", where)
        p.expect(",")
        if not p.optional_keyword("unk"):
            dtype = p.type()
            if not _is_dtype(dtype):
                raise p.fail(f"invalid dtype '{dtype}' for !torch.tensor type", where)
        if p.accept(","):
            sparsity = p.attribute()
            if getattr(sparsity, "name", "") != "sparse_tensor.encoding":
                raise p.fail("invalid sparsity encoding attribute", where)
        p.expect(">")
        return _class(p, name)(sizes, dtype, sparsity)

    @printer(f"!torch.{name}")
    def _print(type: Any, p: Any) -> None:
        sizes, dtype, sparsity = type.optionalSizes, type.optionalDtype, type.optionalSparsity
        if sizes is None and dtype is None:
            return
        inner = "*" if sizes is None else f"[{','.join('?' if s < 0 else str(s) for s in sizes)}]"
        p.text(f"<{inner},")
        p.text("unk") if dtype is None else p.type(dtype)
        if sparsity is not None:
            p.text(",")
            p.attribute(sparsity)
        p.text(">")


for _name in ("tensor", "vtensor"):
    _tensor(_name)


@function("BaseTensorType")
def _is_tensor(value: Any) -> bool:
    return _is(value, "tensor", "vtensor")


def _converted(type: Any, name: str) -> Any:
    """A tensor's type with or without the semantics of a value."""
    cls = type.__class__ if _is(type, name) else type.partner
    return cls(type.optionalSizes, type.optionalDtype, type.optionalSparsity)


@function("getWithValueSemantics")
def _with_value(type: Any) -> Any:
    return _converted(type, "vtensor")


@function("getWithoutValueSemantics")
def _without_value(type: Any) -> Any:
    return _converted(type, "tensor")


@function("isValidSubtype")
def is_valid_subtype(sub: Any, type: Any) -> bool:
    """Whether a value of one type may stand where another is expected."""
    if sub is type or _is(type, "any"):
        return True
    if _is(sub, "union"):
        return all(is_valid_subtype(inner, type) for inner in sub.containedTypes)
    if _is(type, "number"):
        return _is(sub, "int", "float")
    if _is(type, "optional"):
        return _is(sub, "none") or is_valid_subtype(sub, type.containedType)
    if _is(type, "union"):
        return any(is_valid_subtype(sub, inner) for inner in type.containedTypes)
    if _is(type, "tuple"):
        if not _is(sub, "tuple") or len(sub.containedTypes) != len(type.containedTypes):
            return False
        return all(map(is_valid_subtype, sub.containedTypes, type.containedTypes))
    return _is_tensor(type) and sub.name == type.name and _is_narrower(sub, type)


def _is_narrower(sub: Any, type: Any) -> bool:
    """Whether a tensor's type says at least what another one says."""
    if type.optionalDtype not in (None, sub.optionalDtype):
        return False
    if type.optionalSizes is None:
        return True
    if sub.optionalSizes is None or len(sub.optionalSizes) != len(type.optionalSizes):
        return False
    pairs = zip(sub.optionalSizes, type.optionalSizes, strict=True)
    return all(whole in (-1, part) for part, whole in pairs)


# Ops.


@parser("torch.*")
def _parse_op(p: Any, state: Any) -> None:
    """`torch.aten.tanh %x : !torch.tensor -> !torch.tensor`"""
    operands = []
    first = p.optional_operand()
    if first is not None:
        operands = [first]
        while p.accept(","):
            operands.append(p.operand())
    p.op_attr_dict(state)
    p.expect(":")
    types: list[Any] = []
    if operands:
        types = p.type_list()
        state.operands = p.resolve_all(operands, types)
    if p.op_class.definition.results:
        if operands:
            p.expect("->")
        state.result_types = p.type_list()


@printer("torch.*")
def _print_op(op: Any, p: Any) -> None:
    if op.operands:
        p.text(" ")
        p.values(op.operands)
    p.attr_dict(op)
    p.text(" : ")
    p.types(v.type for v in op.operands)
    if op.operands and op.results:
        p.text(" -> ")
    p.types(v.type for v in op.results)


@parser("torch.prim.If")
def _parse_if(p: Any, state: Any) -> Generator[Any, Any, None]:
    """`torch.prim.If %c -> (!torch.int) {…} else {…}`"""
    condition = p.operand()
    state.operands = [p.resolve(condition, _class(p, "bool")())]
    p.expect("->")
    state.result_types = p.comma_list(p.type, "(", ")")
    state.regions.append((yield p.region()))
    if not p.optional_keyword("else"):
        raise p.wrong_token("expected 'else'")
    state.regions.append((yield p.region()))
    p.op_attr_dict(state)


@printer("torch.prim.If")
def _print_if(op: Any, p: Any) -> None:
    p.text(" ")
    p.value(op.operands[0])
    p.text(" -> (")
    p.types(v.type for v in op.results)
    p.text(") ")
    p.region(op.regions[0], print_entry_args=False)
    p.text(" else ")
    p.region(op.regions[1], print_entry_args=False)
    p.attr_dict(op)


@parser("torch.constant.int")
def _parse_int(p: Any, state: Any) -> None:
    value = p.integer()
    p.op_attr_dict(state)
    state.properties["value"] = constant(value, I64)
    state.result_types = [_class(p, "int")()]


@printer("torch.constant.int")
def _print_int(op: Any, p: Any) -> None:
    p.text(f" {op.properties['value'].value}")
    p.attr_dict(op, ("value",))


@parser("torch.initialize.global_slots")
def _parse_slots(p: Any, state: Any) -> None:
    """`[@a(%x : !torch.int) …]`"""
    p.op_attr_dict(state)
    p.expect("[")
    names: list[Any] = []
    while not p.accept("]"):
        names.append(SymbolRefAttr(p.symbol_name()))
        p.expect("(")
        operand = p.operand()
        p.expect(":")
        state.operands = [*state.operands, p.resolve(operand, p.type())]
        p.expect(")")
    state.properties["slotSymNames"] = ArrayAttr(tuple(names))


@printer("torch.initialize.global_slots")
def _print_slots(op: Any, p: Any) -> None:
    p.attr_dict(op, ("slotSymNames",))
    p.text(" [")
    p.newline()
    for name, value in zip(op.properties["slotSymNames"].value, op.operands, strict=False):
        p.text("  ")
        p.attribute(name)
        p.text("(")
        p.value(value)
        p.text(" : ")
        p.type(value.type)
        p.text(")")
        p.newline()
    p.text("]")


@verifier("torch.initialize.global_slots")
def _verify_slots(op: Any) -> Any:
    if len(op.operands) != len(op.properties["slotSymNames"].value):
        return op.error("expected number of operands to match number of slots")
    return None


@parser("torch.bind_symbolic_shape")
def _parse_shape(p: Any, state: Any) -> None:
    """`%x, [%s0], affine_map<()[s0] -> (s0)> : !torch.vtensor<[?],f32>`"""
    operand = p.operand()
    p.expect(",")
    symbols = p.comma_list(p.operand, "[", "]")
    p.expect(",")
    state.properties["shape_expressions"] = p.attribute()
    p.op_attr_dict(state)
    p.expect(":")
    number = _class(p, "int")()
    state.operands = [
        p.resolve(operand, p.type()),
        *p.resolve_all(symbols, [number] * len(symbols)),
    ]


@printer("torch.bind_symbolic_shape")
def _print_shape(op: Any, p: Any) -> None:
    value, *symbols = op.operands
    p.text(" ")
    p.value(value)
    p.text(", [")
    p.values(symbols)
    p.text(f"], {AffineMapAttr(op.properties['shape_expressions'].map)}")
    p.attr_dict(op, ("shape_expressions",))
    p.text(" : ")
    p.type(value.type)


@verifier("torch.bind_symbolic_shape")
def _verify_shape(op: Any) -> Any:
    symbols: Sequence[Any] = op.operands[1:]
    if len(symbols) != op.properties["shape_expressions"].map.num_symbols:
        return op.error(
            "requires equal number of shape symbol args and symbol args to the attached affine "
            "map, since they are 1:1 mapped"
        )
    if any(getattr(s.owner, "name", "") != "torch.symbolic_int" for s in symbols):
        return op.error("shape symbol must be produced by a SymbolicIntOp")
    return None
