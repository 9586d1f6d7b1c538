"""Operations in generic form, step by step. One whose regions are being read is set aside."""

from __future__ import annotations

from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import DictionaryAttr
from mlirlite.ir.block import Block, Region
from mlirlite.ir.constraint_errors import misspelled
from mlirlite.ir.definition import Op
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import Terminator
from mlirlite.ir.unregistered import UnregisteredOp
from mlirlite.parser.hooks.inherent import Inherent, inherent_of
from mlirlite.parser.hooks.op_parser import OpParser, Records, RegionRequest
from mlirlite.parser.ops.regions import Regions
from mlirlite.parser.ops.results import place, resolve_uses
from mlirlite.parser.text.operands import UnresolvedOperand
from mlirlite.support.diagnostics import DiagnosticError, error
from mlirlite.support.source import SourceSpan

EMPTY = DictionaryAttr(())


class _GenericOp:
    """A generic op whose regions are being read."""

    __slots__ = (
        "cls",
        "name",
        "name_span",
        "properties",
        "reader",
        "records",
        "regions",
        "start",
        "successors",
        "uses",
        "whole_property",
    )

    def __init__(
        self, reader: GenericOps, start: int, records: Records, name: str, name_span: SourceSpan
    ) -> None:
        self.reader = reader
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

    def resume(self, region: Region) -> None:
        """Continue after a region."""
        self.regions.append(region)
        self.reader.after_region(self)


class GenericOps:
    """Reads one operation at a time."""

    __slots__ = ("classes", "p", "regions")

    def __init__(self, p: OpParser, regions: Regions) -> None:
        self.p = p
        self.regions = regions
        self.classes: dict[str, tuple[type[Op] | None, Inherent]] = {}
        """What an op's name determines."""

    def read(self, records: Records, start: int, name_start: int) -> None:
        """Read a generic op, starting at its quoted name."""
        p = self.p
        p.pos = name_start
        name = p.string()
        name_end = p.text.find('"', name_start + 1) + 1
        span = p.span(name_start, name_end)
        if not name:
            raise p.fail("empty operation name is invalid", span)
        if "\0" in name:
            raise p.fail("null character not allowed in operation name", span)
        pending = _GenericOp(self, start, records, name, span)
        known_class = self.classes.get(name)
        if known_class is None:
            known_class = self.class_of(name, name_start, name_end)
        pending.cls = known_class[0]
        if not p.accept("("):
            raise p.wrong_token("expected '(' to start operand list")
        pending.uses = p.operand_list()
        if not p.accept(")"):
            raise p.wrong_token("expected ')' to end operand list")
        if p.text.startswith("[", p.pos):
            cls = pending.cls
            if cls is not None and not any(t is Terminator for t in cls.ordered_traits):
                raise p.wrong_token("successors in non-terminator")
            p.expect("[")
            if p.peek("]"):
                raise p.wrong_token("expected list element")
            pending.successors = p.comma_list(p.successor)
            if not p.accept("]"):
                raise p.wrong_token("expected ',' or ']'")
        if p.accept("<"):
            pending.properties = self._properties(pending)
        if p.accept("("):
            self._region(pending)
        else:
            self._finish(pending)

    def class_of(self, name: str, start: int, end: int) -> tuple[type[Op] | None, Inherent]:
        """The class of a quoted op name, None when it is not registered, and what is
        known of its properties."""
        p = self.p
        cls = p.context.op_class(name)
        context = p.context
        is_allowed = context.allow_unregistered or cls is not None
        if not is_allowed and context.dialect(name.partition(".")[0]) is None:
            message = (
                "operation being parsed with an unregistered dialect. If this is intended, "
                "please use -allow-unregistered-dialect with the MLIR tool used"
            )
            problem = error(message, p.span(start, end))
            raise DiagnosticError(p.state.forgotten(name.partition(".")[0], problem))
        found = self.classes[name] = cls, inherent_of(cls)
        return found

    def _properties(self, pending: _GenericOp) -> dict[str, Attribute]:
        p = self.p
        if not p.text.startswith("{", p.pos):
            start = p.pos
            found = p.attribute()
            if pending.cls is None:
                pending.whole_property = found
                if not p.accept(">"):
                    raise p.wrong_token("expected '>' to close properties")
                return {}
            raise p.fail(
                f"invalid properties {found} for op {pending.name}: expected DictionaryAttr to set "
                "properties",
                p.span(start),
            )
        entries = p.attr_dict()
        if not p.accept(">"):
            raise p.wrong_token("expected '>' to close properties")
        if not entries:
            pending.whole_property = EMPTY
        return entries

    def after_region(self, pending: _GenericOp) -> None:
        """Read the next region, or what follows the last one."""
        if self._more_regions(pending):
            self._region(pending)

    def _region(self, pending: _GenericOp) -> None:
        """The next region of a generic op, or what follows the last one."""
        while True:
            region = self.regions.open(pending, RegionRequest((), False, False), None)
            if region is None:
                return
            pending.regions.append(region)
            if not self._more_regions(pending):
                return

    def _more_regions(self, pending: _GenericOp) -> bool:
        """After a region: return whether another one follows; if not, finish the op."""
        p = self.p
        if p.accept(","):
            return True
        if not p.accept(")"):
            raise p.wrong_token("expected ')' to end region list")
        self._finish(pending)
        return False

    def _finish(self, pending: _GenericOp) -> None:
        p = self.p
        entries = p.attr_dict() if p.text.startswith("{", p.pos) else None
        if not p.accept(":"):
            raise p.wrong_token("expected ':' followed by operation type")
        types_start = p.pos
        if p.text.startswith("(", types_start):
            inputs, outputs = p.signature()
        else:
            p.type()
            raise p.fail("expected function type", p.span(types_start))
        operands = resolve_uses(p, pending.uses, inputs, types_start)
        inner = pending.properties
        if pending.cls is None:
            unregistered = UnregisteredOp.named(
                pending.name,
                operands,
                outputs,
                inner,
                entries,
                pending.regions,
                pending.successors,
                pending.name_span,
            )
            unregistered.whole_property = pending.whole_property
            op: Operation = unregistered
        else:
            inherent = inherent_of(pending.cls)
            if inner is not None:
                inner = declared_properties(
                    p, pending.name, inherent, inner, pending.name_span, entries
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
        place(p, op, pending.records, pending.start)


def declared_properties(
    p: OpParser,
    name: str,
    inherent: Inherent,
    entries: dict[str, Attribute],
    span: SourceSpan,
    discardable: dict[str, Attribute] | None,
) -> dict[str, Attribute]:
    """The declared entries of `<{…}>` of a registered op. DiagnosticError when an entry does not
    fit its property."""
    if problem := inherent.invalid(name, entries):
        raise p.fail(problem, span)
    if inherent.names.issuperset(entries):
        return entries
    found = {n: a for n, a in entries.items() if n in inherent.names}
    for key in inherent.missing(found | (discardable or {})):
        near = misspelled(key, entries.keys() - inherent.names)
        if near:  # the verifier could no longer tell what was written
            raise p.fail(f"'{name}' op requires attribute '{key}'{near}", span)
    return found
