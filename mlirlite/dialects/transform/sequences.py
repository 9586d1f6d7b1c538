"""Ops that hold other ops of scripts."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from mlirlite.dialects._constraints import DictionaryArray
from mlirlite.dialects._function import FunctionOp
from mlirlite.dialects.transform import syntax as _syntax  # noqa: F401
from mlirlite.dialects.transform.checks import (
    CONSUMED,
    READONLY,
    check_annotations,
    check_single_consumer,
    check_top_level,
    check_yield,
    consumed_arguments,
    is_marked,
    unused_consumption,
)
from mlirlite.dialects.transform.enums import FailurePropagationMode
from mlirlite.dialects.transform.interfaces import (
    Access,
    Matcher,
    Modifies,
    ReplacesAll,
    TopLevel,
    TransformOp,
    effects_inside_out,
)
from mlirlite.dialects.transform.types import Anything, Handle, same_kind
from mlirlite.ir.attributes import SymbolRefAttr, UnitAttr
from mlirlite.ir.block import Block, Region
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import (
    OptOperand,
    OptProp,
    Prop,
    RegionField,
    VarOperand,
    VarRegion,
    VarResult,
)
from mlirlite.ir.interfaces import (
    CallOp,
    Effect,
    EffectKind,
    MemoryEffects,
    RegionBranchOp,
    SymbolUser,
)
from mlirlite.ir.operation import Operation
from mlirlite.ir.region_constraints import AtMostOneBlock, OneBlock
from mlirlite.ir.symbol_table import SymbolTables
from mlirlite.ir.traits import (
    AttrSizedOperandSegments,
    IsolatedFromAbove,
    SingleBlockImplicitTerminator,
    Symbol,
    SymbolTable,
    Terminator,
)
from mlirlite.ir.types import I32
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import Diagnostic, error

if TYPE_CHECKING:
    pass

ImplicitYield = SingleBlockImplicitTerminator(terminator="transform.yield")
WITH_NAMED_SEQUENCE = "transform.with_named_sequence"


class YieldOp(Op, TransformOp, name="transform.yield", traits=(Terminator,)):
    """Yields the handles that the op around it returns.

    ```mlir
    transform.yield %0 : !transform.any_op
    ```
    """

    operands_: VarOperand[Anything]
    assembly_format = "operands attr-dict (`:` type($operands)^)?"


def _inner_effects(block: Block) -> Iterator[Effect]:
    """The effects of the ops of a block."""
    for op in block:
        if isinstance(op, MemoryEffects):
            yield from effects_inside_out(op)


def top_level_effects(op: Operation, block: Block) -> list[Effect]:
    """The effects of an op that a script may consist of: those of its body, with effects on
    arguments mapped to the operands."""
    found = [Effect(EffectKind.READ, value) for value in op.operands]
    for result in op.results:
        found += (Effect(EffectKind.ALLOCATE, result), Effect(EffectKind.WRITE, result))
    if not op.operands:
        found += _inner_effects(block)
    else:
        values: dict[Value | None, Value | None] = dict(zip(block.args, op.operands, strict=False))
        values[None] = None
        for effect in _inner_effects(block):
            if effect.value in values:
                found.append(Effect(effect.kind, values[effect.value]))
    return list(dict.fromkeys(found))


class SequenceOp(
    Op,
    RegionBranchOp,
    Matcher,
    TopLevel,
    name="transform.sequence",
    traits=(ImplicitYield, AttrSizedOperandSegments),
):
    """Transforms one after the other; a recoverable failure ends it, and is propagated or
    suppressed.

    ```mlir
    transform.sequence failures(propagate) {
    ^bb0(%root: !transform.any_op):
      %0 = transform.structured.match ops{["scf.for"]} in %root
          : (!transform.any_op) -> !transform.any_op
    }
    ```
    """

    failure_propagation_mode: Prop[Annotated[FailurePropagationMode, I32]]
    root: OptOperand[Handle]
    extra_bindings: VarOperand[Anything]
    results_: VarResult[Handle]
    body: RegionField[OneBlock]
    assembly_format = (
        "custom<SequenceOpOperands>($root, type($root), $extra_bindings, "
        "type($extra_bindings)) (`->` type($results)^)? `failures` `(` "
        "$failure_propagation_mode `)` attr-dict-with-keyword regions"
    )
    default_dialect: ClassVar[str] = "transform"

    def effects(self) -> Sequence[Effect]:
        return top_level_effects(self, self.body.entry)

    def region_successors(self, region: Region | None) -> Sequence[Region | None]:
        return (self.body,) if region is None else (None,)

    def region_entry_operands(self, region: Region | None) -> Sequence[Value]:
        return self.operands

    def region_inputs(self, region: Region | None) -> Sequence[Value]:
        if region is None:
            return self.results
        return self.body.entry.args if self.operands else ()

    def verify_op(self) -> Diagnostic | None:
        found = check_top_level(self)
        if found is not None:
            return found
        if self.root is None and self.extra_bindings:
            return self.error("does not expect extra operands when used as top-level")
        block = self.body.entry
        for argument in block.args:
            found = check_single_consumer(argument, self.error(f"block argument #{argument.index}"))
            if found is not None:
                return found
        last = block.last
        for child in block:
            if not isinstance(child, TransformOp) and child is not last:
                found = self.error("expected children ops to implement TransformOpInterface")
                return found.note("op without interface", child.where)
            for result in child.results:
                found = check_single_consumer(result, error(f"result #{result.index}", child.where))
                if found is not None:
                    return found
        if last is None or not last.has_trait(Terminator):
            return self.error("expects to have a terminator in the body")
        if [v.type for v in last.operands] != [r.type for r in self.results]:
            found = self.error(
                "expects the types of the terminator operands to match the types of the result"
            )
            return found.note("terminator", last.where)
        return None


class NamedSequenceOp(
    FunctionOp,
    TransformOp,
    name="transform.named_sequence",
    traits=(Symbol, IsolatedFromAbove),
):
    """A sequence that others include, or with which a script begins.

    ```mlir
    module attributes {transform.with_named_sequence} {
      transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
        transform.yield
      }
    }
    ```
    """

    body: RegionField[AtMostOneBlock]

    def effects(self) -> Sequence[Effect]:
        return ()

    def verify_op(self) -> Diagnostic | None:
        found = super().verify_op()
        if found is not None:
            return found
        table = self.parent_op
        while table is not None and not table.has_trait(SymbolTable):
            table = table.parent_op
        if table is not None and table.attribute(WITH_NAMED_SEQUENCE) is None:
            message = (
                f"expects the parent symbol table to have the '{WITH_NAMED_SEQUENCE}' attribute"
            )
            return error(message, self.where).note("symbol table operation", table.where)
        around = self.parent_op
        while around is not None and not isinstance(around, TransformOp):
            around = around.parent_op
        if around is not None:
            found = error("cannot be defined inside another transform op", self.where)
            return found.note("ancestor transform op", around.where)
        if self.is_declaration:
            return check_annotations(self)
        if self.body.entry.last is None:
            return error("expected a non-empty body block", self.where)
        return check_yield(self, self.signature().results) or check_annotations(self)

    def verify_regions(self) -> Diagnostic | None:
        return None if self.is_declaration else unused_consumption(self)


class IncludeOp(Op, Modifies, CallOp, Matcher, SymbolUser, name="transform.include"):
    """The transforms of a named sequence.

    ```mlir
    %1 = transform.include @tile failures(propagate) (%0)
        : (!transform.any_op) -> !transform.any_op
    ```
    """

    target: Prop[SymbolRefAttr]
    failure_propagation_mode: Prop[Annotated[FailurePropagationMode, I32]]
    operands_: VarOperand[Anything]
    arg_attrs: OptProp[DictionaryArray]
    res_attrs: OptProp[DictionaryArray]
    results_: VarResult[Anything]
    assembly_format = (
        "$target `failures` `(` $failure_propagation_mode `)``(` $operands `)` attr-dict "
        "`:` functional-type($operands, $results)"
    )

    def callee_symbol(self) -> SymbolRefAttr | None:
        return self.target

    def call_arguments(self) -> Sequence[Value]:
        return self.operands

    def consumed(self) -> Sequence[Value]:
        sequence = SymbolTables().lookup(self, self.target)
        if not isinstance(sequence, NamedSequenceOp):
            return ()
        return [value for i, value in enumerate(self.operands) if is_marked(sequence, i, CONSUMED)]

    def verify_op(self) -> Diagnostic | None:
        sequence = SymbolTables().lookup(self, self.target)
        if not isinstance(sequence, NamedSequenceOp):
            return None
        for i in range(len(self.operands)):
            if not any(is_marked(sequence, i, name) for name in (CONSUMED, READONLY)):
                found = error(
                    "TransformOpInterface requires memory effects on operands to be specified",
                    self.where,
                )
                return found.note(f"no effects specified for operand #{i}", self.where)
        return None

    def verify_symbol_uses(self, tables: Any) -> Diagnostic | None:
        sequence = tables.lookup(self, self.target)
        if not isinstance(sequence, NamedSequenceOp):
            return self.error("does not reference a named transform sequence")
        type = sequence.signature()
        if len(type.inputs) != len(self.operands):
            return error("incorrect number of operands for callee", self.where)
        for i, (operand, wanted) in enumerate(zip(self.operands, type.inputs, strict=True)):
            if operand.type is not wanted:
                return self.error(
                    f"operand type mismatch: expected operand type '{wanted}', but provided "
                    f"'{operand.type}' for operand number {i}"
                )
        if len(type.results) != len(self.results):
            return error("incorrect number of results for callee", self.where)
        for i, (result, wanted) in enumerate(zip(self.results, type.results, strict=True)):
            if not same_kind(result.type, wanted):
                return self.error(
                    f"type of result #{i} must implement the same transform dialect interface as "
                    "the corresponding callee result"
                )
        return check_annotations(sequence, called=True)


class AlternativesOp(
    Op,
    ReplacesAll,
    RegionBranchOp,
    TopLevel,
    name="transform.alternatives",
    traits=(IsolatedFromAbove, ImplicitYield),
):
    """Tries its regions in order, each on the original payload, until one succeeds.

    ```mlir
    transform.alternatives %0 : !transform.any_op {
    ^bb0(%scope: !transform.any_op):
      transform.apply_cse to %scope : !transform.any_op
    }
    ```
    """

    scope: OptOperand[Handle]
    results_: VarResult[Handle]
    alternatives: VarRegion[OneBlock]
    assembly_format = (
        "($scope^ `:` type($scope))? (`->` type($results)^)? attr-dict-with-keyword regions"
    )

    def region_successors(self, region: Region | None) -> Sequence[Region | None]:
        if region is None:
            return self.regions
        return (*self.regions[region.index + 1 :], None)

    def region_entry_operands(self, region: Region | None) -> Sequence[Value]:
        return self.operands

    def verify_op(self) -> Diagnostic | None:
        found = check_top_level(self)
        if found is not None:
            return found
        wanted = [result.type for result in self.results]
        for region in self.regions:
            last = region.entry.last
            if last is not None and [v.type for v in last.operands] != wanted:
                found = self.error(
                    "expects terminator operands to have the same type as results of the operation"
                )
                return found.note("terminator", last.where)
        return None


class ForeachOp(Op, TransformOp, RegionBranchOp, name="transform.foreach", traits=(ImplicitYield,)):
    """Runs its body once for each op, value or parameter, of several handles side by side.

    ```mlir
    transform.foreach %0 : !transform.any_op {
    ^bb0(%one: !transform.any_op):
      transform.apply_cse to %one : !transform.any_op
    }
    ```
    """

    targets: VarOperand[Anything]
    with_zip_shortest: OptProp[UnitAttr]
    results_: VarResult[Anything]
    body: RegionField[OneBlock]
    assembly_format = (
        "$targets oilist(`with_zip_shortest` $with_zip_shortest) `:` type($targets) (`->` "
        "type($results)^)? $body attr-dict"
    )

    def consumed(self) -> Sequence[Value]:
        inside = consumed_arguments(self.body.entry)
        return [value for i, value in enumerate(self.operands) if i in inside]

    def access(self) -> Access:
        kinds = {e.kind for e in _inner_effects(self.body.entry) if e.value is None}
        if EffectKind.WRITE in kinds:
            return Access.WRITE
        return Access.READ if kinds else Access.NONE

    def region_successors(self, region: Region | None) -> Sequence[Region | None]:
        return (self.body,) if region is None else (self.body, None)

    def region_entry_operands(self, region: Region | None) -> Sequence[Value]:
        return self.operands

    def verify_op(self) -> Diagnostic | None:
        arguments, last = self.body.entry.args, self.body.entry.last
        if len(self.targets) != len(arguments):
            return self.error("expects the same number of targets as the body has block arguments")
        if any(v.type is not a.type for v, a in zip(self.targets, arguments, strict=True)):
            return self.error(
                "expects co-indexed targets and the body's block arguments to have the same "
                "op/value/param type"
            )
        yielded = last.operands if last is not None else ()
        if len(self.results) != len(yielded):
            return self.error(
                "expects the same number of results as the yield terminator has operands"
            )
        if any(r.type is not v.type for r, v in zip(self.results, yielded, strict=True)):
            return self.error(
                "expects co-indexed results and yield operands to have the same op/value/param type"
            )
        return None
