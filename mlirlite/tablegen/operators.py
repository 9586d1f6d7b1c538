"""What bang operators compute, once their arguments are known.

Each function takes an operator and returns its value, or the operator itself if it has to wait."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable
from typing import Any

from mlirlite.tablegen.records import Record, RecordValue
from mlirlite.tablegen.regex import pattern as regex
from mlirlite.tablegen.types import INT, STRING, RecordType
from mlirlite.tablegen.values import (
    FALSE,
    FOLDS,
    TRUE,
    UNSET,
    Bit,
    Bits,
    Dag,
    Fault,
    Fold,
    Int,
    List,
    MapResolver,
    Operator,
    Resolver,
    Text,
    Value,
    Var,
    wrapped,
)

LONGEST = 1 << 20
"""No list or dag of an operator is longer."""
LONGEST_TEXT = 1 << 26
"""No text of an operator has more characters."""


def check_length(what: str, count: int, most: int = LONGEST) -> None:
    """Fault for a result that is too long; `what` says what makes it."""
    if count > most:
        raise Fault(f"{what} of {count}, which is too long (at most {most})")


def folds(*names: str) -> Callable[[Fold], Fold]:
    """Register a function for operators."""

    def register(function: Fold) -> Fold:
        for name in names:
            FOLDS[name] = function
        return function

    return register


def number_of(value: Value) -> int | None:
    """A value as an integer; None if it is none yet."""
    found = value if isinstance(value, Int) else value.convert(INT)
    return found.value if isinstance(found, Int) else None


@folds("cast")
def _cast(op: Operator, r: Resolver) -> Value:
    [value], to = op.args, op.type
    if to is STRING:
        if isinstance(value, Text):
            return value
        if isinstance(value, RecordValue):
            return Text(value.record.name)
        number = value.convert(INT) if not isinstance(value, Var) else None
        return Text(str(number)) if isinstance(number, Int) else op
    if isinstance(to, RecordType) and isinstance(value, Text) and r.keeper is not None:
        found = _record_named(value.text, r)
        if found is not None:
            if not found.type.is_a(to):
                raise Fault(f"Expected type '{to}', got '{found.type}' in: {op}")
            return RecordValue(found)
        if r.final and not _is_current(value.text, r):
            raise Fault(f"Undefined reference to record: '{value.text}'")
        return op
    return value.convert(to) or op


def _is_current(name: str, r: Resolver) -> bool:
    return r.record is not None and r.record.kind != "class" and r.record.name == name


def _record_named(name: str, r: Resolver) -> Record | None:
    found: Record | None = r.keeper.records.get(name)
    if found is None and r.final and _is_current(name, r):
        found = r.record
    return found


@folds("exists")
def _exists(op: Operator, r: Resolver) -> Value:
    [name] = op.args
    if not isinstance(name, Text) or r.keeper is None or op.given is None:
        return op
    found = _record_named(name.text, r)
    if found is not None:
        return Int(int(found.type.is_a(op.given)))
    if r.record is not None and _is_current(name.text, r):
        return op
    return Int(0) if r.final else op


@folds("instances")
def _instances(op: Operator, r: Resolver) -> Value:
    [pattern], of = op.args, op.type.element
    if not isinstance(pattern, Text) or of is None or r.keeper is None:
        return op
    if r.record is not None and not r.final:
        return op  # more may come
    matches = regex(pattern.text)
    found = [
        RecordValue(record)
        for name, record in sorted(r.keeper.records.items(), key=_by_number)
        if record.type.is_a(of) and matches.search(name)
    ]
    return List(tuple(found), of)


def _by_number(item: tuple[str, Record]) -> list[tuple[int, str]]:
    """Names in order, in which numbers count as numbers: a2 before a10."""
    return [(len(part) * (i % 2), part) for i, part in enumerate(_DIGITS.split(item[0]))]


_DIGITS = re.compile(r"(\d+)")


@folds("isa")
def _isa(op: Operator, r: Resolver) -> Value:
    [value] = op.args
    kind, wanted = value.type, op.given
    if kind is None or wanted is None:
        return op
    if kind.converts_to(wanted):
        return Int(1)
    if isinstance(wanted, RecordType):
        known = value.concrete and not wanted.converts_to(kind)
        return Int(0) if known or isinstance(value, RecordValue) else op
    return Int(0)


@folds("tolower", "toupper")
def _case(op: Operator, r: Resolver) -> Value:
    [text] = op.args
    if not isinstance(text, Text):
        return op
    return Text(text.text.lower() if op.op == "tolower" else text.text.upper())


@folds("repr")
def _repr(op: Operator, r: Resolver) -> Value:
    [value] = op.args
    if isinstance(value, RecordValue):
        from mlirlite.tablegen.dump import record_text  # late: seldom used

        return Text(record_text(value.record))
    return Text(str(value)) if value.concrete else op


@folds("initialized")
def _initialized(op: Operator, r: Resolver) -> Value:
    [value] = op.args
    if value is UNSET:
        return Int(0)
    return Int(1) if value.concrete else op


@folds("not", "logtwo")
def _one_number(op: Operator, r: Resolver) -> Value:
    number = number_of(op.args[0])
    if number is None:
        return op
    if op.op == "not":
        return Int(int(not number))
    if number <= 0:
        raise Fault(f"Illegal logtwo operation on the non-positive number {number}")
    return Int(number.bit_length() - 1)


_NUMBERS: dict[str, Callable[[int, int], int]] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "and": lambda a, b: a & b,
    "or": lambda a, b: a | b,
    "xor": lambda a, b: a ^ b,
    "shl": lambda a, b: (a % (1 << 64)) << (b & 63),
    "sra": lambda a, b: a >> (b & 63),
    "srl": lambda a, b: (a % (1 << 64)) >> (b & 63),
}


@folds(*_NUMBERS, "div")
def _numbers(op: Operator, r: Resolver) -> Value:
    left, right = number_of(op.args[0]), number_of(op.args[1])
    if op.op == "and" and 0 in (left, right):
        return Int(0)
    if op.op == "or" and -1 in (left, right):
        return Int(-1)
    if left is None or right is None:
        return op
    if op.op != "div":
        return Int(wrapped(_NUMBERS[op.op](left, right)))
    if right == 0:
        raise Fault("Illegal division by zero")
    if right == -1 and left == -(1 << 63):
        raise Fault("Illegal division of the smallest integer by -1")
    return Int(abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1))


_COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {
    "eq": operator.eq,
    "ne": operator.ne,
    "lt": operator.lt,
    "le": operator.le,
    "gt": operator.gt,
    "ge": operator.ge,
}


@folds(*_COMPARISONS)
def _compare(op: Operator, r: Resolver) -> Value:
    left, right = op.args
    compare = _COMPARISONS[op.op]
    if isinstance(left, Text) and isinstance(right, Text):
        return _bit(compare(left.text.encode(), right.text.encode()))
    if isinstance(left, RecordValue) and isinstance(right, RecordValue):
        return _bit(compare(left.record, right.record))
    bits = isinstance(left, Bits) and isinstance(right, Bits) and left.type is right.type
    if bits and op.op in ("eq", "ne"):
        return _same_bits(op, left, right)
    if isinstance(left, Text | RecordValue) or isinstance(right, Text | RecordValue):
        return op
    a, b = number_of(left), number_of(right)
    return op if a is None or b is None else _bit(compare(a, b))


def _same_bits(op: Operator, left: Any, right: Any) -> Value:
    for a, b in zip(left.bits, right.bits, strict=True):
        if not isinstance(a, Bit) or not isinstance(b, Bit):
            return op
        if a.value != b.value:
            return _bit(op.op == "ne")
    return _bit(op.op == "eq")


def _bit(value: bool) -> Bit:
    return TRUE if value else FALSE


@folds("strconcat")
def _strconcat(op: Operator, r: Resolver) -> Value:
    left, right = op.args
    if isinstance(left, Text) and isinstance(right, Text):
        count = len(left.text) + len(right.text)
        check_length("!strconcat makes a text", count, LONGEST_TEXT)
        return Text(left.text + right.text, left.code or right.code)
    return op


@folds("match")
def _match(op: Operator, r: Resolver) -> Value:
    text, pattern = op.args
    if isinstance(text, Text) and isinstance(pattern, Text):
        return _bit(regex(pattern.text).search(text.text))
    return op


@folds("interleave")
def _interleave(op: Operator, r: Resolver) -> Value:
    items, between = op.args
    if not isinstance(items, List) or not isinstance(between, Text):
        return op
    texts = []
    for item in items.items:
        if isinstance(item, Text):
            texts.append(item.text)
            continue
        number = number_of(item)
        if number is None:
            return op
        texts.append(str(number))
    count = sum(map(len, texts)) + len(between.text) * len(texts)
    check_length("!interleave makes a text", count, LONGEST_TEXT)
    return Text(between.text.join(texts))


@folds("substr")
def _substr(op: Operator, r: Resolver) -> Value:
    text, start, length = op.args[0], number_of(op.args[1]), number_of(op.args[2])
    if not isinstance(text, Text) or start is None or length is None:
        return op
    if not 0 <= start <= len(text.text):
        raise Fault(f"!substr start position is out of range 0...{len(text.text)}: {start}")
    if length < 0:
        raise Fault("!substr length must be nonnegative")
    return Text(text.text[start : start + length], text.code)


@folds("find")
def _find(op: Operator, r: Resolver) -> Value:
    text, part, start = op.args[0], op.args[1], number_of(op.args[2])
    if not isinstance(text, Text) or not isinstance(part, Text) or start is None:
        return op
    if not 0 <= start <= len(text.text):
        raise Fault(f"!find start position is out of range 0...{len(text.text)}: {start}")
    return Int(text.text.find(part.text, start))


@folds("subst")
def _subst(op: Operator, r: Resolver) -> Value:
    target, new, value = op.args
    if all(isinstance(v, RecordValue) for v in op.args):
        return new if target.key() == value.key() else value
    if all(isinstance(v, Var) for v in op.args):
        return new if target.key() == value.key() else value
    if isinstance(target, Text) and isinstance(new, Text) and isinstance(value, Text):
        if not target.text:
            return value
        count = len(value.text) + value.text.count(target.text) * len(new.text)
        check_length("!subst makes a text", count, LONGEST_TEXT)
        return Text(value.text.replace(target.text, new.text), value.code)
    return op


@folds("if")
def _if(op: Operator, r: Resolver) -> Value:
    test = number_of(op.args[0])
    if test is None:
        return op
    value = op.args[1 if test else 2]
    return value.cast(op.type) or value


@folds("cond")
def _cond(op: Operator, r: Resolver) -> Value:
    for test, value in zip(op.args[::2], op.args[1::2], strict=True):
        number = number_of(test)
        if number is None:
            return op
        if number:
            return value.cast(op.type) or value
    raise Fault(f"{op} does not have any true condition")


def bound(name: Value, value: Value, body: Value, r: Resolver) -> Value:
    """The body of an operator with its variable bound to a value."""
    return body.resolve(MapResolver(r.keeper, {str(name): value}, r.record))


def _spend(r: Resolver, over: List, body: Value) -> None:
    """Count what a body for each element of a list takes."""
    if r.keeper is not None:
        r.keeper.budget.spend_steps(len(over.items) * (1 if body.concrete else body.parts))


@folds("foreach", "filter")
def _foreach(op: Operator, r: Resolver) -> Value:
    name, over, body = op.args
    if isinstance(over, Dag):
        return _foreach_dag(name, over, body, r)
    if not isinstance(over, List):
        return op
    _spend(r, over, body)
    found = []
    for item in over.items:
        new = bound(name, item, body, r)
        if op.op == "foreach":
            found.append(new)
            continue
        keep = number_of(new)
        if keep is None:
            return op
        if keep:
            found.append(item)
    assert op.type.element is not None
    return List(tuple(found), op.type.element)


def _foreach_dag(name: Value, over: Dag, body: Value, r: Resolver) -> Value:
    args = [
        _foreach_dag(name, arg, body, r) if isinstance(arg, Dag) else bound(name, arg, body, r)
        for arg in over.args
    ]
    operator = bound(name, over.operator, body, r)
    return Dag(operator, over.name, tuple(args), over.names)


@folds("foldl")
def _foldl(op: Operator, r: Resolver) -> Value:
    start, over, total, name, body = op.args
    if not isinstance(over, List):
        return op
    _spend(r, over, body)
    for item in over.items:
        values = {str(total): start, str(name): item}
        start = body.resolve(MapResolver(r.keeper, values, r.record))
    return start


@folds("sort")
def _sort(op: Operator, r: Resolver) -> Value:
    name, over, body = op.args
    if not isinstance(over, List):
        return op
    _spend(r, over, body)
    keyed: list[tuple[int | str, Value]] = []
    for item in over.items:
        new = bound(name, item, body, r)
        number = None if isinstance(new, Text) else number_of(new)
        if number is None and not isinstance(new, Text):
            return op
        keyed.append((new.text if isinstance(new, Text) else number or 0, item))
    if len({type(k) for k, _ in keyed}) > 1:
        raise Fault("the keys of !sort must be of one type")
    assert op.type.element is not None
    return List(tuple([v for _, v in sorted(keyed, key=lambda k: k[0])]), op.type.element)
