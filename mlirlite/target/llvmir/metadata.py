"""LLVM IR metadata: loop annotations, alias scopes, types of accesses, access groups, branch
weights, module flags; numbered in order of first use."""

import re
from collections.abc import Callable, Iterable

from mlirlite.dialects.llvm.attributes import (
    AccessGroupAttr,
    AliasScopeAttr,
    AliasScopeDomainAttr,
    LoopAnnotationAttr,
    StructAttr,
)
from mlirlite.dialects.llvm.metadata import (
    TBAAMemberAttr,
    TBAARootAttr,
    TBAATagAttr,
    TBAATypeDescAttr,
)
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import ArrayAttr, IntegerAttr, StringAttr
from mlirlite.ir.locations import Location
from mlirlite.target.llvmir.types import quoted

_LOOP = {
    "vectorize": "vectorize",
    "interleave": "interleave",
    "unroll": "unroll",
    "unrollAndJam": "unroll_and_jam",
    "licm": "licm",
    "distribute": "distribute",
    "pipeline": "pipeline",
    "peeled": "peeled",
    "unswitch": "unswitch",
}
_SWITCHES = {  # (part, key): the metadata for true and for false
    ("vectorize", "disable"): (
        '!"llvm.loop.vectorize.enable", i1 false',
        '!"llvm.loop.vectorize.enable", i1 true',
    ),
    ("unroll", "disable"): ('!"llvm.loop.unroll.disable"', '!"llvm.loop.unroll.enable"'),
    ("unroll", "full"): ('!"llvm.loop.unroll.full"', ""),
    ("unrollAndJam", "disable"): (
        '!"llvm.loop.unroll_and_jam.disable"',
        '!"llvm.loop.unroll_and_jam.enable"',
    ),
    ("licm", "disable"): ('!"llvm.licm.disable"', ""),
    ("licm", "versioningDisable"): ('!"llvm.loop.licm_versioning.disable"', ""),
    ("distribute", "disable"): (
        '!"llvm.loop.distribute.enable", i1 false',
        '!"llvm.loop.distribute.enable", i1 true',
    ),
    ("pipeline", "disable"): (
        '!"llvm.loop.pipeline.disable", i1 true',
        '!"llvm.loop.pipeline.disable", i1 false',
    ),
    ("unswitch", "partialDisable"): ('!"llvm.loop.unswitch.partial.disable"', ""),
}
_VALUES = {
    ("vectorize", "predicateEnable"): "llvm.loop.vectorize.predicate.enable",
    ("vectorize", "scalableEnable"): "llvm.loop.vectorize.scalable.enable",
    ("vectorize", "width"): "llvm.loop.vectorize.width",
    ("interleave", "count"): "llvm.loop.interleave.count",
    ("unroll", "runtimeDisable"): "llvm.loop.unroll.runtime.disable",
    ("unroll", "count"): "llvm.loop.unroll.count",
    ("unrollAndJam", "count"): "llvm.loop.unroll_and_jam.count",
    ("pipeline", "initiationinterval"): "llvm.loop.pipeline.initiationinterval",
    ("peeled", "count"): "llvm.loop.peeled.count",
}


Place = Callable[[Location], str | None]
"""The node of a location; None if it has none."""


class Metadata:
    """The numbered nodes of a module."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._numbers: dict[object, int] = {}

    def node(self, body: str, *, distinct: bool = False) -> str:
        """A node `!{body}`; equal ones are shared unless distinct. `{}` in the body of a distinct
        node is its own number."""
        if distinct and "{}" in body:
            number = self.reserve()
            return self.define(f"!{{{body.replace('{}', number)}}}", distinct=True, number=number)
        return self.define(f"!{{{body}}}", distinct=distinct)

    def define(self, text: str, *, distinct: bool = False, number: str | None = None) -> str:
        """The number of a complete node: `!{…}`, `!DIFile(…)`. Equal ones are shared unless they
        are distinct, or already have a number."""
        if number is None:
            if not distinct and text in self._numbers:
                return f"!{self._numbers[text]}"
            number = self.reserve()
            if not distinct:
                self._numbers[text] = int(number[1:])
        word = "distinct " if distinct else ""
        self.lines[int(number[1:])] = f"{number} = {word}{text}"
        return number

    def reserve(self) -> str:
        """A number, for a node that refers to itself."""
        self.lines.append("")
        return f"!{len(self.lines) - 1}"

    def extend(self, number: str, parameters: str) -> None:
        """Add parameters to a node `!Kind(…)`."""
        index = int(number[1:])
        self.lines[index] = self.lines[index].removesuffix(")") + parameters + ")"

    def _once(self, attribute: Attribute, body: str, *, distinct: bool) -> str:
        known = self._numbers.get(attribute)
        if known is None:
            text = self.node(body, distinct=distinct)
            self._numbers[attribute] = int(text[1:])
            return text
        return f"!{known}"

    def scopes(self, attributes: Iterable[Attribute]) -> str:
        """A list of alias scopes or access groups."""
        return self.node(", ".join([self.reference(a) for a in attributes]))

    def reference(self, attribute: Attribute) -> str:
        """The node of an alias scope, its domain, or an access group."""
        if attribute in self._numbers:
            return f"!{self._numbers[attribute]}"
        match attribute:
            case AccessGroupAttr():
                return self._once(attribute, "", distinct=True)
            case AliasScopeDomainAttr():
                return self._identified(attribute, attribute.id, "", attribute.description)
            case AliasScopeAttr():
                domain = f", {self.reference(attribute.domain)}"
                return self._identified(attribute, attribute.id, domain, attribute.description)
            case TBAARootAttr():
                if attribute.id is None:
                    return self._once(attribute, "{}", distinct=True)
                return self._once(attribute, _string(attribute.id), distinct=False)
            case TBAATypeDescAttr():
                members = [
                    f", {self.reference(m.type_desc)}, i64 {m.offset}"
                    for m in attribute.members
                    if isinstance(m, TBAAMemberAttr)
                ]
                return self._once(
                    attribute, _string(attribute.id) + "".join(members), distinct=False
                )
            case TBAATagAttr():
                types = [self.reference(t) for t in (attribute.base_type, attribute.access_type)]
                constant = ", i64 1" if attribute.constant else ""
                body = f"{', '.join(types)}, i64 {attribute.offset}{constant}"
                return self._once(attribute, body, distinct=False)
        return self.node("")

    def _identified(
        self, attribute: Attribute, id: Attribute, rest: str, description: StringAttr | None
    ) -> str:
        """A node that is identified by its name; without one it is distinct and contains itself."""
        named = isinstance(id, StringAttr)
        body = _described((_string(id) if named else "{}") + rest, description)
        return self._once(attribute, body, distinct=not named)

    def weights(self, numbers: Iterable[int]) -> str:
        """Branch weights."""
        return self.node('!"branch_weights", ' + ", ".join([f"i32 {n}" for n in numbers]))

    def loop(self, annotation: LoopAnnotationAttr, place: Place) -> str:
        """The node of a loop annotation: itself, its locations, then one node for each property."""
        known = self._numbers.get(annotation)
        if known is not None:
            return f"!{known}"
        ends = (annotation.startLoc, annotation.endLoc)
        parts = [p for loc in ends if isinstance(loc, Location) and (p := place(loc)) is not None]
        if _is_true(annotation.mustProgress):
            parts.append(self.node('!"llvm.loop.mustprogress"'))
        if _is_true(annotation.disableNonforced):
            parts.append(self.node('!"llvm.loop.disable_nonforced"'))
        if isinstance(annotation.isVectorized, IntegerAttr):
            number = annotation.isVectorized.value
            parts.append(self.node(f'!"llvm.loop.isvectorized", i32 {int(number)}'))
        for key in _LOOP:
            part = getattr(annotation, key)
            if isinstance(part, StructAttr):
                parts += self._loop_part(key, part, place)
        if annotation.parallelAccesses:
            groups = [self.reference(g) for g in annotation.parallelAccesses]
            parts.append(self.node(", ".join(['!"llvm.loop.parallel_accesses"', *groups])))
        return self._once(annotation, ", ".join(["{}", *parts]), distinct=True)

    def _loop_part(self, key: str, part: StructAttr, place: Place) -> list[str]:
        found = []
        for name in type(part).parameters:
            value = getattr(part, name)
            if isinstance(value, LoopAnnotationAttr):
                words = re.sub(r"[A-Z]", lambda m: "_" + m[0].lower(), name)
                key_text = f'!"llvm.loop.{_LOOP[key]}.{words}"'
                found.append(self.node(f"{key_text}, {self.loop(value, place)}"))
            if not isinstance(value, IntegerAttr):
                continue
            switch = _SWITCHES.get((key, name))
            if switch is not None:
                text = switch[0] if value.value else switch[1]
                if text:
                    found.append(self.node(text))
            elif (key, name) in _VALUES:
                number = (
                    f"i1 {str(bool(value.value)).lower()}"
                    if value.is_bool
                    else f"i32 {value.value}"
                )
                found.append(self.node(f'!"{_VALUES[key, name]}", {number}'))
        return found


def _string(attribute: Attribute) -> str:
    return f"!{quoted(attribute.value)}" if isinstance(attribute, StringAttr) else '!""'


def _described(body: str, description: StringAttr | None) -> str:
    return body if description is None else f"{body}, !{quoted(description.value)}"


def _is_true(attribute: Attribute | None) -> bool:
    return isinstance(attribute, IntegerAttr) and attribute.value != 0


def members(attribute: Attribute | None) -> tuple[Attribute, ...]:
    """The members of an optional array attribute."""
    return attribute.value if isinstance(attribute, ArrayAttr) else ()
