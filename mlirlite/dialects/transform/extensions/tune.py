"""transform.tune: choices that are left open."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from mlirlite.dialects.transform import syntax as _syntax  # noqa: F401
from mlirlite.dialects.transform.checks import wrongly_yielded
from mlirlite.dialects.transform.interfaces import Reads, TransformOp
from mlirlite.dialects.transform.types import Anything, Param
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import ArrayAttr, IntegerAttr
from mlirlite.ir.block import Region
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import OptOperand, OptProp, Prop, Result, VarRegion, VarResult
from mlirlite.ir.interfaces import RegionBranchOp
from mlirlite.ir.operation import Operation
from mlirlite.ir.region_constraints import OneBlock
from mlirlite.ir.traits import NoRegionArguments, SingleBlockImplicitTerminator
from mlirlite.ir.types import INDEX
from mlirlite.parser import directive
from mlirlite.support.diagnostics import Diagnostic

if TYPE_CHECKING:
    from mlirlite.parser import OpParser, OpState
    from mlirlite.printer import Printer


@directive("AlternativesOpSelectedRegion", "transform")
class AlternativesOpSelectedRegion:
    """`1`, or a parameter: which region."""

    @staticmethod
    def parse(p: "OpParser", state: "OpState", *given: Any) -> Any:
        number = p.optional_integer()
        if number is not None:
            return IntegerAttr(number, INDEX), None
        operand = p.optional_operand()
        if operand is None:
            raise p.error("expected either an integer attribute or a transform.param operand")
        return None, operand

    @staticmethod
    def print(p: "Printer", op: Operation, *values: Any) -> None:
        number, operand = values
        if number is not None:
            p.text(str(number.value))
        else:
            p.value(operand)


class KnobOp(Op, Reads, name="transform.tune.knob"):
    """A choice with a name and options, made by `selected`.

    ```mlir
    %0 = transform.tune.knob<"size"> = 16
        : i64 from options = [8 : i64, 16 : i64] -> !transform.param<i64>
    ```
    """

    name_: Prop[str]
    options: Prop[Attribute]
    selected: OptProp[Attribute]
    result_: Result[Param]
    assembly_format = (
        "`<` $name `>` (`=` $selected^ `from`)? `options` `=` $options attr-dict `->` type(results)"
    )

    def verify_op(self) -> Diagnostic | None:
        options, selected = self.options, self.selected
        if selected is not None and isinstance(options, ArrayAttr) and selected not in options:
            return self.error(
                "provided `selected` attribute is not an element of `options` array of attributes"
            )
        return None


class AlternativesOp(
    Op,
    TransformOp,
    RegionBranchOp,
    name="transform.tune.alternatives",
    traits=(SingleBlockImplicitTerminator(terminator="transform.yield"), NoRegionArguments),
):
    """A choice among sub-schedules.

    ```mlir
    %0 = transform.tune.alternatives<"which"> selected_region = 1 -> !transform.any_param {
      %a = transform.param.constant 1 -> !transform.any_param
      transform.yield %a : !transform.any_param
    }, {
      %b = transform.param.constant 2 -> !transform.any_param
      transform.yield %b : !transform.any_param
    }
    ```
    """

    name_: Prop[str]
    selected_region_attr: OptProp[IntegerAttr]
    selected_region_param: OptOperand[Param]
    results_: VarResult[Anything]
    alternatives: VarRegion[OneBlock]
    assembly_format = (
        "`<` $name `>` (`selected_region` `=` custom<AlternativesOpSelectedRegion>( "
        "$selected_region_attr, $selected_region_param)^)? attr-dict-with-keyword (`:` "
        "type($selected_region_param)^)? (`->` type($results)^)? regions"
    )

    def region_successors(self, region: Region | None) -> Sequence[Region | None]:
        if region is not None:
            return (None,)
        selected = self.selected_region_attr
        return self.regions if selected is None else (self.regions[selected.value],)

    def verify_op(self) -> Diagnostic | None:
        for region in self.regions:
            last = region.entry.last
            if last is None or last.name != "transform.yield":
                return self.error("expected 'transform.yield' as terminator")
            wrong = wrongly_yielded(last, [result.type for result in self.results])
            if wrong is not None:
                return last.error(wrong)
        selected = self.selected_region_attr
        if selected is not None and not 0 <= selected.value < len(self.regions):
            return self.error(
                f"'selected_region' attribute specifies region at index {selected.value} while op "
                f"has only {len(self.regions)} regions"
            )
        return None
