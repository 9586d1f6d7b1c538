"""ModuleParser: operations, regions and blocks, in one loop without recursion.

Generic ops in their usual shape are read by one regular expression, whose parts are looked up by their text. Anything else goes
step by step. An op with regions is set aside while they are read: `Frame.owner` is what goes on after `}`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator
from typing import Any

from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.block import Block, Region
from mlirlite.ir.definition import Op
from mlirlite.ir.locations import FileLineColRange, Location
from mlirlite.ir.operation import Operation, UnregisteredOp
from mlirlite.ir.values import Value
from mlirlite.parser import tokens
from mlirlite.parser.cursor import GLANCE_TYPE, Cursor, UnresolvedOperand
from mlirlite.parser.op_parser import (
    Frame,
    OpParser,
    OpState,
    RegionRequest,
    property_names,
)
from mlirlite.parser.state import ParserState
from mlirlite.parser.tokens import BARE, SPACE, SUFFIX
from mlirlite.parser.values import ForwardReference, place_of_definition, unresolved_uses
from mlirlite.support.diagnostics import DiagnosticError, did_you_mean, error
from mlirlite.support.source import SourceSpan

# A dictionary without inner braces and comments.
_DICTIONARY = r'\{[^{}"/]*+(?:"(?:[^"\\\n]++|\\.)*+"[^{}"/]*+)*+\}'
_TYPES = r"\([^()\"/]*+\)"
_operation = re.compile(
    # 1: first result, 2: more results or a count
    rf"(?:(%{SUFFIX})((?::[0-9]++)?+(?:[ ]?+,[ ]?+%{SUFFIX}(?::[0-9]++)?+)*+){SPACE}={SPACE})?+"
    # 3: quoted name, 4: uses
    rf'(?:"([^"\\\n\r]++)"{SPACE}\(([^()"/]*+)\){SPACE}'
    # 5: properties, 6: attributes, 7: function type
    rf"(?:(?:<(?={SPACE}\{{){SPACE}({_DICTIONARY}){SPACE}>{SPACE})?+(?:({_DICTIONARY}){SPACE})?+"
    rf":{SPACE}({_TYPES}{SPACE}->{SPACE}(?:{_TYPES}|{GLANCE_TYPE}(?!<))){SPACE})?+"
    # 8: name of custom syntax
    rf"|({BARE}){SPACE})",
    re.ASCII,
).match
_more_results = re.compile(rf"(%{SUFFIX})?(?::([0-9]++))?[ ]?+(?:,[ ]?+)?", re.ASCII).match

Hook = Callable[[OpParser, OpState], Generator[RegionRequest, Any, None] | None]
Records = list[tuple[str, int, int]]


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


class ModuleParser(OpParser):
    """Reads a whole text."""

    __slots__ = ("frames", "generic_classes", "hooks")

    def __init__(self, state: ParserState) -> None:
        super().__init__(state, 0)
        self.frames: list[Frame] = []
        self.generic_classes: dict[str, tuple[type[Op] | None, frozenset[str]]] = {}
        self.hooks: dict[tuple[str, str], tuple[type[Op], Hook]] = {}

    def parse(self) -> Block:
        """The top-level operations, in a block. DiagnosticError with all errors found."""
        region = Region()
        frame = self.frame = Frame(region, None, "builtin", 0)
        region.append(frame.block)
        self.frames = [frame]
        self._run()
        self._finish()
        return frame.block

    # The loop

    def _run(self) -> None:
        text, source, state = self.text, self.source, self.state
        skip = tokens.skip_space
        signatures = state.function_types
        classes = self.generic_classes
        values = self.values
        create_unregistered = UnregisteredOp.create
        frame = self.frame
        block, names, known = frame.block, frame.names, values.known
        pos = self.pos
        while True:
            m = _operation(text, pos)
            if m is None:
                self.pos = pos
                if not self._no_operation():
                    return
                pos = self.pos
                frame = self.frame
                block, names, known = frame.block, frame.names, values.known
                continue
            first, more, name, uses, properties, attributes, signature, custom = m.groups()
            if signature is None:
                records = [] if first is None else self._records(m)
                if name is not None:
                    self._generic(records, m.start(1) if records else m.start(3) - 1, m.start(3) - 1)
                elif "." not in custom and text.startswith("loc", m.start(8)) and custom == "loc":
                    self.pos = pos
                    raise self.wrong_token("expected operation name in quotes")
                else:
                    self.pos = m.end()
                    self._custom(records, custom, m.start(8))
                pos = self.pos
                frame = self.frame
                block, names, known = frame.block, frame.names, values.known
                continue
            # A generic op without regions and successors.
            types = signatures.get(signature)
            if types is None:
                types = self._signature(signature, m.start(7))
            inputs, outputs = types
            known_class = classes.get(name)
            if known_class is None:
                known_class = self._generic_class(name, m.start(3) - 1, m.end(3) + 1)
            cls, inherent = known_class
            operands: list[Value] = []
            if uses:
                try:
                    operands = [known[use] for use in uses.split(", ")]
                    if [v.type for v in operands] != inputs:
                        operands = self._operands(uses, m.start(4), inputs, m.start(7))
                except KeyError:
                    operands = self._operands(uses, m.start(4), inputs, m.start(7))
            elif inputs:
                operands = self._operands(uses, m.start(4), inputs, m.start(7))
            if attributes is not None:
                entries: dict[str, Attribute] | None = self._dictionary(attributes, m.start(6))
            else:
                entries = None
            inner = None if properties is None else self._dictionary(properties, m.start(5))
            pos = m.end()
            span = SourceSpan(source, m.start(3) - 1, m.end(3) + 1)
            if cls is None:
                op: Operation = create_unregistered(
                    operands, outputs, inner, entries, (), (), span
                )
                op.name = name
            else:
                if entries is not None and inherent:
                    inner, entries = _split(inner, entries, inherent)
                op = cls.create(operands, outputs, inner, entries, (), (), span)
            if text.startswith("loc", pos):
                self.pos = pos
                location = self.optional_trailing_location()
                if location is not None:
                    self.set_location(op, location)
                pos = self.pos
            block.insert_before(None, op)
            if first is not None:
                if not more and len(outputs) == 1 and first not in known:
                    known[first] = op.results[0]
                    names.append(first)
                else:
                    self._define_results(op, self._records(m), m.start(1))

    def _no_operation(self) -> bool:
        """What is here when it is no operation: the end of a region, a block, an alias, an op in an unusual spelling. False at
        the end of the text."""
        text, pos = self.text, self.pos
        char = text[pos : pos + 1]
        nested = len(self.frames) > 1
        if nested:
            if char == "}":
                self._end_region()
                return True
            if char == "^":
                self._block_label(None)
                return True
        elif not char:
            return False
        elif char == "#":
            self._attribute_alias()
            return True
        elif char == "!":
            self._type_alias()
            return True
        elif text.startswith("{-#", pos):
            from mlirlite.parser.resources import read_metadata

            read_metadata(self)
            return True
        if char == "%" or char == '"':
            self._operation_by_steps()
            return True
        failure = self.wrong_token("expected operation name in quotes")
        if nested and not char:
            opened = self.frame.opened
            failure.diagnostics[0].note("unclosed '{' opened here", self.span(opened, opened + 1))
        raise failure

    def _finish(self) -> None:
        """What can only be known at the end: undefined values, blocks and locations."""
        problems = self.values.undefined()
        if not problems:
            for target, deferred in self.deferred:
                found = self.state.attribute_aliases.get(deferred.alias)
                if found is None:
                    message = "operation location alias was never defined"
                    problems.append(error(message, deferred.place))
                elif not isinstance(found, Location):
                    message = f"expected location, but found '{found}'"
                    problems.append(error(message, deferred.place))
                else:
                    target.location = found
        problems += self._undefined_blocks(self.frame)
        if problems:
            raise DiagnosticError(problems)

    # Aliases

    def _alias(self, match: tokens.Match, kind: str, known: dict[str, Any]) -> str:
        m = match(self.text, self.pos)
        if m is None:
            raise self.fail(f"expected {kind} alias name")
        name, span = m[1], self.span(m.start(1), m.end(1))
        if name in known:
            raise self.fail(f"redefinition of {kind} alias id '{name[1:]}'", span)
        if "." in name:
            raise self.fail(
                f"{kind} names with a '.' are reserved for dialect-defined names", span
            )
        self.pos = m.end()
        self.expect("=", f" in {kind} alias definition")
        return name

    def _attribute_alias(self) -> None:
        known = self.state.attribute_aliases
        name = self._alias(tokens.hash_id, "attribute", known)
        known[name] = self.attribute()

    def _type_alias(self) -> None:
        known = self.state.type_aliases
        name = self._alias(tokens.bang_id, "type", known)
        known[name] = self.state.types[name] = self.type()

    # Parts of generic ops

    def _signature(self, text: str, start: int) -> tuple[list[Type], list[Type]]:
        self.pos = start
        found = self.state.function_types[text] = self.signature()
        return found

    def _dictionary(self, text: str, start: int) -> dict[str, Attribute]:
        """A new dict for a dictionary's text; short ones are remembered."""
        known = self.state.dictionaries
        found = known.get(text)
        if found is None:
            self.pos = start
            found = self.attr_dict()
            if len(text) <= 160 and len(known) < 4096:
                known[text] = found
                return dict(found)
            return found
        return dict(found)

    def _operands(
        self, text: str, start: int, types: list[Type], types_start: int
    ) -> list[Value]:
        return self._resolve(unresolved_uses(self, text, start), types, types_start)

    def _resolve(
        self, uses: list[UnresolvedOperand], types: list[Type], types_start: int
    ) -> list[Value]:
        if len(uses) != len(types):
            plural = "" if len(uses) == 1 else "s"
            raise self.fail(
                f"expected {len(uses)} operand type{plural} but had {len(types)}",
                self.span(types_start),
            )
        return [self.resolve(use, type) for use, type in zip(uses, types, strict=True)]

    def _generic_class(self, name: str, start: int, end: int) -> tuple[type[Op] | None, frozenset[str]]:
        """The class of a quoted op name, None when it is not registered, and which attributes are its properties."""
        cls = self.context.op_class(name)
        if cls is None and not self.context.allow_unregistered:
            if self.context.dialect(name.partition(".")[0]) is None:
                message = (
                    "operation being parsed with an unregistered dialect. If this is intended, "
                    "please use -allow-unregistered-dialect with the MLIR tool used"
                )
                raise self.fail(message, self.span(start, end))
        found = self.generic_classes[name] = cls, property_names(cls)
        return found

    # Operations step by step

    def _operation_by_steps(self) -> None:
        start = self.pos
        records: Records = []
        if self.text.startswith("%", self.pos):
            records = self.comma_list(self._result_record)
            if not self.accept("="):
                raise self.wrong_token("expected '=' after SSA name")
        name_start = self.pos
        word = self.optional_keyword()
        if word is not None:
            self._custom(records, word, name_start)
        elif self.text.startswith('"', name_start):
            self._generic(records, start, name_start)
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

    def _records(self, m: re.Match[str]) -> Records:
        """The named results of a matched op."""
        first, more = m[1], m[2]
        start = m.start(1)
        if not more:
            return [(first, 1, start)]
        records: Records = []
        text, end = self.text, m.end(2)
        pos = start
        while pos < end:
            part = _more_results(text, pos, end)
            if part is None or part[1] is None:
                break
            count = int(part[2] or 1)
            if count < 1:
                span = self.span(part.start(2), part.end(2))
                raise self.fail("expected named operation to have at least 1 result", span)
            records.append((part[1], count, part.start(1)))
            pos = part.end()
        return records

    def _generic(self, records: Records, start: int, name_start: int) -> None:
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
            known_class = self._generic_class(name, name_start, name_end)
        pending.cls = known_class[0]
        if not self.accept("("):
            raise self.wrong_token("expected '(' to start operand list")
        pending.uses = self.operand_list()
        if not self.accept(")"):
            raise self.wrong_token("expected ')' to end operand list")
        if self.accept("["):
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
            raise self.fail(
                f"invalid properties {found} for op {pending.name}: expected DictionaryAttr to set "
                "properties",
                self.span(start),
            )
        entries = self.attr_dict()
        if not self.accept(">"):
            raise self.wrong_token("expected '>' to close properties")
        return entries

    def _generic_region(self, pending: _GenericOp) -> None:
        """The next region of a generic op, or what follows the last one."""
        while True:
            region = self._open_region(pending, RegionRequest((), False, False), None)
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
        operands = self._resolve(pending.uses, inputs, types_start)
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
        else:
            if entries is not None:
                inner, entries = _split(inner, entries, property_names(pending.cls))
            op = pending.cls.create(
                operands,
                outputs,
                inner,
                entries,
                pending.regions,
                pending.successors,
                pending.name_span,
            )
        self._place(op, pending.records, pending.start)

    def _place(self, op: Operation, records: Records, start: int) -> None:
        """Trailing location, the block, and names for the results."""
        location = self.optional_trailing_location()
        if location is not None:
            self.set_location(op, location)
        self.frame.block.insert_before(None, op)
        if records:
            self._define_results(op, records, start)

    def _define_results(self, op: Operation, records: Records, start: int) -> None:
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

    # Custom syntax

    def _custom(self, records: Records, word: str, start: int) -> None:
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
        """The class and the hook of a custom op's name; without a dot it is of the default dialect."""
        context = self.context
        default = self.frame.default_dialect
        name = word if "." in word else f"{default}.{word}"
        cls = context.op_class(name)
        span = self.span(start, start + len(word))
        if cls is None:
            raise DiagnosticError(self._unknown(word, name, span))
        hook = hook_of(cls)
        if hook is None:
            raise DiagnosticError(
                error(f"op '{cls.name}' has no custom assembly form", span).note(
                    "write it in generic form", span
                )
            )
        self.hooks[word, default] = cls, hook
        return cls, hook

    def _unknown(self, word: str, name: str, span: SourceSpan) -> Any:
        """Upstream's words for an op that nobody declared, and the nearest name."""
        context = self.context
        tried = f" (tried '{name}' as well)" if name != word else ""
        dialect_name = name.partition(".")[0]
        dialect = context.dialect(dialect_name)
        if dialect is None:
            hint = did_you_mean(dialect_name, context.available()) if "." in word else ""
            message = f"Dialect `{dialect_name}' not found for custom op '{word}' {tried}{hint}"
            return error(message, span).note(
                f"Available dialects: {', '.join(context.available())} ; for more info on dialect "
                "registration see https://mlir.llvm.org/getting_started/Faq/"
                "#registered-loaded-dependent-whats-up-with-dialects-management",
                span,
            )
        hint = did_you_mean(name, dialect.op_names())
        return error(f"custom op '{word}' is unknown{tried}{hint}", span)

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
                raise self.fail(str(e), pending.state.location) from None  # type: ignore[arg-type]
            if request.optional and not self.text.startswith("{", self.pos):
                value = None
                continue
            value = self._open_region(
                pending, request, getattr(pending.cls, "default_dialect", "")
            )
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
        op = pending.cls.create(
            operands,
            state.result_types,
            state.properties,
            state.attributes or None,
            state.regions,
            state.successors,
            state.location,
        )
        self._place(op, pending.records, pending.start)
        self.op_name = ""

    # Regions and blocks

    def _open_region(
        self, owner: Any, request: RegionRequest, default_dialect: str | None
    ) -> Region | None:
        """Read `{`. The region itself when it is empty and done with; None when it is on the stack to be read."""
        opened = self.pos
        if not self.accept("{"):
            raise self.wrong_token("expected '{' to begin a region")
        text = self.text
        region = Region()
        if not request.arguments and text.startswith("}", self.pos):
            self.pos = self._skip(self.pos + 1)
            return region
        if default_dialect is None:
            default_dialect = self.frame.default_dialect
        frame = Frame(region, owner, default_dialect, opened)
        values = self.values
        if request.isolated:
            frame.outer_values = values.known
            values.known = {}
        block = region.append(frame.block)
        named = bool(request.arguments) and bool(request.arguments[0].name)
        if named:
            if text.startswith("^", self.pos):
                raise self.fail("invalid block name in region with named arguments")
            for name, type, _, location, span in request.arguments:
                existing = values.known.get(name)
                if existing is not None:
                    place = (
                        existing.span
                        if isinstance(existing, ForwardReference)
                        else place_of_definition(name, existing)
                    )
                    message = f"region entry argument '{name}' is already in use"
                    raise DiagnosticError(error(message, span).note("previously referenced here", place))
                if type is None:
                    raise self.fail(f"the type of region argument '{name}' is not known", span)
                argument = block.add_argument(type, span)
                if location is not None:
                    self.set_location(argument, location)
                values.define(name, 0, argument, frame.names, span)
        self.frames.append(frame)
        self.frame = frame
        if text.startswith("^", self.pos):
            self._block_label(block)
        return None

    def _block_label(self, entry: Block | None) -> None:
        """`^name(%a: type, …):`. `entry` is a region's first block, made already; blocks that were referred to exist too."""
        m = tokens.block_name(self.text, self.pos)
        if m is None:
            raise self.wrong_token("expected block name")
        frame = self.frame
        name, span = m[1], SourceSpan(self.source, m.start(1), m.end(1))
        self.pos = m.end()
        block = frame.blocks.get(name)
        if block is None:
            block = entry if entry is not None else Block()
            frame.blocks[name] = block
        elif frame.forward_blocks.pop(block, None) is None:
            raise self.fail(f"redefinition of block '{name}'", span)
        if block.parent is None:
            frame.region.append(block)
        frame.block = block
        if self.accept("("):
            if not self.accept(")"):
                self._block_argument(block)
                while self.accept(","):
                    self._block_argument(block)
                if not self.accept(")"):
                    raise self.wrong_token("expected ')'")
        if not self.accept(":"):
            raise self.wrong_token("expected ':' after block name")

    def _block_argument(self, block: Block) -> None:
        m = tokens.ssa_name(self.text, self.pos)
        if m is None:
            raise self.wrong_token("expected SSA operand")
        self.pos = m.end()
        if self.text.startswith("#", self.pos):
            use = tokens.ssa_use(self.text, m.start(1))
            self.pos = use.end() if use is not None else self.pos
        if not self.accept(":"):
            raise self.wrong_token("expected ':' and type for SSA operand")
        span = SourceSpan(self.source, m.start(1), m.end(1))
        argument = block.add_argument(self.type(), span)
        location = self.optional_trailing_location()
        if location is not None:
            self.set_location(argument, location)
        self.values.define(m[1], 0, argument, self.frame.names, span)

    def _end_region(self) -> None:
        """Read `}`, forget the region's names, and go on with its op."""
        frame = self.frames.pop()
        problems = self._undefined_blocks(frame)
        if problems:
            raise DiagnosticError(problems)
        self.pos = self._skip(self.pos + 1)
        values = self.values
        if frame.outer_values is not None:
            values.known = frame.outer_values
        else:
            known = values.known
            for name in frame.names:
                known.pop(name, None)
        self.frame = self.frames[-1]
        owner = frame.owner
        if isinstance(owner, _GenericOp):
            owner.regions.append(frame.region)
            if self._more_regions(owner):
                self._generic_region(owner)
        else:
            self._advance(owner, frame.region)

    def _undefined_blocks(self, frame: Frame) -> list[Any]:
        spans = sorted(frame.forward_blocks.values(), key=lambda s: s.start)
        names = [n for n, b in frame.blocks.items() if b not in frame.forward_blocks]
        return [
            error("reference to an undefined block" + did_you_mean(_spelling(s), names), s)
            for s in spans
        ]


def _spelling(span: SourceSpan) -> str:
    return span.source.text[span.start : span.end]


def _split(
    properties: dict[str, Attribute] | None,
    entries: dict[str, Attribute],
    inherent: frozenset[str],
) -> tuple[dict[str, Attribute] | None, dict[str, Attribute] | None]:
    """Inherent attributes among discardable ones become properties, unless they are given as such."""
    moved = {n: a for n, a in entries.items() if n in inherent}
    if not moved:
        return properties, entries
    rest = {n: a for n, a in entries.items() if n not in inherent}
    return moved | (properties or {}), rest or None


def hook_of(cls: type[Op]) -> Hook | None:
    """What reads an op's custom syntax: its `parse`, or its assembly format; None when it has neither."""
    hook: Hook | None = getattr(cls, "parse", None)
    if hook is not None:
        return hook
    if cls.assembly_format is None:
        return None
    from mlirlite.parser.format_parser import parse_hook

    return parse_hook(cls)


__all__ = ["Cursor", "FileLineColRange", "ModuleParser", "hook_of"]
