"""Names and sizes of unknown dimensions, in a dialect's attribute on arguments and results of
functions (`Dialect.dimension_names`): position and name of each, `"0:batch"`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import ArrayAttr, DictionaryAttr, StringAttr
from mlirlite.ir.context import Context
from mlirlite.ir.interfaces import FunctionLike, InferShape
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import DYNAMIC, FunctionType, RankedTensorType, UnrankedTensorType
from mlirlite.ir.values import OpResult, Value
from mlirlite.support.diagnostics import DiagnosticError, did_you_mean

_ENTRY = "main_graph"


def state_input_shapes(
    root: Operation, context: Context, shapes: Iterable[str], sizes: Iterable[str]
) -> None:
    """Give the entry function's arguments the shapes `input:1x3x?` (input -1: all), and named
    dimensions the sizes `batch=4`; `input:dimension=name` names one. Equal names get equal sizes.

    DiagnosticError for a text of another form, an unknown input or name, and a contradiction to the
    argument's type or another entry.
    """
    function = _entry(root)
    arguments, key = function.body.entry.args, _key(function, context)
    names = dict(enumerate(_named(function, "arg_attrs", len(arguments), key)))
    known: dict[str, tuple[int, str]] = {}
    for text in sizes:
        left, equals, right = text.partition("=")
        if not equals:
            raise DiagnosticError(f"dim-params: expected name=size, found '{text}'")
        if ":" in left:
            index, dimension = (_number(t, text) for t in left.split(":", 1))
            _argument(arguments, index, text)
            names[index][dimension] = right
        else:
            size = _sizes([right], text)[0]
            if size == DYNAMIC:
                raise DiagnosticError(f"dim-params: expected a size from 0 on, found '{text}'")
            known[left] = size, "dim-params"
    for text in shapes:
        index_text, colon, shape_text = text.partition(":")
        if not colon:
            raise DiagnosticError(f"shape-information: expected input:1x3x?, found '{text}'")
        index = _number(index_text, text)
        every = range(len(arguments)) if index == -1 else [_argument(arguments, index, text)]
        for i in every:
            _refine(arguments[i], _shape(shape_text, text), f"shape-information '{text}'")
    _share_sizes(arguments, names, known)
    if any(names.values()) and not key:
        raise DiagnosticError("dim-params: no dialect of the function has names of dimensions")
    _update(function, names, key)


def _share_sizes(
    arguments: Any, names: dict[int, dict[int, str]], known: dict[str, tuple[int, str]]
) -> None:
    """Give all dimensions of a name the same size."""
    given = set(known)
    for index, dimensions in names.items():
        for dimension, name in dimensions.items():
            size = _size(arguments[index], dimension)
            here = f"argument #{index}"
            if size is not None and size != DYNAMIC:
                first, who = known.setdefault(name, (size, here))
                if first != size:
                    raise DiagnosticError(
                        f"dimension '{name}' is {first} by {who}, but {size} in {here}"
                    )
    every = {name for dimensions in names.values() for name in dimensions.values()}
    for name in given - every:
        near = did_you_mean(name, every) or f"; there are {', '.join(sorted(every)) or 'none'}"
        raise DiagnosticError(f"dim-params: no input has a dimension '{name}'{near}")
    for index, dimensions in names.items():
        for dimension, name in dimensions.items():
            size = _size(arguments[index], dimension)
            if size == DYNAMIC and name in known:
                shape = list(arguments[index].type.shape)
                shape[dimension] = known[name][0]
                _refine(arguments[index], shape, f"dimension '{name}'")


def name_result_dims(function: FunctionLike, context: Context) -> bool:
    """Write the names of unknown dimensions of the function's results if they are dimensions of its
    arguments; True when there are new ones."""
    block = function.body.entry
    last = block.last
    if last is None or function.body.first is not function.body.last or not last.operands:
        return False
    key = _key(function, context, arguments=True)
    if not key:
        return False
    given = _named(function, "arg_attrs", len(block.args), key)
    origins: dict[tuple[Value, int], str] = {
        (argument, dimension): name
        for argument, dimensions in zip(block.args, given, strict=True)
        for dimension, name in dimensions.items()
    }
    results = _named(function, "res_attrs", len(last.operands), key)
    old = [dict(r) for r in results]
    found = _Origins(origins)
    for value, dimensions in zip(last.operands, results, strict=True):
        for dimension, size in enumerate(getattr(value.type, "shape", None) or ()):
            name = found.name(value, dimension) if size == DYNAMIC else None
            if name is not None:
                dimensions[dimension] = name
    if results == old:
        return False
    _write(function, "res_attrs", results, key)
    return True


class _Origins:
    """The name of each dimension of a value; cached."""

    def __init__(self, named: dict[tuple[Value, int], str]) -> None:
        self.known: dict[tuple[Value, int], str | None] = dict(named)

    def name(self, value: Value, dimension: int) -> str | None:
        """The dimension's name, or None. Dimensions of size 1 that broadcast do not count."""
        todo = [(value, dimension)]
        while todo:
            key = todo[-1]
            if key in self.known:
                todo.pop()
                continue
            sources = self._sources(*key)
            missing = [s for s in sources if s not in self.known]
            if missing:
                todo += missing
                continue
            names = {self.known[s] for s in sources}
            self.known[key] = names.pop() if len(names) == 1 else None
            todo.pop()
        return self.known[value, dimension]

    @staticmethod
    def _sources(value: Value, dimension: int) -> list[tuple[Value, int]]:
        definer: object = value.defining_op
        if not isinstance(value, OpResult) or value.index or not isinstance(definer, InferShape):
            return []
        return list(definer.dim_sources(dimension))


# Texts


def _entry(root: Operation) -> FunctionLike:
    functions: list[Any] = [
        op for op in root.walk() if isinstance(op, FunctionLike) and not op.is_declaration
    ]
    main = [f for f in functions if getattr(f.properties.get("sym_name"), "value", "") == _ENTRY]
    if len(main or functions) != 1:
        raise DiagnosticError(
            f"cannot tell whose inputs are meant: expected a function '{_ENTRY}', or just one"
        )
    found: FunctionLike = (main or functions)[0]
    return found


def _number(text: str, whole: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise DiagnosticError(f"expected a number in '{whole}', found '{text}'") from None


def _argument(arguments: Any, index: int, text: str) -> int:
    if not 0 <= index < len(arguments):
        raise DiagnosticError(f"'{text}': there is no input {index}, there are {len(arguments)}")
    return index


def _shape(text: str, whole: str) -> list[int]:
    return _sizes(filter(None, text.split("x")), whole)


def _sizes(parts: Iterable[str], whole: str) -> list[int]:
    """The sizes, DYNAMIC for ?; -1 is another word for it."""
    sizes = [-1 if part == "?" else _number(part, whole) for part in parts]
    if any(not -1 <= s < 1 << 63 for s in sizes):
        raise DiagnosticError(
            f"expected sizes from 0 to 2^63-1 in '{whole}', or ? for unknown ones"
        )
    return [DYNAMIC if s == -1 else s for s in sizes]


def _size(argument: Value, dimension: int) -> int | None:
    type = argument.type
    if not isinstance(type, RankedTensorType) or not 0 <= dimension < type.rank:
        return None
    return type.shape[dimension]


def _refine(argument: Any, shape: list[int], who: str) -> None:
    """Give an argument a more precise type."""
    type = argument.type
    if isinstance(type, UnrankedTensorType):
        argument.type = RankedTensorType(tuple(shape), type.element_type)
        return
    known = type.shape if isinstance(type, RankedTensorType) else None
    if known is None or len(known) != len(shape):
        raise DiagnosticError(f"{who} contradicts argument #{argument.index} of type '{type}'")
    if any(DYNAMIC not in (k, s) and k != s for k, s in zip(known, shape, strict=True)):
        raise DiagnosticError(f"{who} contradicts argument #{argument.index} of type '{type}'")
    sharp = tuple(s if k == DYNAMIC else k for k, s in zip(known, shape, strict=True))
    argument.type = type.replace(shape=sharp)


def _key(function: FunctionLike, context: Context, *, arguments: bool = False) -> str:
    """The attribute that names dimensions: one that arguments have, or else that of a dialect of
    the function's ops, unless only arguments count. "" for none."""
    for entries in _dictionaries(function, "arg_attrs", len(function.body.entry.args)):
        for name in entries:
            if name == _dimension_names(context, name.partition(".")[0]):
                return name
    inside = [] if arguments else [op for block in function.body for op in block]
    dialects = dict.fromkeys(op.dialect_name for op in inside)
    return next(filter(None, (_dimension_names(context, d) for d in dialects)), "")


def _dimension_names(context: Context, name: str) -> str:
    dialect = context.dialect(name)
    return dialect.dimension_names if dialect is not None else ""


def _named(function: FunctionLike, side: str, count: int, key: str) -> list[dict[int, str]]:
    found = []
    for entries in _dictionaries(function, side, count):
        attribute = entries.get(key)
        text = attribute.value if isinstance(attribute, StringAttr) else ""
        pairs = (p.split(":", 1) for p in text.split(",") if ":" in p)
        found.append({int(i): name for i, name in pairs if i.isdigit()})
    return found


def _dictionaries(function: FunctionLike, side: str, count: int) -> Iterator[dict[str, Attribute]]:
    given = function.properties.get(side)
    for index in range(count):
        entry = given.value[index] if isinstance(given, ArrayAttr) else None
        yield dict(entry.entries) if isinstance(entry, DictionaryAttr) else {}


def _write(function: FunctionLike, side: str, names: list[dict[int, str]], key: str) -> None:
    made = []
    for entries, dimensions in zip(_dictionaries(function, side, len(names)), names, strict=True):
        if dimensions:
            text = ",".join(f"{i}:{n}" for i, n in sorted(dimensions.items()))
            entries[key] = StringAttr(text)
        made.append(DictionaryAttr(tuple(entries.items())))
    function.properties[side] = ArrayAttr(tuple(made))


def _update(function: FunctionLike, names: dict[int, dict[int, str]], key: str) -> None:
    """Write the arguments' types and names into the function."""
    arguments = function.body.entry.args
    results = function.signature().results
    type = FunctionType(tuple(a.type for a in arguments), results)
    function.properties["function_type"] = type
    if any(names.values()):
        _write(function, "arg_attrs", [names[i] for i in range(len(arguments))], key)
