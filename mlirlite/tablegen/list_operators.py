"""What bang operators of lists and dags compute."""

from __future__ import annotations

from mlirlite.tablegen.operators import LONGEST, check_length, folds, number_of
from mlirlite.tablegen.records import RecordValue
from mlirlite.tablegen.types import INT
from mlirlite.tablegen.values import (
    UNSET,
    Dag,
    Fault,
    Int,
    List,
    Operator,
    Resolver,
    Text,
    Value,
)


@folds("head", "tail", "size", "empty")
def _of_sequence(op: Operator, r: Resolver) -> Value:
    [value] = op.args
    if isinstance(value, List):
        items: tuple[object, ...] = value.items
    elif isinstance(value, Dag) and op.op in ("size", "empty"):
        items = value.args
    elif isinstance(value, Text) and op.op in ("size", "empty"):
        items = tuple(value.text.encode(errors="surrogateescape"))
    else:
        return op
    if op.op == "size":
        return Int(len(items))
    if op.op == "empty":
        return Int(int(not items))
    if not items:
        raise Fault(f"!{op.op} of an empty list")
    assert isinstance(value, List)
    assert value.type.element is not None
    return value.items[0] if op.op == "head" else List(value.items[1:], value.type.element)


@folds("listconcat")
def _listconcat(op: Operator, r: Resolver) -> Value:
    left, right = op.args
    if not isinstance(left, List) or not isinstance(right, List):
        return op
    assert left.type.element is not None
    check_length("!listconcat makes a list", len(left.items) + len(right.items))
    return List(left.items + right.items, left.type.element)  # as upstream: instances depend on it


@folds("listsplat")
def _listsplat(op: Operator, r: Resolver) -> Value:
    value, count = op.args[0], number_of(op.args[1])
    if value.type is None or count is None:
        return op
    if not 0 <= count <= LONGEST:
        raise Fault(f"!listsplat count {count} is not between 0 and {LONGEST}")
    return List((value,) * count, value.type)


@folds("listremove")
def _listremove(op: Operator, r: Resolver) -> Value:
    left, right = op.args
    if not isinstance(left, List) or not isinstance(right, List):
        return op
    drop = {v.key() for v in right.items}
    assert left.type.element is not None
    return List(tuple([v for v in left.items if v.key() not in drop]), left.type.element)


@folds("listflatten")
def _listflatten(op: Operator, r: Resolver) -> Value:
    [value] = op.args
    if not isinstance(value, List):
        return op
    inner = value.type.element
    if inner is None or inner.element is None:
        return value
    found: list[Value] = []
    for item in value.items:
        if not isinstance(item, List):
            return op
        found += item.items
        check_length("!listflatten makes a list", len(found))
    return List(tuple(found), inner.element)


@folds("listelem")
def _listelem(op: Operator, r: Resolver) -> Value:
    value, index = op.args[0], number_of(op.args[1])
    if not isinstance(value, List) or index is None:
        return op
    return value.items[index] if 0 <= index < len(value.items) else op


@folds("listslice")
def _listslice(op: Operator, r: Resolver) -> Value:
    value, indices = op.args
    if not isinstance(value, List) or not isinstance(indices, List) or not indices.concrete:
        return op
    found = []
    for one in indices.items:
        index = number_of(one)
        if index is None or not 0 <= index < len(value.items):
            return op
        found.append(value.items[index])
    assert value.type.element is not None
    return List(tuple(found), value.type.element)


@folds("range")
def _range(op: Operator, r: Resolver) -> Value:
    start, end, step = [number_of(a) for a in op.args]
    if start is None or end is None or step is None:
        return op
    if step == 0:
        raise Fault("Step of !range can't be 0")
    return _integers(range(start, end, step))


@folds("rangec")
def _rangec(op: Operator, r: Resolver) -> Value:
    """From the first to the second, both included, in either direction."""
    start, end = [number_of(a) for a in op.args]
    if start is None or end is None:
        return op
    step = 1 if start <= end else -1
    return _integers(range(start, end + step, step))


def _integers(numbers: range) -> Value:
    if len(numbers) > LONGEST:
        raise Fault(f"a list of {len(numbers)} integers is too long (at most {LONGEST})")
    return List(tuple([Int(n) for n in numbers]), INT)


@folds("con")
def _con(op: Operator, r: Resolver) -> Value:
    left, right = op.args
    if not isinstance(left, Dag) or not isinstance(right, Dag):
        return op
    known = [d.operator for d in (left, right) if d.operator is not UNSET]
    if not all(isinstance(o, RecordValue) for o in known):
        return op
    if len(known) == 2 and known[0].key() != known[1].key():
        raise Fault(f"Concatenated Dag operators do not match: '{left}' vs. '{right}'")
    operator = known[0] if known else UNSET
    check_length("!con makes a dag", len(left.args) + len(right.args))
    return Dag(operator, left.name or right.name, left.args + right.args, left.names + right.names)


@folds("dag")
def _dag(op: Operator, r: Resolver) -> Value:
    operator, values, names = op.args
    for one in (values, names):
        if one is not UNSET and not isinstance(one, List):
            return op
    count = max([len(v.items) for v in (values, names) if isinstance(v, List)], default=0)
    args = values.items if isinstance(values, List) else (UNSET,) * count
    words = names.items if isinstance(names, List) else (UNSET,) * count
    if len(args) != len(words):
        raise Fault("!dag has lists of different lengths")
    if not all(isinstance(w, Text) or w is UNSET for w in words):
        return op
    return Dag(operator, "", args, tuple([w.text if isinstance(w, Text) else "" for w in words]))


@folds("getdagop", "getdagopname")
def _getdagop(op: Operator, r: Resolver) -> Value:
    [value] = op.args
    if not isinstance(value, Dag):
        return op
    if op.op == "getdagopname":
        return Text(value.name) if value.name else UNSET
    operator = value.operator
    if operator is UNSET or not isinstance(operator, RecordValue):
        return operator if operator is UNSET else op
    if not operator.type.is_a(op.type):
        raise Fault(f"Expected type '{op.type}', got '{operator.type}' in: {op}")
    return operator


@folds("setdagop", "setdagopname")
def _setdagop(op: Operator, r: Resolver) -> Value:
    value, new = op.args
    if not isinstance(value, Dag):
        return op
    if op.op == "setdagopname":
        if not isinstance(new, Text):
            return op
        return Dag(value.operator, new.text, value.args, value.names)
    if not isinstance(new, RecordValue):
        return op
    return Dag(new, value.name, value.args, value.names)


def _position(dag: Dag, key: Value, op: Operator) -> int | None:
    """Which argument a key means; None if it is not known yet. Fault if there is none."""
    if isinstance(key, Text):
        if key.text not in dag.names or not key.text:
            raise Fault(f"!{op.op} key '{key.text}' is not found")
        return dag.names.index(key.text)
    index = number_of(key)
    if index is not None and not 0 <= index < len(dag.args):
        raise Fault(f"!{op.op} index {index} is out of range 0...{len(dag.args) - 1}")
    return index


@folds("getdagarg", "getdagname")
def _getdagarg(op: Operator, r: Resolver) -> Value:
    value, key = op.args
    if not isinstance(value, Dag):
        return op
    index = _position(value, key, op)
    if index is None:
        return op
    if op.op == "getdagname":
        return Text(value.names[index]) if value.names[index] else UNSET
    found = value.args[index]
    kind = found.type
    if kind is None or kind.is_a(op.type):
        return found
    if not kind.converts_to(op.type) and not op.type.converts_to(kind):
        return UNSET
    return found.convert(op.type) or (UNSET if found.concrete else op)


@folds("setdagarg", "setdagname")
def _setdagarg(op: Operator, r: Resolver) -> Value:
    value, key, new = op.args
    if not isinstance(value, Dag):
        return op
    index = _position(value, key, op)
    if index is None:
        return op
    args, names = list(value.args), list(value.names)
    if op.op == "setdagarg":
        args[index] = new
    elif isinstance(new, Text) or new is UNSET:
        names[index] = new.text if isinstance(new, Text) else ""
    else:
        return op
    return Dag(value.operator, value.name, tuple(args), tuple(names))
