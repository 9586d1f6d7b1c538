"""The types of bang operators: what their arguments have to be, and what they give."""

from __future__ import annotations

from collections.abc import Callable

from mlirlite.tablegen.types import BIT, DAG, INT, STRING, RecordType, Type, common_type, list_of
from mlirlite.tablegen.values import UNSET, Fault, Int, List, Operator, Resolver, Value

# How many arguments an operator takes: at least, at most.
ARITY = {
    **dict.fromkeys(
        ("cast", "tolower", "toupper", "repr", "not", "logtwo", "head", "tail"), (1, 1)
    ),
    **dict.fromkeys(("size", "empty", "getdagop", "getdagopname", "initialized"), (1, 1)),
    **dict.fromkeys(("isa", "exists", "listflatten"), (1, 1)),
    **dict.fromkeys(
        ("sub", "div", "sra", "srl", "shl", "eq", "ne", "lt", "le", "gt", "ge"), (2, 2)
    ),
    **dict.fromkeys(("listsplat", "listremove", "interleave", "setdagop", "setdagopname"), (2, 2)),
    **dict.fromkeys(("getdagarg", "getdagname", "match"), (2, 2)),
    **dict.fromkeys(("add", "mul", "and", "or", "xor", "strconcat", "listconcat", "con"), (1, 999)),
    **dict.fromkeys(("if", "foreach", "filter", "sort", "dag", "subst"), (3, 3)),
    **dict.fromkeys(("setdagarg", "setdagname"), (3, 3)),
    **dict.fromkeys(("substr", "find"), (2, 3)),
    "range": (1, 3),
    "foldl": (5, 5),
    "instances": (0, 1),
}
NESTED = frozenset(("add", "mul", "and", "or", "xor", "strconcat", "listconcat", "con"))
"""Operators of two arguments that may be written with more."""
NEED_TYPE = frozenset(("cast", "isa", "exists", "instances", "getdagarg"))
MAY_HAVE_TYPE = NEED_TYPE | {"getdagop"}
_INT_ARGS = frozenset(
    ["add", "sub", "mul", "div", "and", "or", "xor", "shl", "sra", "srl", "not", "logtwo"]
)
_TO_STRING = frozenset(
    [
        "tolower",
        "toupper",
        "repr",
        "strconcat",
        "interleave",
        "substr",
        "getdagopname",
        "getdagname",
    ]
)
_TO_DAG = frozenset(["con", "dag", "setdagop", "setdagopname", "setdagarg", "setdagname"])
_TO_INT = _INT_ARGS | frozenset(["size", "empty", "find", "isa", "exists", "initialized"])
_TO_BIT = frozenset(["eq", "ne", "lt", "le", "gt", "ge", "match"])


def expected_type(op: str, index: int, wanted: Type | None) -> Type | None:
    """The type that an argument should have, for literals that have none of their own."""
    if op in _INT_ARGS:
        return INT
    if op == "strconcat" or (op == "interleave" and index == 1):
        return STRING
    if op == "con":
        return DAG
    if op == "listconcat" or (op == "if" and index > 0):
        return wanted
    return None


def checked(op: str, args: list[Value], given: Type | None, empty: RecordType) -> Operator:
    """The operator with its type. `empty` is the type of all records. Fault if an argument does
    not fit."""
    args = [_argument(op, arg) for arg in args]
    maker = _TYPES.get(op)
    if maker is not None:
        kind = maker(args, given)
    elif op in _TO_STRING:
        kind = STRING
    elif op in _TO_DAG:
        kind = DAG
    elif op in _TO_INT:
        kind = INT
    elif op in _TO_BIT:
        kind = BIT
    else:
        kind = given or empty
    _check_kinds(op, args)
    if op == "substr" and len(args) == 2:
        args.append(Int((1 << 63) - 1))
    if op == "find" and len(args) == 2:
        args.append(Int(0))
    if op == "range":
        args = _range(args)
    shown = given if op in ("isa", "exists", "instances") else None
    return Operator(op, tuple(args), kind, shown)


def _argument(op: str, arg: Value) -> Value:
    """Numbers are cast to int, and text to string, as far as they are not."""
    wanted = INT if op in _INT_ARGS else STRING if op == "strconcat" else None
    if wanted is None or arg.type is wanted or arg is UNSET:
        return arg
    found = arg.cast(wanted)
    if found is None:
        raise Fault(f"!{op} expects {_article(wanted)}, got '{arg}' of type '{arg.type}'")
    return found


def _article(kind: Type) -> str:
    return f"an {kind}" if kind is INT else f"a {kind}"


def _check_kinds(op: str, args: list[Value]) -> None:
    for index, wanted in _WANTED.get(op, {}).items():
        if index >= len(args) or args[index].type is None:
            continue
        kind = args[index].type
        assert kind is not None
        if not any(_is(kind, one) for one in wanted.split(" or ")):
            raise Fault(f"!{op} expects a {wanted}, got '{args[index]}' of type '{kind}'")


def _is(kind: Type, word: str) -> bool:
    if word == "list":
        return kind.element is not None
    if word == "record":
        return isinstance(kind, RecordType)
    if word == "int":
        return kind.converts_to(INT)
    return kind is {"string": STRING, "dag": DAG}[word]


_LIST_ONLY = {0: "list"}
_WANTED: dict[str, dict[int, str]] = {
    "tolower": {0: "string"},
    "toupper": {0: "string"},
    "head": _LIST_ONLY,
    "tail": _LIST_ONLY,
    "listflatten": _LIST_ONLY,
    "size": {0: "list or dag or string"},
    "empty": {0: "list or dag or string"},
    "getdagop": {0: "dag"},
    "getdagopname": {0: "dag"},
    "exists": {0: "string"},
    "instances": {0: "string"},
    "listconcat": dict.fromkeys(range(2), "list"),
    "listremove": dict.fromkeys(range(2), "list"),
    "listsplat": {1: "int"},
    "interleave": {0: "list", 1: "string"},
    "con": dict.fromkeys(range(2), "dag"),
    "setdagop": {0: "dag", 1: "record"},
    "setdagopname": {0: "dag", 1: "string"},
    "getdagarg": {0: "dag", 1: "int or string"},
    "getdagname": {0: "dag", 1: "int"},
    "setdagarg": {0: "dag", 1: "int or string"},
    "setdagname": {0: "dag", 1: "int or string", 2: "string"},
    "match": {0: "string", 1: "string"},
    "substr": {0: "string", 1: "int", 2: "int"},
    "find": {0: "string", 1: "string", 2: "int"},
    "if": {0: "int"},
    "dag": {1: "list", 2: "list"},
    "cast": {},
}


def _range(args: list[Value]) -> list[Value]:
    if len(args) == 1 and args[0].type is not None and args[0].type.element is not None:
        size = Operator("size", (args[0],), INT)
        args = [size.fold(Resolver(None))]
    for arg in args:
        if arg.type is None or not arg.type.converts_to(INT):
            raise Fault(f"!range expects an int, got '{arg}' of type '{arg.type}'")
    if len(args) == 1:
        args = [Int(0), *args]
    return [*args, Int(1)] if len(args) == 2 else args


def _element(args: list[Value]) -> Type:
    kind = args[0].type
    if kind is None or kind.element is None:
        raise Fault(f"expected a list, got '{args[0]}' of type '{kind}'")
    return kind.element


def _listconcat(args: list[Value], given: Type | None) -> Type:
    found: Type | None = None
    for arg in args:
        kind = arg.type
        if kind is None or kind.element is None:
            raise Fault(f"!listconcat expects a list, got '{arg}' of type '{kind}'")
        if isinstance(arg, List) and not arg.items and found is not None:
            continue
        both = kind if found is None else common_type(found, kind)
        if both is None:
            raise Fault(f"!listconcat of '{found}' and of '{kind}', which have no common type")
        found = both
    assert found is not None
    return found


def _either(args: list[Value], given: Type | None) -> Type:
    return arms_type("if", args[1:])


def arms_type(op: str, arms: list[Value]) -> Type:
    """The common type of the results of a choice. Fault if there is none."""
    found: Type | None = None
    for arm in arms:
        if arm.type is None:
            continue
        both = arm.type if found is None else common_type(found, arm.type)
        if both is None:
            raise Fault(f"inconsistent types '{found}' and '{arm.type}' for !{op}")
        found = both
    if found is None:
        raise Fault(f"could not determine the type of !{op}")
    return found


def _of_value(args: list[Value], given: Type | None) -> Type:
    kind = args[-1].type
    if kind is None:
        raise Fault("the value of !subst has no type")
    return kind


def _listflatten(args: list[Value], given: Type | None) -> Type:
    inner = _element(args)
    return inner if inner.element is not None else list_of(inner)


def _listsplat(args: list[Value], given: Type | None) -> Type:
    if args[0].type is None:
        raise Fault("the value of !listsplat has no type")
    return list_of(args[0].type)


def _given(args: list[Value], given: Type | None) -> Type:
    assert given is not None
    return given


_TYPES: dict[str, Callable[[list[Value], Type | None], Type]] = {
    "head": lambda args, given: _element(args),
    "tail": lambda args, given: list_of(_element(args)),
    "listconcat": _listconcat,
    "listremove": lambda args, given: list_of(_element(args)),
    "listsplat": _listsplat,
    "listflatten": _listflatten,
    "range": lambda args, given: list_of(INT),
    "if": _either,
    "subst": _of_value,
    "cast": _given,
    "getdagarg": _given,
    "instances": lambda args, given: list_of(_given(args, given)),
}
