"""Ops that succeed or fail, and ops that run these over the whole payload."""

from collections.abc import Sequence
from typing import Annotated, Any

from mlirlite.dialects._constraints import StringArray, SymbolArray
from mlirlite.dialects.transform import syntax as _syntax  # noqa: F401
from mlirlite.dialects.transform.checks import CONSUMED, READONLY, check_annotations, is_marked
from mlirlite.dialects.transform.enums import MatchCmpIPredicate
from mlirlite.dialects.transform.interfaces import Matcher, Reads, Replaces
from mlirlite.dialects.transform.sequences import NamedSequenceOp
from mlirlite.dialects.transform.types import Anything, Handle, OpHandle, Param, same_kind
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import SymbolRefAttr, UnitAttr
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, OptProp, Prop, Result, VarOperand, VarResult
from mlirlite.ir.interfaces import AsmNames, SymbolUser
from mlirlite.ir.traits import SameTypeOperands
from mlirlite.ir.types import I32
from mlirlite.support.diagnostics import Diagnostic, error


class CollectMatchingOp(Op, Reads, SymbolUser, name="transform.collect_matching"):
    """What a matcher yields for each op inside the root for which it succeeds.

    ```mlir
    %1 = transform.collect_matching @is_loop in %0 : (!transform.any_op) -> !transform.any_op
    ```
    """

    root: Operand[Handle]
    matcher: Prop[SymbolRefAttr]
    results_: VarResult[Anything]
    assembly_format = "$matcher `in` $root attr-dict `:` functional-type($root, $results)"

    def verify_symbol_uses(self, tables: Any) -> Diagnostic | None:
        sequence = tables.lookup(self, self.matcher)
        if not isinstance(sequence, NamedSequenceOp):
            return error(f"unresolved matcher symbol {self.matcher}", self.where)
        type = sequence.signature()
        if len(type.inputs) != 1 or not isinstance(type.inputs[0], OpHandle):
            return error("expected the matcher to take one operation handle argument", self.where)
        if not is_marked(sequence, 0, READONLY):
            return error("expected the matcher argument to be marked readonly", self.where)
        if len(type.results) != len(self.results):
            return error(
                "expected the matcher to yield as many values as op has results "
                f"({len(self.results)}), got {len(type.results)}",
                self.where,
            )
        for i, (yielded, result) in enumerate(zip(type.results, self.results, strict=True)):
            if not same_kind(yielded, result.type):
                return error(
                    f"mismatching type interfaces for matcher result and op result #{i}",
                    self.where,
                )
        return None


class ForeachMatchOp(Op, AsmNames, Replaces, SymbolUser, name="transform.foreach_match"):
    """Runs the matchers in order on each op inside the root, and the action of the first that
    succeeds on what it yields.

    ```mlir
    %1 = transform.foreach_match in %0 @is_loop -> @unroll
        : (!transform.any_op) -> !transform.any_op
    ```
    """

    root: Operand[Handle]
    forwarded_inputs: VarOperand[Anything]
    restrict_root: OptProp[UnitAttr]
    flatten_results: OptProp[UnitAttr]
    matchers: Prop[SymbolArray]
    actions: Prop[SymbolArray]
    updated: Result[Handle]
    forwarded_outputs: VarResult[Anything]
    assembly_format = (
        "oilist( `restrict_root` $restrict_root | `flatten_results` $flatten_results ) "
        "`in` $root (`,` $forwarded_inputs^)? custom<ForeachMatchSymbols>($matchers, "
        "$actions) attr-dict `:` functional-type(operands, results)"
    )

    def result_names(self) -> Sequence[str]:
        return ("updated_root", *["yielded"] * (len(self.results) - 1))

    def verify_op(self) -> Diagnostic | None:
        if len(self.matchers) != len(self.actions):
            return self.error("expected the same number of matchers and actions")
        if not len(self.matchers):
            return self.error("expected at least one match/action pair")
        return None

    def verify_symbol_uses(self, tables: Any) -> Diagnostic | None:
        for matcher, action in zip(self.matchers, self.actions, strict=True):
            found = self._check_pair(tables, matcher, action)
            if found is not None:
                return found
        return None

    def _check_pair(self, tables: Any, matcher: Any, action: Any) -> Diagnostic | None:
        """The error of a matcher and its action."""
        first, then = tables.lookup(self, matcher), tables.lookup(self, action)
        for word, name, sequence in (("matcher", matcher, first), ("action", action, then)):
            if not isinstance(sequence, NamedSequenceOp):
                return error(f"unresolved {word} symbol {name}", self.where)
        found = check_annotations(first, called=True) or check_annotations(then, called=True)
        return (
            found
            or self._check_inputs(matcher, first)
            or self._check_flow(matcher, first.signature().results, action, then)
        )

    def _check_inputs(self, name: Any, matcher: NamedSequenceOp) -> Diagnostic | None:
        """The error of a matcher's arguments."""
        declared = ("symbol declaration", matcher.where)
        arguments = matcher.signature().inputs
        if len(self.operands) != len(arguments):
            return error(
                f"the number of operands ({len(self.operands)}) doesn't match the number of "
                f"matcher arguments ({len(arguments)}) for {name}",
                self.where,
            ).note(*declared)
        for i, (operand, argument) in enumerate(zip(self.operands, arguments, strict=True)):
            if is_marked(matcher, i, CONSUMED):
                found = self.error(f"does not expect matcher symbol to consume its operand #{i}")
                return found.note(*declared)
            if not same_kind(operand.type, argument):
                return error(
                    f"mismatching type interfaces for operand and matcher argument #{i} of "
                    f"matcher {name}",
                    self.where,
                ).note(*declared)
        return None

    def _check_flow(
        self, matcher: Any, matched: Sequence[Type], action: Any, then: NamedSequenceOp
    ) -> Diagnostic | None:
        """The error of the types of a matcher, its action and the results."""
        type = then.signature()
        if len(matched) != len(type.inputs):
            return error(
                "mismatching number of matcher results and action arguments between "
                f"{matcher} ({len(matched)}) and {action} ({len(type.inputs)})",
                self.where,
            )
        for i, (yielded, argument) in enumerate(zip(matched, type.inputs, strict=True)):
            if not same_kind(yielded, argument):
                return error(
                    f"mismatching type interfaces for matcher result and action argument #{i}of "
                    f"matcher {matcher} and action {action}",
                    self.where,
                )
        rest = self.results[1:]
        declared = ("symbol declaration", then.where)
        if len(type.results) != len(rest):
            return error(
                f"the number of action results ({len(type.results)}) for {action} doesn't match "
                f"the number of extra op results ({len(rest)})",
                self.where,
            ).note(*declared)
        for i, (result, yielded) in enumerate(zip(rest, type.results, strict=True)):
            if not same_kind(result.type, yielded):
                return error(
                    f"mismatching type interfaces for action result #{i} of action {action} and "
                    "op result",
                    self.where,
                ).note(*declared)
        return None


class MatchOperationEmptyOp(Op, Reads, Matcher, name="transform.match.operation_empty"):
    """Succeeds for an empty handle.

    ```mlir
    transform.match.operation_empty %0 : !transform.any_op
    ```
    """

    operand_handle: Operand[Handle]
    assembly_format = "$operand_handle attr-dict `:` type($operand_handle)"


class MatchOperationNameOp(Op, Reads, Matcher, name="transform.match.operation_name"):
    """Succeeds for an op with one of these names.

    ```mlir
    transform.match.operation_name %0 ["scf.for", "scf.forall"] : !transform.any_op
    ```
    """

    operand_handle: Operand[Handle]
    op_names: Prop[StringArray]
    assembly_format = "$operand_handle $op_names attr-dict `:` type($operand_handle)"


class MatchParamCmpIOp(Op, Matcher, name="transform.match.param.cmpi", traits=(SameTypeOperands,)):
    """Succeeds when the integers of the first parameter compare so to those of the second, pair by
    pair.

    ```mlir
    transform.match.param.cmpi lt %0, %1 : !transform.param<i64>
    ```
    """

    param: Operand[Param]
    reference: Operand[Param]
    predicate: Prop[Annotated[MatchCmpIPredicate, I32]]
    assembly_format = "$predicate $param `,` $reference attr-dict `:` type($param)"
