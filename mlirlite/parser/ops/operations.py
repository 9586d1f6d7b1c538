"""OperationParser: operations step by step, generic and custom ones. An op whose regions are being
read is set aside."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator
from typing import Any

from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import DictionaryAttr
from mlirlite.ir.block import Block, Region
from mlirlite.ir.constraint_errors import misspelt
from mlirlite.ir.definition import Op
from mlirlite.ir.operation import Operation, UnregisteredOp
from mlirlite.ir.traits import Terminator
from mlirlite.ir.values import Value
from mlirlite.parser.hooks.inherent import Inherent, inherent_of
from mlirlite.parser.hooks.op_parser import OpParser, OpState, RegionRequest
from mlirlite.parser.hooks.values import ForwardReference
from mlirlite.parser.ops.regions import RegionParser
from mlirlite.parser.text import tokens
from mlirlite.parser.text.operands import UnresolvedOperand
from mlirlite.parser.text.state import ParserState
from mlirlite.parser.types.types import integer_type
from mlirlite.support.diagnostics import (
    Diagnostic,
    DiagnosticError,
    Severity,
    did_you_mean,
    error,
)
from mlirlite.support.source import SourceSpan

Hook = Callable[[OpParser, OpState], Generator[RegionRequest, Any, None] | None]
Records = list[tuple[str, int, int]]
"""The named results of an op: name, how many, offset."""


EMPTY = DictionaryAttr(())
_REGION = re.compile(r"\{(?!-#)")
"""What a region begins with; resources behind the ops begin with `{-#`."""


class _GenericOp:
    """A generic op whose regions are being read."""

    __slots__ = (
        "attributes",
        "cls",
        "name",
        "name_span",
        "properties",
        "records",
        "regions",
        "start",
        "successors",
        "uses",
        "whole_property",
    )

    def __init__(self, start: int, records: Records, name: str, name_span: SourceSpan) -> None:
        self.start = start
        self.records = records
        self.name = name
        self.name_span = name_span
        self.cls: type[Op] | None = None
        self.uses: list[UnresolvedOperand] = []
        self.successors: list[Block] = []
        self.properties: dict[str, Attribute] | None = None
        self.whole_property: Attribute | None = None
        self.regions: list[Region] = []


class _CustomOp:
    """An op whose hook waits for a region."""

    __slots__ = ("cls", "generator", "records", "start", "state")

    def __init__(self, start: int, records: Records, cls: type[Op], state: OpState) -> None:
        self.start = start
        self.records = records
        self.cls = cls
        self.state = state
        self.generator: Generator[RegionRequest, Any, None] | None = None


class OperationParser(RegionParser):
    """Reads one operation at a time."""

    __slots__ = ("generic_classes", "hooks")

    def __init__(self, state: ParserState) -> None:
        super().__init__(state)
        self.generic_classes: dict[str, tuple[type[Op] | None, Inherent]] = {}
        self.hooks: dict[tuple[str, str], tuple[type[Op], Hook]] = {}

    def operation_by_steps(self) -> None:
        start = self.pos
        records: Records = []
        if self.text.startswith("%", self.pos):
            records = self.comma_list(self._result_record)
            if not self.accept("="):
                raise self.wrong_token("expected '=' after SSA name")
        name_start = self.pos
        word = self.optional_keyword()
        if word is not None:
            self.custom(records, word, name_start)
        elif self.text.startswith('"', name_start):
            self.generic(records, start, name_start)
        else:
            raise self.wrong_token("expected operation name in quotes")

    def _result_record(self) -> tuple[str, int, int]:
        m = tokens.ssa_name(self.text, self.pos)
        if m is None:
            raise self.wrong_token("expected valid ssa identifier")
        self.pos = m.end()
        count = 1
        if self.accept(":"):
            number = tokens.integer(self.text, self.pos)
            if number is None or number[1].startswith("-"):
                raise self.wrong_token("expected integer number of results")
            count = int(number[1], 0) if "x" in number[1] else int(number[1])
            if count < 1:
                raise self.fail("expected named operation to have at least 1 result")
            self.pos = number.end()
        return m[1], count, m.start(1)

    # Generic form

    def generic(self, records: Records, start: int, name_start: int) -> None:
        """A generic op from its quoted name on."""
        self.pos = name_start
        name = self.string()
        name_end = self.text.find('"', name_start + 1) + 1
        span = self.span(name_start, name_end)
        if not name:
            raise self.fail("empty operation name is invalid", span)
        if "\0" in name:
            raise self.fail("null character not allowed in operation name", span)
        pending = _GenericOp(start, records, name, span)
        known_class = self.generic_classes.get(name)
        if known_class is None:
            known_class = self.generic_class(name, name_start, name_end)
        pending.cls = known_class[0]
        if not self.accept("("):
            raise self.wrong_token("expected '(' to start operand list")
        pending.uses = self.operand_list()
        if not self.accept(")"):
            raise self.wrong_token("expected ')' to end operand list")
        if self.text.startswith("[", self.pos):
            cls = pending.cls
            if cls is not None and not any(t is Terminator for t in cls.ordered_traits):
                raise self.wrong_token("successors in non-terminator")
            self.expect("[")
            if self.peek("]"):
                raise self.wrong_token("expected list element")
            pending.successors = self.comma_list(self.successor)
            if not self.accept("]"):
                raise self.wrong_token("expected ',' or ']'")
        if self.accept("<"):
            pending.properties = self._properties(pending)
        if self.accept("("):
            self._generic_region(pending)
        else:
            self._finish_generic(pending)

    def _properties(self, pending: _GenericOp) -> dict[str, Attribute]:
        if not self.text.startswith("{", self.pos):
            start = self.pos
            found = self.attribute()
            if pending.cls is None:
                pending.whole_property = found
                if not self.accept(">"):
                    raise self.wrong_token("expected '>' to close properties")
                return {}
            raise self.fail(
                f"invalid properties {found} for op {pending.name}: expected DictionaryAttr to set "
                "properties",
                self.span(start),
            )
        entries = self.attr_dict()
        if not self.accept(">"):
            raise self.wrong_token("expected '>' to close properties")
        if not entries:
            pending.whole_property = EMPTY
        return entries

    def declared_properties(
        self,
        name: str,
        inherent: Inherent,
        entries: dict[str, Attribute],
        span: SourceSpan,
        discardable: dict[str, Attribute] | None,
    ) -> dict[str, Attribute]:
        """What stands in `<{…}>` of a registered op, without what it does not declare.
        DiagnosticError when an entry is no such property."""
        if problem := inherent.invalid(name, entries):
            raise self.fail(problem, span)
        if inherent.names.issuperset(entries):
            return entries
        found = {n: a for n, a in entries.items() if n in inherent.names}
        for key in inherent.missing(found | (discardable or {})):
            near = misspelt(key, entries.keys() - inherent.names)
            if near:  # the verifier would no longer know what was written
                raise self.fail(f"'{name}' op requires attribute '{key}'{near}", span)
        return found

    def after_region(self, owner: Any, region: Region) -> None:
        if isinstance(owner, _GenericOp):
            owner.regions.append(region)
            if self._more_regions(owner):
                self._generic_region(owner)
        else:
            self._advance(owner, region)

    def _generic_region(self, pending: _GenericOp) -> None:
        """The next region of a generic op, or what follows the last one."""
        while True:
            region = self.open_region(pending, RegionRequest((), False, False), None)
            if region is None:
                return
            pending.regions.append(region)
            if not self._more_regions(pending):
                return

    def _more_regions(self, pending: _GenericOp) -> bool:
        """After a region: whether another one follows; if not, the op is finished."""
        if self.accept(","):
            return True
        if not self.accept(")"):
            raise self.wrong_token("expected ')' to end region list")
        self._finish_generic(pending)
        return False

    def _finish_generic(self, pending: _GenericOp) -> None:
        entries = self.attr_dict() if self.text.startswith("{", self.pos) else None
        if not self.accept(":"):
            raise self.wrong_token("expected ':' followed by operation type")
        types_start = self.pos
        if self.text.startswith("(", types_start):
            inputs, outputs = self.signature()
        else:
            self.type()
            raise self.fail("expected function type", self.span(types_start))
        operands = self.resolve_uses(pending.uses, inputs, types_start)
        inner = pending.properties
        if pending.cls is None:
            op: Operation = UnregisteredOp.named(
                pending.name,
                operands,
                outputs,
                inner,
                entries,
                pending.regions,
                pending.successors,
                pending.name_span,
            )
            op.whole_property = pending.whole_property  # type: ignore[attr-defined]
        else:
            inherent = inherent_of(pending.cls)
            if inner is not None:
                inner = self.declared_properties(
                    pending.name, inherent, inner, pending.name_span, entries
                )
            inner, entries = inherent.settle(inner, entries)
            op = pending.cls.create(
                operands,
                outputs,
                inner,
                entries,
                pending.regions,
                pending.successors,
                pending.name_span,
            )
        self.place(op, pending.records, pending.start)

    def place(self, op: Operation, records: Records, start: int) -> None:
        """Trailing location, the block, and names for the results."""
        location = self.optional_trailing_location()
        if location is not None:
            self.set_location(op, location)
        self.frame.block.insert_before(None, op)
        if records:
            self.define_results(op, records, start)

    def define_results(self, op: Operation, records: Records, start: int) -> None:
        expected = sum(count for _, count, _ in records)
        results = op.results
        if expected != len(results):
            span = self.span(start)
            if not results:
                raise self.fail("cannot name an operation with no results", span)
            message = (
                f"operation defines {len(results)} results but was provided {expected} to bind"
            )
            raise self.fail(message, span)
        index = 0
        for name, count, offset in records:
            span = SourceSpan(self.source, offset, offset + len(name))
            for number in range(count):
                self.values.define(name, number, results[index], self.frame.names, span)
                index += 1

    def resolve_uses(
        self, uses: list[UnresolvedOperand], types: list[Type], types_start: int
    ) -> list[Value]:
        if len(uses) != len(types):
            plural = "" if len(uses) == 1 else "s"
            raise self.fail(
                f"expected {len(uses)} operand type{plural} but had {len(types)}",
                self.span(types_start),
            )
        return [self.resolve(use, type) for use, type in zip(uses, types, strict=True)]

    def generic_class(self, name: str, start: int, end: int) -> tuple[type[Op] | None, Inherent]:
        """The class of a quoted op name, None when it is not registered, and what is
        known of its properties."""
        cls = self.context.op_class(name)
        context = self.context
        is_allowed = context.allow_unregistered or cls is not None
        if not is_allowed and context.dialect(name.partition(".")[0]) is None:
            message = (
                "operation being parsed with an unregistered dialect. If this is intended, "
                "please use -allow-unregistered-dialect with the MLIR tool used"
            )
            problem = error(message, self.span(start, end))
            raise DiagnosticError(self.state.forgotten(name.partition(".")[0], problem))
        found = self.generic_classes[name] = cls, inherent_of(cls)
        return found

    # Custom syntax

    def custom(self, records: Records, word: str, start: int) -> None:
        """An op in custom syntax, after its name."""
        frame = self.frame
        found = self.hooks.get((word, frame.default_dialect))
        if found is None:
            found = self._hook(word, start)
        cls, hook = found
        state = OpState(SourceSpan(self.source, start, start + len(word)))
        self.op_class, self.op_name, self.result_records = cls, cls.name, records
        pending = _CustomOp(start, records, cls, state)
        try:
            generator = hook(self, state)
        except ValueError as e:
            raise self.fail(str(e), SourceSpan(self.source, start, start + len(word))) from None
        if generator is None:
            self._finish_custom(pending)
        else:
            pending.generator = generator
            self._advance(pending, None)

    def _hook(self, word: str, start: int) -> tuple[type[Op], Hook]:
        """The class and the hook of a custom op's name; without a dot it is of the default
        dialect."""
        context = self.context
        default = self.frame.default_dialect
        name = word if "." in word else f"{default}.{word}"
        cls = context.op_class(name)
        span = self.span(start, start + len(word))
        if cls is None:
            if integer_type(word):  # a token of its own kind
                self.pos = start
                raise self.wrong_token("expected operation name in quotes")
            raise DiagnosticError(self._unknown(word, name, span))
        hook = hook_of(cls)
        if hook is None:
            raise DiagnosticError(
                error(f"custom op '{cls.name}' has no custom assembly form", span).hint(
                    "write it in generic form", span
                )
            )
        self.hooks[word, default] = cls, hook
        return cls, hook

    def _unknown(self, word: str, name: str, span: SourceSpan) -> list[Diagnostic]:
        """Upstream's words for an op that nobody declared, and the nearest name."""
        context = self.context
        tried = f" (tried '{name}' as well)" if name != word else ""
        dialect_name, _, mnemonic = name.partition(".")
        dialect = context.dialect(dialect_name)
        if dialect is None:
            hint = did_you_mean(dialect_name, context.available()) if "." in word else ""
            if not hint:  # the right word without its dialect
                loaded = [n for d in context.dialects.values() for n in d.op_names()]
                same = [n for n in loaded if n.partition(".")[2] == mnemonic]
                hint = f"; did you mean '{same[0]}'?" if same else ""
            message = f"Dialect `{dialect_name}' not found for custom op '{word}' {tried}{hint}"
            problem = error(message, span).echo(
                f"Available dialects: {', '.join(context.available())} ; for more info on dialect "
                "registration see https://mlir.llvm.org/getting_started/Faq/"
                "#registered-loaded-dependent-whats-up-with-dialects-management",
                span,
                Severity.NOTE,
            )
            return [problem] if hint else self.state.forgotten(dialect_name, problem)
        names = [n.partition(".")[2] for n in dialect.op_names()]
        hint = did_you_mean(mnemonic, names)
        if "." in word:
            hint = hint.replace("'", f"'{dialect_name}.", 1)
        return [error(f"custom op '{word}' is unknown{tried}{hint}", span)]

    def _advance(self, pending: _CustomOp, value: Region | None) -> None:
        """Run a hook up to its next region, or to its end."""
        generator = pending.generator
        while generator is not None:
            self.op_class, self.op_name = pending.cls, pending.cls.name
            self.result_records = pending.records
            try:
                request = generator.send(value)
            except StopIteration:
                self._finish_custom(pending)
                return
            except ValueError as e:
                raise self.fail(str(e), pending.state.location) from None
            if request.optional and not _REGION.match(self.text, self.pos):
                value = None
                continue
            value = self.open_region(pending, request, getattr(pending.cls, "default_dialect", ""))
            if value is None:
                return

    def _finish_custom(self, pending: _CustomOp) -> None:
        state = pending.state
        operands = state.operands
        if self.values.forward_seen:  # a region may have defined what was used before
            operands = [
                v.resolved if type(v) is ForwardReference and v.resolved is not None else v
                for v in operands
            ]
        inherent_of(pending.cls).complete(state.properties)
        op = pending.cls.create(
            operands,
            state.result_types,
            state.properties,
            state.attributes or None,
            state.regions,
            state.successors,
            state.location,
        )
        self.place(op, pending.records, pending.start)
        self.op_name = ""


def hook_of(cls: type[Op]) -> Hook | None:
    """What reads an op's custom syntax: its `parse`, or its assembly format; None when it has
    neither."""
    hook: Hook | None = getattr(cls, "parse", None)
    if hook is not None:
        return hook
    if cls.assembly_format is None:
        return None
    from mlirlite.parser.format.hooks import parse_hook  # late: it is large

    return parse_hook(cls)
