"""gpu: modules for the device, their functions, and their compiled form."""

from collections.abc import Generator, Sequence
from typing import TYPE_CHECKING, Annotated, Any

from mlirlite.dialects._constraints import DictionaryArray, FunctionTypeAttr, SymbolName
from mlirlite.dialects._function import (
    argument_dictionaries,
    parse_signature,
    print_function_attributes,
    print_signature,
    store_signature,
)
from mlirlite.dialects.gpu.attributes import ObjectAttr, SelectObjectAttr, is_target
from mlirlite.dialects.gpu.enums import AddressSpace, AddressSpaceAttr
from mlirlite.dialects.gpu.targets import TargetAttr
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import (
    UNIT,
    ArrayAttr,
    DenseArrayAttr,
    DictionaryAttr,
    IntegerAttr,
    StringAttr,
    UnitAttr,
    i64_attr,
)
from mlirlite.ir.constraints import AnyType, Constraint
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import OptProp, Prop, RegionField, VarOperand
from mlirlite.ir.interfaces import FunctionLike
from mlirlite.ir.operation import Operation
from mlirlite.ir.region_constraints import OneBlock
from mlirlite.ir.traits import (
    AffineScope,
    AutomaticAllocationScope,
    GraphRegion,
    HasDataLayout,
    HasParent,
    IsolatedFromAbove,
    NoRegionArguments,
    NoTerminator,
    Pure,
    ReturnLike,
    SingleBlock,
    Symbol,
    SymbolTable,
    Terminator,
)
from mlirlite.ir.types import I32, FunctionType, MemRefType
from mlirlite.ir.values import BlockArgument
from mlirlite.support.diagnostics import Diagnostic

if TYPE_CHECKING:
    from mlirlite.parser import OpParser, OpState
    from mlirlite.printer import Printer

KERNEL = "gpu.kernel"
WORKGROUP_ATTRIBUTIONS = "workgroup_attributions"
"""The attribute that says how many arguments of the body are buffers of the workgroup."""


def _is_handler(a: Attribute) -> bool:
    return isinstance(a, SelectObjectAttr)


def _array(summary: str, test: Any) -> Constraint:
    return Constraint(
        f"{summary} with at least 1 elements",
        lambda a: isinstance(a, ArrayAttr) and len(a) > 0 and all(test(e) for e in a),
    )


Handler = Annotated[
    Attribute,
    Constraint("any attribute with the `OffloadingTranslationAttrTrait` trait.", _is_handler),
]
Targets = Annotated[ArrayAttr, _array("array of GPU target attributes", is_target)]
Objects = Annotated[
    ArrayAttr,
    _array("an array of GPU object attributes", lambda a: isinstance(a, ObjectAttr)),
]
SizeHint = Annotated[
    DenseArrayAttr,
    I32,
    Constraint(
        "i32 dense array attribute with 3 elements (if present)",
        lambda a: isinstance(a, DenseArrayAttr) and a.element_type is I32 and len(a) == 3,
    ),
]


class ModuleOp(
    Op,
    name="gpu.module",
    traits=(
        GraphRegion,
        HasDataLayout,
        IsolatedFromAbove,
        NoRegionArguments,
        NoTerminator,
        SingleBlock(),
        Symbol,
        SymbolTable,
    ),
):
    """Code for the device, with the targets that it is compiled for.

    ```mlir
    gpu.module @kernels {
    }
    ```
    """

    sym_name: Prop[SymbolName]
    targets: OptProp[Targets]
    offloadingHandler: OptProp[Handler]
    bodyRegion: RegionField[OneBlock]
    assembly_format = (
        "$sym_name (`<` $offloadingHandler^ `>`)? ($targets^)? attr-dict-with-keyword $bodyRegion"
    )

    def verify_regions(self) -> Diagnostic | None:
        for target in self.targets or ():
            found = target.verify_target(self) if isinstance(target, TargetAttr) else None
            if found is not None:
                return found
        return None


class BinaryOp(Op, name="gpu.binary", traits=(Symbol,)):
    """A compiled module: an object for each target, and what chooses one of them.

    ```mlir
    gpu.binary @kernels <#gpu.select_object<1>> [#gpu.object<#nvvm.target, "a">]
    ```
    """

    sym_name: Prop[SymbolName]
    offloadingHandler: OptProp[Handler]
    objects: Prop[Objects]
    assembly_format = "$sym_name custom<OffloadingHandler>($offloadingHandler) attr-dict $objects"


class ReturnOp(Op, name="gpu.return", traits=(HasParent("gpu.func"), Pure, Terminator)):
    """Ends a function of the device.

    ```mlir
    gpu.return
    ```
    """

    operands_: VarOperand[AnyType]
    assembly_format = "attr-dict ($operands^ `:` type($operands))?"

    def verify_op(self) -> Diagnostic | None:
        function = self.parent_op
        if not isinstance(function, FuncOp):
            return None
        wanted = function.signature().results
        if len(wanted) != len(self.operands):
            found = self.error(f"expected {len(wanted)} result operands")
            return found.note("return type declared here", function.where)
        for i, (type, value) in enumerate(zip(wanted, self.operands, strict=True)):
            if type is not value.type:
                return self.error(f"unexpected type `'{value.type}'' for operand #{i}")
        return None


class YieldOp(Op, name="gpu.yield", traits=(Pure, ReturnLike, Terminator)):
    """Gives values to the enclosing op.

    ```mlir
    gpu.yield %a, %b : f32, f32
    ```
    """

    values: VarOperand[AnyType]
    assembly_format = "attr-dict ($values^ `:` type($values))?"


def parse_attributions(p: "OpParser", keyword: str, *, attrs: bool = False) -> list[Any]:
    """`workgroup(%x: memref<…>)`: buffers that belong to a workgroup or a thread."""
    return p.argument_list("(", ")", attrs=attrs) if p.optional_keyword(keyword) else []


def print_attributions(
    p: "Printer",
    keyword: str,
    values: Sequence[BlockArgument],
    attributes: ArrayAttr | None = None,
) -> None:
    """As `parse_attributions` reads them."""
    for i, value in enumerate(values):
        p.text(", " if i else f" {keyword}(")
        p.value(value)
        p.text(" : ")
        p.type(value.type)
        found = attributes[i] if attributes is not None and i < len(attributes) else None
        if isinstance(found, DictionaryAttr) and len(found):
            p.text(" ")
            p.dictionary(found)
    if values:
        p.text(")")


def number_of_workgroup_attributions(op: Operation) -> int:
    """How many buffers the workgroup has."""
    count = op.attribute(WORKGROUP_ATTRIBUTIONS)
    return count.value if isinstance(count, IntegerAttr) else 0


def verify_attributions(
    op: Operation, buffers: Sequence[BlockArgument], space: AddressSpace
) -> Diagnostic | None:
    """Buffers must be memrefs in the declared memory space."""
    for buffer in buffers:
        type = buffer.type
        if not isinstance(type, MemRefType):
            return op.error("expected memref type in attribution")
        if isinstance(type.memory_space, AddressSpaceAttr) and type.memory_space.value != space:
            return op.error(f"expected memory space {space.name} in attribution")
    return None


class FuncOp(
    Op,
    FunctionLike,
    name="gpu.func",
    traits=(AffineScope, AutomaticAllocationScope, HasParent("gpu.module"), IsolatedFromAbove),
):
    """A function of the device; with `kernel` the host may launch it.

    ```mlir
    gpu.func @f(%arg0: f32) workgroup(%arg1: memref<32xf32, 3>) kernel {
      gpu.return
    }
    ```
    """

    function_type: Prop[FunctionTypeAttr]
    arg_attrs: OptProp[DictionaryArray]
    res_attrs: OptProp[DictionaryArray]
    workgroup_attrib_attrs: OptProp[DictionaryArray]
    private_attrib_attrs: OptProp[DictionaryArray]
    known_block_size: OptProp[SizeHint]
    known_grid_size: OptProp[SizeHint]
    known_cluster_size: OptProp[SizeHint]
    body: RegionField

    @property
    def is_kernel(self) -> bool:
        """Whether the host may launch it."""
        return isinstance(self.attribute(KERNEL), UnitAttr)

    def signature(self) -> FunctionType:
        type = self.properties["function_type"]
        if not isinstance(type, FunctionType):
            raise TypeError("'gpu.func' has no function type")
        return type

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> Generator[Any, Any, None]:
        """Read what follows the name."""
        state.attributes["sym_name"] = StringAttr(p.symbol_name())
        where = p.here()
        signature = parse_signature(p)
        arguments = signature.arguments
        if arguments and not arguments[0].name:
            raise p.error("gpu.func requires named arguments", where)
        type = FunctionType(tuple(signature.argument_types), tuple(signature.result_types))
        store_signature(state, type, signature)
        all_arguments = list(arguments)
        for keyword in ("workgroup", "private"):
            found = parse_attributions(p, keyword, attrs=True)
            dictionaries = argument_dictionaries([a.attributes or {} for a in found])
            if dictionaries is not None:
                state.properties[f"{keyword}_attrib_attrs"] = dictionaries
            if keyword == "workgroup":
                state.attributes[WORKGROUP_ATTRIBUTIONS] = i64_attr(len(found))
            all_arguments += found
        if p.optional_keyword("kernel"):
            state.attributes[KERNEL] = UNIT
        p.op_attr_dict(state, keyword=True)
        state.regions.append((yield p.region(all_arguments)))

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        p.text(" ")
        p.symbol_name(self.symbol)
        type = self.signature()
        print_signature(p, self, type.inputs, type.results)
        workgroup, private = self.attributions()
        print_attributions(p, "workgroup", workgroup, self.workgroup_attrib_attrs)
        print_attributions(p, "private", private, self.private_attrib_attrs)
        if self.is_kernel:
            p.text(" kernel")
        print_function_attributes(
            p,
            self,
            (WORKGROUP_ATTRIBUTIONS, KERNEL, "workgroup_attrib_attrs", "private_attrib_attrs"),
        )
        p.text(" ")
        p.region(self.regions[0], print_entry_args=False)

    @property
    def symbol(self) -> str:
        """Its name."""
        name = self.attribute("sym_name")
        return name.value if isinstance(name, StringAttr) else ""

    def attributions(self) -> tuple[Sequence[BlockArgument], Sequence[BlockArgument]]:
        """The buffers of the workgroup, and those of the thread."""
        first = self.regions[0].first
        rest = first.args[len(self.signature().inputs) :] if first is not None else ()
        count = number_of_workgroup_attributions(self)
        return rest[:count], rest[count:]

    def verify_op(self) -> Diagnostic | None:
        type, region = self.signature(), self.regions[0]
        if self.is_kernel and type.results:
            return self.error("expected void return type for kernel function")
        if region.first is None:
            return self.error("expected body with at least one block")
        arguments = region.first.args
        wanted = len(type.inputs) + number_of_workgroup_attributions(self)
        if len(arguments) < wanted:
            return self.error(f"expected at least {wanted} arguments to body region")
        for i, input in enumerate(type.inputs):
            if arguments[i].type is not input:
                return self.error(
                    f"expected body region argument #{i} to be of type '{input}', got "
                    f"'{arguments[i].type}'"
                )
        workgroup, private = self.attributions()
        return verify_attributions(self, workgroup, AddressSpace.workgroup) or verify_attributions(
            self, private, AddressSpace.private
        )
