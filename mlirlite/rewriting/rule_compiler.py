"""Rules become Python functions: straight-line ifs for each way in which the left side can match,
made when a rule is first tried."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Any

from mlirlite.ir.attribute import Type
from mlirlite.ir.constants import constant_or_none, is_complex, is_float, is_int
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import Commutative
from mlirlite.ir.values import Value
from mlirlite.rewriting.folding import constant_value, materialize
from mlirlite.rewriting.rewriter import Rewriter
from mlirlite.rewriting.terms import (
    OP,
    UNUSED,
    Call,
    Constant,
    Number,
    Term,
    Variable,
    definition,
    is_attribute,
    is_number,
)

DIFFERENT = "looks different"
NOT_COMPUTED = "a part of the right side cannot be computed"


def orders(term: Term) -> Iterator[Term]:
    """A term, and its variants with the operands of commutative ops swapped; constants stay last,
    where folding puts them."""
    choices = [list(orders(e)) if isinstance(e, Term) else [e] for _, e in term.fields]
    names = [name for name, _ in term.fields]
    operands = {f.attribute for f in definition(term.cls).operands}
    places = [i for i, name in enumerate(names) if name in operands]
    known = [is_number(e) or isinstance(e, Constant) for _, e in term.fields]
    swaps = len(places) == 2 and term.cls.has_trait(Commutative)
    swaps = swaps and not any(known[i] for i in places)
    seen = []
    for chosen in product(*choices):
        ways = [list(chosen)]
        if swaps:
            a, b = places
            other = list(chosen)
            other[a], other[b] = other[b], other[a]
            ways.append(other)
        for way in ways:
            found = term.with_fields(zip(names, way, strict=True))
            if found not in seen:
                seen.append(found)
                yield found


class Source:
    """Lines of Python code, and the objects that they name."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.depth = 1
        self.objects: dict[str, Any] = dict(_RUNTIME)
        self._count = 0

    def add(self, line: str) -> None:
        """A statement at the current depth."""
        self.lines.append("    " * self.depth + line)

    def test(self, condition: str) -> None:
        """The following lines run only if a condition holds."""
        self.add(f"if {condition}:")
        self.depth += 1

    def name(self, prefix: str) -> str:
        """A new name."""
        self._count += 1
        return f"{prefix}{self._count}"

    def object(self, value: Any) -> str:
        """The name of an object."""
        name = self.name("k")
        self.objects[name] = value
        return name

    def function(self, head: str, what: str) -> Callable[..., Any]:
        """The function of these lines."""
        text = "\n".join([f"def found({head}):", *self.lines, ""])
        exec(compile(text, f"<{what}>", "exec"), self.objects)
        made: Callable[..., Any] = self.objects["found"]
        return made


class Side:
    """One way in which the left side matches: the tests, and where to find the variables."""

    def __init__(self, source: Source, term: Term, known: str = "") -> None:
        self.source = source
        self.found: dict[Variable, str] = {OP: "op"}
        """Expressions that read what variables stand for."""
        self.attributes: dict[Variable, str] = {}
        """Expressions that read the attributes of constants."""
        self._known = known
        """The name of the list of the root's constant operands, if there is one."""
        self._later: list[Callable[[], None]] = []
        self._visit(term, "op", "v")
        for step in self._later:
            step()

    def _visit(self, term: Term, op: str, operands: str) -> None:
        cls = definition(term.cls)
        fields = {f.attribute: f for f in (*cls.operands, *cls.results)}
        results = {f.attribute for f in cls.results}
        nested = []
        for name, expression in term.fields:
            index = fields[name].fixed if name in fields else None
            if name in results:
                self._later.insert(0, self._result(expression, f"{op}.results[{index}]"))
            elif isinstance(expression, Term):
                nested.append((expression, f"{operands}[{index}]"))
            elif isinstance(expression, list):
                start = fields[name].group
                self.source.test(f"len({operands}) == {start + len(expression)}")
                for i, inner in enumerate(expression, start):
                    self._operand(inner, f"{operands}[{i}]", op == "op", i)
            elif index is None:
                self._later.append(self._property(expression, f"{op}.{name}"))
            else:
                self._operand(expression, f"{operands}[{index}]", op == "op", index)
        for inner, value in nested:
            if inner.result is not None:
                self.found[inner.result] = value
            maker = self.source.name("d")
            self.source.add(f"{maker} = {value}.defining_op")
            many = len(definition(inner.cls).results) > 1
            first = f" and {value}.index == 0" if many else ""
            self.source.test(f"isinstance({maker}, {self.source.object(inner.cls)}){first}")
            self.source.add(f"{maker}v = {maker}._operands")
            self._visit(inner, maker, f"{maker}v")

    def _operand(self, expression: Any, value: str, at_root: bool, index: int) -> None:
        attribute = f"constant_value({value})"
        if at_root and self._known:
            attribute = f"{self._known}[{index}]"
        if is_number(expression):
            test = _number_test(self.source, expression, attribute, value)
            self._later.append(lambda: self.source.test(test))
        elif expression in self.found:
            self._later.insert(0, lambda: self.source.test(f"{self.found[expression]} is {value}"))
        else:
            self.found[expression] = value
            if isinstance(expression, Constant):
                self._later.append(lambda: self._constant(expression, attribute))

    def _constant(self, expression: Constant, attribute: str) -> None:
        name = self.attributes[expression] = self.source.name("c")
        self.source.add(f"{name} = {attribute}")
        self.source.test(f"{name} is not None")

    def _property(self, expression: Any, read: str) -> Callable[[], None]:
        if not isinstance(expression, Variable):
            wanted = self.source.object(expression)
            return lambda: self.source.test(f"{read} == {wanted}")
        if expression in self.found:
            return lambda: self.source.test(f"{self.found[expression]} == {read}")
        self.found[expression] = read
        return lambda: None

    def _result(self, expression: Any, read: str) -> Callable[[], None]:
        if expression is UNUSED:
            return lambda: self.source.test(f"{read}._users is None")
        if not isinstance(expression, Variable):
            wanted = self.source.object(expression)
            return lambda: self.source.test(f"{read}.type is {wanted}")
        if expression in self.found:
            return lambda: self.source.test(f"{self.found[expression]} is {read}.type")
        self.found[expression] = f"{read}.type"
        return lambda: None

    def call(self, call: Any) -> str:
        """The text of a call, with its variables filled in."""
        arguments = []
        for a in call.arguments:
            if isinstance(a, Call):
                arguments.append(self.call(a))
            elif isinstance(a, Variable):
                arguments.append(self.attributes.get(a) or self.found[a])
            else:
                arguments.append(self.source.object(a))
        return f"{self.source.object(call.function)}({', '.join(arguments)})"


def _number_test(source: Source, number: Any, attribute: str, value: str) -> str:
    if isinstance(number, Number):
        return f"is_number({attribute}, {source.object(number)}.of({value}.type))"
    kind = "is_int" if isinstance(number, int) else "is_float"
    if isinstance(number, complex):
        kind = "is_complex"
    return f"{kind}({attribute}, {source.object(number)})"


class Replacement:
    """The right side of a pattern: computations that can fail come first, then ops are made."""

    def __init__(self, side: Side, root: Term) -> None:
        self.side, self.source, self.root = side, side.source, root
        self.computed: dict[tuple[int, str], str] = {}
        """The names of computed values; numbers are told apart by type, too."""

    def prepare(self, expression: Any, type: str) -> None:
        """Compute calls and constants of numbers; each may be impossible. `type` is that of an
        operand."""
        if isinstance(expression, Term):
            operands = {f.attribute for f in definition(expression.cls).operands}
            beside = self.type_beside(expression, operands, type)
            for name, inner in expression.fields:
                self.prepare(inner, beside if name in operands else "")
        elif isinstance(expression, list):
            for inner in expression:
                self.prepare(inner, type)
        elif isinstance(expression, Call):
            self._ready(expression, "", self.side.call(expression))
        elif is_number(expression) and type:
            number = self.source.object(expression)
            if isinstance(expression, Number):
                number = f"{number}.of({type})"
            self._ready(expression, type, f"constant_or_none({number}, {type})")

    def _ready(self, expression: Any, type: str, text: str) -> None:
        name = self.computed[id(expression), type] = self.source.name("r")
        self.source.add(f"{name} = {text}")
        self.source.test(f"{name} is not None")

    def type_beside(self, term: Term, operands: set[str], type: str) -> str:
        """The type of a number among the operands: that of a variable beside it, or else `type`."""
        for name, e in term.fields:
            if name in operands and isinstance(e, Variable) and e in self.side.found:
                return f"{self.side.found[e]}.type"
        return type

    def value(self, expression: Any, type: str) -> str:
        """The text of the value that an expression stands for, after the ops before it."""
        if isinstance(expression, Variable):
            return self.side.found[expression]
        if isinstance(expression, list):
            return f"[{', '.join(self.value(e, type) for e in expression)}]"
        name = self.source.name("m")
        if isinstance(expression, Term):
            self.source.add(f"{name} = rw.insert({self.make(expression, type)}).results[0]")
        else:
            found = self.ready(expression, type)
            self.source.add(f"{name} = as_value(rw, op, {found}, {type})")
        return name

    def ready(self, expression: Any, type: str) -> str:
        """An expression that reads a prepared value."""
        if isinstance(expression, Variable):
            return self.side.found[expression]
        return self.computed[id(expression), "" if isinstance(expression, Call) else type]

    def make(self, term: Term, type: str, results: Sequence[str] = ()) -> str:
        """The text that makes an op; `results` are its types where they are known."""
        cls = definition(term.cls)
        operands = {f.attribute for f in cls.operands}
        beside = self.type_beside(term, operands, type)
        stated = dict(term.fields)
        given = {
            f.attribute: t
            for f, t in zip(cls.results, results, strict=False)
            if f.attribute not in stated
        }
        for name, e in term.fields:
            given[name] = self.value(e, beside) if name in operands else self.plain(e)
        arguments = ", ".join(f"{name}={text}" for name, text in given.items())
        return f"{self.source.object(term.cls)}({arguments})"

    def plain(self, expression: Any) -> str:
        """The text of a property or type."""
        if isinstance(expression, Variable):
            return self.side.found[expression]
        found = self.computed.get((id(expression), ""))
        return found or self.source.object(expression)


def compile_pattern(rule: Any) -> Callable[[Operation, Rewriter], bool]:
    """The function of a rule that is a pattern: `(op, rw) -> whether it applied`."""
    source = Source()
    source.add(f"why = {DIFFERENT!r}")
    source.add("v = op._operands")
    for term in orders(rule.lhs):
        source.depth = 1
        side = Side(source, term)
        for condition in rule.where:
            source.add(f"why = {source.object(rule.reason)}")
            source.test(side.call(condition))
        source.add(f"why = {NOT_COMPUTED!r}")
        right = Replacement(side, term)
        types = [f"op.results[{i}].type" for i in range(len(rule.results))]
        for expression, type in zip(rule.results, types, strict=True):
            right.prepare(expression, type)
        source.add("rw.set_before(op)")
        if len(rule.results) == 1 and isinstance(rule.results[0], Term):
            made = right.make(rule.results[0], types[0], types)
            source.add(f"rw.replace(op, {made})")
        else:
            values = [
                "None" if e is None else right.value(e, t)
                for e, t in zip(rule.results, types, strict=True)
            ]
            source.add(f"rw.replace(op, [{', '.join(values)}])")
        source.add("return True")
    source.depth = 1
    source.add("return rw.fail(why)")
    return source.function("op, rw", f"rule {rule.name}")


def compile_folds(rules: Sequence[Any]) -> Callable[[Operation, Sequence[Any]], Any]:
    """The function of all folds of an op class: `(op, constants) -> what the results are, or None`;
    the op's own result when it was changed in place."""
    source = Source()
    source.add("v = op._operands")
    for rule in rules:
        for term in orders(rule.lhs):
            source.depth = 1
            side = Side(source, term, "constants")
            for condition in rule.where:
                source.test(side.call(condition))
            right = Replacement(side, term)
            if len(rule.results) == 1 and isinstance(rule.results[0], Term):
                _change_in_place(right, rule.results[0])
                continue
            values = []
            for i, expression in enumerate(rule.results):
                type = f"op.results[{i}].type"
                right.prepare(expression, type)
                values.append(right.ready(expression, type))
            text = ", ".join(values)
            source.add(f"return {text}" if len(values) == 1 else f"return [{text}]")
    source.depth = 1
    source.add("return None")
    return source.function("op, constants", f"folds of {rules[0].lhs.cls.name}")


def _change_in_place(right: Replacement, term: Term) -> None:
    """The op stays and gets the operands and properties of a term."""
    source, cls = right.source, definition(term.cls)
    right.prepare(term, "op.results[0].type")
    operands = {f.attribute: f for f in cls.operands}
    order = [right.value(e, "") for n, e in term.fields if n in operands]
    for name, expression in term.fields:
        if name not in operands:
            source.add(f"op.{name} = {right.plain(expression)}")
    source.add(f"op.set_operands(({', '.join(order)},))")
    source.add("return op.results[0]")


def _is_number(attribute: Any, number: Any) -> bool:
    return (is_float if isinstance(number, float) else is_int)(attribute, number)


def _as_value(rw: Rewriter, op: Operation, found: Any, type: Type) -> Value:
    """A value as it is; an attribute as a constant before the op, of the type that is expected
    there if it can be."""
    if isinstance(found, Value):
        return found
    made = materialize(op, found, type) if is_attribute(found) else None
    if made is None and is_attribute(found):
        made = materialize(op, found, getattr(found, "type", type))
    if made is None:
        raise ValueError(f"the dialect of '{op.name}' has no constant for {found}")
    return rw.insert(made).results[0]


_RUNTIME = {
    "as_value": _as_value,
    "constant_or_none": constant_or_none,
    "constant_value": constant_value,
    "is_complex": is_complex,
    "is_float": is_float,
    "is_int": is_int,
    "is_number": _is_number,
}
