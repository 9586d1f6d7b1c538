"""Operations in custom syntax, read by hooks; a hook is a generator when it reads regions."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator
from typing import Any

from mlirlite.ir.block import Region
from mlirlite.ir.definition import Op
from mlirlite.parser.hooks.inherent import inherent_of
from mlirlite.parser.hooks.op_parser import OpParser, OpState, Records, RegionRequest
from mlirlite.parser.hooks.values import ForwardReference
from mlirlite.parser.ops.authors import check_declared, check_parts
from mlirlite.parser.ops.regions import Regions
from mlirlite.parser.ops.results import place
from mlirlite.parser.types.types import integer_type
from mlirlite.support.diagnostics import (
    Diagnostic,
    DiagnosticError,
    Severity,
    did_you_mean,
    error,
)
from mlirlite.support.mistakes import declared_at, written_at
from mlirlite.support.source import SourceSpan

Hook = Callable[[OpParser, OpState], Generator[RegionRequest, Any, None] | None]

_REGION = re.compile(r"\{(?!-#)")
"""The start of a region; resources after the ops begin with `{-#`."""


class _CustomOp:
    """An op whose hook waits for a region."""

    __slots__ = ("cls", "generator", "reader", "records", "start", "state")

    def __init__(
        self,
        reader: CustomOps,
        start: int,
        records: Records,
        cls: type[Op],
        state: OpState,
        generator: Generator[RegionRequest, Any, None],
    ) -> None:
        self.reader = reader
        self.start = start
        self.records = records
        self.cls = cls
        self.state = state
        self.generator = generator

    def resume(self, region: Region) -> None:
        """Continue after a region."""
        self.reader.advance(self, region)


class CustomOps:
    """Reads one operation at a time."""

    __slots__ = ("authors", "hooks", "p", "regions")

    def __init__(self, p: OpParser, regions: Regions) -> None:
        self.p = p
        self.regions = regions
        self.hooks: dict[tuple[str, str], tuple[type[Op], Hook]] = {}
        self.authors: set[type[Op]] = set()
        """Classes whose hook is written outside of this package."""

    def read(self, records: Records, word: str, start: int) -> None:
        """An op in custom syntax, after its name."""
        p = self.p
        frame = p.frame
        found = self.hooks.get((word, frame.default_dialect))
        if found is None:
            found = self._hook(word, start)
        cls, hook = found
        state = OpState(SourceSpan(p.source, start, start + len(word)))
        p.op_class, p.op_name, p.result_records = cls, cls.name, records
        try:
            generator = hook(p, state)
        except ValueError as e:
            raise p.fail(str(e), SourceSpan(p.source, start, start + len(word))) from None
        if generator is None:
            self._finish(records, start, cls, state)
        else:
            self.advance(_CustomOp(self, start, records, cls, state, generator), None)

    def _hook(self, word: str, start: int) -> tuple[type[Op], Hook]:
        """The class and the hook of a custom op's name; without a dot it is of the default
        dialect."""
        p = self.p
        context = p.context
        default = p.frame.default_dialect
        name = word if "." in word else f"{default}.{word}"
        cls = context.op_class(name)
        span = p.span(start, start + len(word))
        if cls is None:
            if integer_type(word):  # a token of another kind
                p.pos = start
                raise p.wrong_token("expected operation name in quotes")
            raise DiagnosticError(self._unknown(word, name, span))
        hook = hook_of(cls)
        if hook is None:
            missing = f"; upstream's is not known here: {cls.missing_syntax}"
            what = f"custom op '{cls.name}' has no custom assembly form"
            raise DiagnosticError(
                error(what + (missing if cls.missing_syntax else ""), span).hint(
                    "write it in generic form", span
                )
            )
        self.hooks[word, default] = cls, hook
        if written_at(hook) is not None:
            self.authors.add(cls)
        return cls, hook

    def _unknown(self, word: str, name: str, span: SourceSpan) -> list[Diagnostic]:
        """Upstream's message for an undeclared op, and the nearest name."""
        p = self.p
        context = p.context
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
            return [problem] if hint else p.state.forgotten(dialect_name, problem)
        names = [n.partition(".")[2] for n in dialect.op_names()]
        hint = did_you_mean(mnemonic, names)
        if "." in word:
            hint = hint.replace("'", f"'{dialect_name}.", 1)
        problem = error(f"custom op '{word}' is unknown{tried}{hint}", span)
        for cls in () if hint else context.lost_classes(dialect_name):
            declared = f'class {cls.__name__}(Op, name="{name}")'
            text = f"{cls.__name__} has no name; is it this op? {declared}"
            problem.hint(text, declared_at(cls))
        return [problem]

    def advance(self, pending: _CustomOp, value: Region | None) -> None:
        """Run a hook up to its next region, or to its end."""
        p = self.p
        while True:
            p.op_class, p.op_name = pending.cls, pending.cls.name
            p.result_records = pending.records
            try:
                request = pending.generator.send(value)
            except StopIteration:
                self._finish(pending.records, pending.start, pending.cls, pending.state)
                return
            except ValueError as e:
                raise p.fail(str(e), pending.state.location) from None
            if request.optional and not _REGION.match(p.text, p.pos):
                value = None
                continue
            value = self.regions.open(pending, request, getattr(pending.cls, "default_dialect", ""))
            if value is None:
                return

    def _finish(self, records: Records, start: int, cls: type[Op], state: OpState) -> None:
        p = self.p
        operands = state.operands
        if p.values.forward_seen:  # a region may have defined forward references
            operands = [
                v.resolved if type(v) is ForwardReference and v.resolved is not None else v
                for v in operands
            ]
        authors = cls in self.authors
        if authors:
            check_parts(cls, state)
        inherent_of(cls).complete(state.properties)
        op = cls.create(
            operands,
            state.result_types,
            state.properties,
            state.attributes or None,
            state.regions,
            state.successors,
            state.location,
        )
        if authors:
            check_declared(op)
        place(p, op, records, start)
        p.op_name = ""


def hook_of(cls: type[Op]) -> Hook | None:
    """The reader of an op's custom syntax: its `parse`, or its assembly format; None when it has
    neither."""
    hook: Hook | None = getattr(cls, "parse", None)
    if hook is not None:
        return hook
    if cls.assembly_format is None:
        return None
    from mlirlite.parser.format.hooks import parse_hook  # late: it is large

    return parse_hook(cls)
