"""The end of a compiled format: written and inferred types, operands, segment sizes, results."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import DenseArrayAttr, i32_array
from mlirlite.ir.block import Region
from mlirlite.ir.constraints import ANY
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Arity, ValueField
from mlirlite.ir.op_def import OPERAND_SEGMENTS, RESULT_SEGMENTS
from mlirlite.ir.traits import (
    AllTypesMatch,
    SameOperandsAndResultType,
    SameTypeOperands,
    Trait,
    TypesMatch,
)
from mlirlite.ir.types import I32
from mlirlite.ir.values import Value
from mlirlite.parser.format.definition import OpFormat
from mlirlite.parser.format.steps import (
    Frame,
    Getter,
    Layout,
    Step,
    Steps,
    constant,
    count_of,
    first_of,
    from_slot,
    property_type,
    resolve,
    resolve_all,
    uses_of,
)
from mlirlite.parser.hooks.op_parser import OpParser, OpState


class Finish:
    """Makes the last steps of an op class's parser."""

    def __init__(self, format: OpFormat, layout: Layout) -> None:
        self.format = format
        self.layout = layout
        self.definition = format.definition
        self.cls = format.cls

    def add(self, steps: Steps) -> None:
        d, format = self.definition, self.format
        types = self.resolvers()
        infer = False
        if "results" not in format.typed_wholes:
            unknown = [f for f in d.results if f.name not in types]
            infer = bool(unknown)
            if unknown and not _can_infer(self.cls):
                raise format.error(
                    f"type of result #{unknown[0].group}, named '{unknown[0].name}', is neither "
                    "written nor inferred"
                )
        if "operands" not in format.typed_wholes:
            for field in d.operands:
                if field.name not in types:
                    raise format.error(
                        f"type of operand #{field.group}, named '{field.name}', is neither written "
                        "nor inferred"
                    )
        if d.operands:
            steps.add(self.operands(types))
        if not infer:
            self.finish_results(steps, types)
        if d.operand_sized and "operands" not in format.wholes:
            slots = [self.layout.read[f.name] for f in d.operands]
            ones = [f.arity is Arity.ONE for f in d.operands]
            optional = [f.arity is Arity.OPTIONAL for f in d.operands]
            shapes = tuple(zip(slots, ones, optional, strict=True))

            def segments(p: OpParser, state: OpState, frame: Frame) -> None:
                sizes = [1 if one else count_of(frame[slot]) for slot, one, _ in shapes]
                _set_segments(state, OPERAND_SEGMENTS, sizes)

            steps.add(segments)
        for kind, fields in (("region", d.regions), ("successor", d.successors)):
            if fields:
                steps.add(self.collect(kind, fields))
        if infer:
            steps.add(self.infer_results(types))

    def collect(self, kind: str, fields: Sequence[Any]) -> Step:
        """Put the regions or the successors into the state, in the order of the declaration."""
        whole = kind + "s"
        slots = [self.layout.read[f.name] for f in fields]
        if whole in self.format.wholes:
            slots = [self.layout.slot("whole", whole)]
        regions = kind == "region"

        def step(p: OpParser, state: OpState, frame: Frame) -> None:
            target: list[Any] = state.regions if regions else state.successors
            for slot in slots:
                found = frame[slot]
                if isinstance(found, (list, tuple)):
                    target += found
                elif found is not None:
                    target.append(found)
                elif regions:
                    target.append(Region())

        return step

    def resolvers(self) -> dict[str, Getter]:
        """Functions that give the types of each operand and result, as far as they are written or
        follow from others."""
        d, format = self.definition, self.format
        found: dict[str, Getter] = {}
        fields: dict[str, ValueField[Any]] = {f.name: f for f in (*d.operands, *d.results)}
        for name in fields:
            if name in format.typed:
                found[name] = from_slot(self.layout.slot("type", name))
        written = list(found)
        traits = sorted(self.cls.traits, key=repr)
        operands, results = [f.name for f in d.operands], [f.name for f in d.results]
        progress = True
        while progress:
            before = len(found)
            for trait in traits:
                if trait is SameOperandsAndResultType or trait is SameTypeOperands:
                    group = operands + (results if trait is SameOperandsAndResultType else [])
                    self._spread(found, [n for n in group if n in written] or group, group)
                elif isinstance(trait, AllTypesMatch):
                    self._spread(found, trait.names, trait.names)
                elif isinstance(trait, TypesMatch):
                    self._transform(found, trait)
            for name, field in fields.items():
                if name not in found and isinstance(field.constraint.exact, Type):
                    found[name] = constant(field.constraint.exact)
            progress = len(found) > before
        return found

    def _spread(
        self, found: dict[str, Getter], sources: Sequence[str], targets: Sequence[str]
    ) -> None:
        """One type is known: all have it."""
        source: Getter | None = None
        for name in sources:
            if name in found:
                get = found[name]
                source = first_of(get) if self._several(name) else get
                break
            if name in self.definition.properties and name in self.format.written:
                source = property_type(name)
                break
        if source is not None:
            for name in targets:
                if name in self.format.fields and name not in self.definition.properties:
                    found.setdefault(name, source)

    def _several(self, name: str) -> bool:
        return self.format.fields[name].arity is not Arity.ONE

    def _transform(self, found: dict[str, Getter], trait: TypesMatch) -> None:
        """The type of one is a function of another's."""
        if trait.target in found or trait.target in self.definition.properties:
            return
        source = found.get(trait.source)
        if source is None:
            if trait.source not in self.definition.properties:
                return
            if trait.source not in self.format.written:
                return
            source = property_type(trait.source)
        get, function = source, trait.function
        # The function may rely on the declared constraint of its argument.
        name = trait.source
        field = self.format.fields.get(name)
        stated = field.constraint if isinstance(field, ValueField) else ANY
        matches, words = stated.matches, stated.summary
        head = f"custom op '{self.cls.name}'"

        def transformed(frame: Frame, state: OpState) -> Any:
            given = get(frame, state)
            if given is None:
                return None
            if isinstance(given, Type) and not matches(given):
                raise ValueError(f"{head} '{name}' must be {words}, but got '{given}'")
            return function(tuple(given) if isinstance(given, list) else given)

        found[trait.target] = transformed

    def operands(self, types: dict[str, Getter]) -> Step:
        """Put the operands into the state: as one list where the format has `operands` or
        `type(operands)`, else field by field."""
        d, format = self.definition, self.format
        uses = [self.layout.read[f.name] for f in d.operands]
        if "operands" in format.wholes:
            uses = [self.layout.slot("whole", "uses")]
        if "operands" in format.typed_wholes:
            return _typed_as_one(uses, self.layout.slot("whole", "operands"))
        getters = [types[f.name] for f in d.operands]
        if "operands" in format.wholes:
            return _written_as_one(uses[0], getters)
        if any(f.arity is not Arity.ONE for f in d.operands):
            return _field_by_field(uses, getters)
        if len(uses) == 2 and getters[0] is getters[1]:
            return _pair(uses[0], uses[1], getters[0])
        return _one_by_one(uses, getters)

    def finish_results(self, steps: Steps, types: dict[str, Getter]) -> None:
        d, format = self.definition, self.format
        if not d.results:
            return
        if "results" in format.typed_wholes:
            whole = self.layout.slot("whole", "results")

            def all_results(p: OpParser, state: OpState, frame: Frame) -> None:
                state.result_types = list(frame[whole] or ())

            steps.add(all_results)
            return
        getters = tuple(types[f.name] for f in d.results)
        if len(getters) == 1 and d.results[0].arity is Arity.ONE:
            get = getters[0]

            def one(p: OpParser, state: OpState, frame: Frame) -> None:
                type = get(frame, state)
                state.result_types = [type] if isinstance(type, Type) else list(type)

            steps.add(one)
            return
        sized = d.result_sized

        def several(p: OpParser, state: OpState, frame: Frame) -> None:
            sizes = []
            found: list[Type] = []
            for get in getters:
                given = get(frame, state)
                group = [given] if isinstance(given, Type) else list(given or ())
                sizes.append(len(group))
                found += group
            state.result_types = found
            if sized:
                _set_segments(state, RESULT_SEGMENTS, sizes)

        steps.add(several)

    def infer_results(self, types: dict[str, Getter]) -> Step:
        """Call `infer_types` on a temporary op without results."""
        cls = self.cls

        def step(p: OpParser, state: OpState, frame: Frame) -> None:
            probe = cls.create(
                state.operands,
                (),
                dict(state.properties),
                state.attributes,
                (),
                (),
                state.location,
            )
            probe._regions = tuple(state.regions)
            try:
                found = probe.infer_types()
            except ValueError as e:
                raise p.error_at_op(str(e), state, p.pos) from None
            finally:
                probe._regions = ()
                probe.set_operands(())
            if found is None:
                raise p.error_at_op("failed to infer returned types", state, p.pos)
            state.result_types = list(found)

        return step


# Operands from uses, which are kept by slot, and types


def _typed_as_one(uses: Sequence[int], types: int) -> Step:
    def step(p: OpParser, state: OpState, frame: Frame) -> None:
        found: list[Any] = []
        for slot in uses:
            found += uses_of(frame[slot])
        state.operands = resolve_all(p, state, found, frame[types])

    return step


def _written_as_one(uses: int, getters: Sequence[Getter]) -> Step:
    def step(p: OpParser, state: OpState, frame: Frame) -> None:
        types: list[Type] = []
        for get in getters:
            given = get(frame, state)
            types += [given] if isinstance(given, Type) else (given or ())
        state.operands = resolve_all(p, state, uses_of(frame[uses]), types)

    return step


def _pair(first: int, second: int, get: Getter) -> Step:
    def step(p: OpParser, state: OpState, frame: Frame) -> None:
        type = get(frame, state)
        state.operands = [
            resolve(p, state, frame[first], type),
            resolve(p, state, frame[second], type),
        ]

    return step


def _one_by_one(uses: Sequence[int], getters: Sequence[Getter]) -> Step:
    plan = tuple(zip(uses, getters, strict=True))

    def step(p: OpParser, state: OpState, frame: Frame) -> None:
        state.operands = [resolve(p, state, frame[slot], get(frame, state)) for slot, get in plan]

    return step


def _field_by_field(uses: Sequence[int], getters: Sequence[Getter]) -> Step:
    plan = tuple(zip(uses, getters, strict=True))

    def step(p: OpParser, state: OpState, frame: Frame) -> None:
        values: list[Value] = []
        for slot, get in plan:
            given = frame[slot]
            if given:
                values += resolve_all(p, state, uses_of(given), get(frame, state))
            elif given is not None:
                typed = get(frame, state)
                if isinstance(typed, (list, tuple)) and typed:
                    resolve_all(p, state, (), typed)
        state.operands = values

    return step


def _set_segments(state: OpState, name: str, sizes: list[int]) -> None:
    """Store the counted segment sizes; sizes given among the attributes are kept, as upstream."""
    given = state.properties.get(name)
    known = given.value if isinstance(given, DenseArrayAttr) and given.element_type is I32 else None
    if known is None or len(known) != len(sizes):
        state.properties[name] = i32_array(sizes)


def _can_infer(cls: type[Op]) -> bool:
    return cls.infer_types is not Op.infer_types or any(
        type(t).infer is not Trait.infer for t in cls.traits
    )
