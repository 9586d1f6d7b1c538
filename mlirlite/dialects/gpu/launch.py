"""gpu: starting kernels from the host."""

from collections.abc import Generator, Sequence
from typing import TYPE_CHECKING, Annotated, Any

from mlirlite.dialects._constraints import FlatSymbolRef
from mlirlite.dialects.gpu import syntax as _syntax
from mlirlite.dialects.gpu.enums import AddressSpace
from mlirlite.dialects.gpu.kernels import (
    WORKGROUP_ATTRIBUTIONS,
    number_of_workgroup_attributions,
    parse_attributions,
    print_attributions,
    verify_attributions,
)
from mlirlite.dialects.gpu.types import TOKEN, AsyncToken, LaunchIndex
from mlirlite.ir.attributes import SymbolRefAttr, UnitAttr, i32_array, i64_attr
from mlirlite.ir.constraints import AnyType, Index, Int32, is_a
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import (
    Operand,
    OptOperand,
    OptProp,
    OptResult,
    Prop,
    RegionField,
    VarOperand,
)
from mlirlite.ir.op_def import OPERAND_SEGMENTS
from mlirlite.ir.traits import (
    AffineScope,
    AllTypesMatch,
    AttrSizedOperandSegments,
    AutomaticAllocationScope,
    HasParent,
    Pure,
    RecursiveMemoryEffects,
    Terminator,
)
from mlirlite.ir.types import I32, INDEX
from mlirlite.ir.values import BlockArgument, Value
from mlirlite.support.diagnostics import Diagnostic, error

if TYPE_CHECKING:
    from mlirlite.parser import Argument, OpParser, OpState
    from mlirlite.printer import Printer

SymbolRef = Annotated[SymbolRefAttr, is_a(SymbolRefAttr, summary="symbol reference attribute")]
CONTAINER = "gpu.container_module"


class TerminatorOp(Op, name="gpu.terminator", traits=(HasParent("gpu.launch"), Pure, Terminator)):
    """Ends the body of a launch.

    ```mlir
    gpu.terminator
    ```
    """

    assembly_format = "attr-dict"


class LaunchFuncOp(
    Op,
    name="gpu.launch_func",
    traits=(
        AllTypesMatch(
            "gridSizeX", "gridSizeY", "gridSizeZ", "blockSizeX", "blockSizeY", "blockSizeZ"
        ),
        AttrSizedOperandSegments,
    ),
):
    """Starts a kernel on a grid of blocks of threads.

    ```mlir
    gpu.launch_func @kernels::@f blocks in (%n, %c, %c) threads in (%m, %c, %c) args(%x : f32)
    ```
    """

    asyncDependencies: VarOperand[AsyncToken]
    kernel: Prop[SymbolRef]
    gridSizeX: Operand[LaunchIndex]
    gridSizeY: Operand[LaunchIndex]
    gridSizeZ: Operand[LaunchIndex]
    blockSizeX: Operand[LaunchIndex]
    blockSizeY: Operand[LaunchIndex]
    blockSizeZ: Operand[LaunchIndex]
    clusterSizeX: OptOperand[LaunchIndex]
    clusterSizeY: OptOperand[LaunchIndex]
    clusterSizeZ: OptOperand[LaunchIndex]
    dynamicSharedMemorySize: OptOperand[Int32]
    kernelOperands: VarOperand[AnyType]
    asyncObject: OptOperand[AnyType]
    asyncToken: OptResult[AsyncToken]
    assembly_format = (
        "custom<AsyncDependencies>(type($asyncToken), $asyncDependencies) "
        "(`<` $asyncObject^ `:` type($asyncObject) `>`)? $kernel "
        "(`clusters` `in` ` ` `(` $clusterSizeX^ `,` $clusterSizeY `,` $clusterSizeZ `)`)? "
        "`blocks` `in` ` ` `(` $gridSizeX `,` $gridSizeY `,` $gridSizeZ `)` "
        "`threads` `in` ` ` `(` $blockSizeX `,` $blockSizeY `,` $blockSizeZ `)` "
        "custom<LaunchDimType>(type($gridSizeX), ref($clusterSizeX), type($clusterSizeX), "
        "type($clusterSizeY), type($clusterSizeZ)) "
        "(`dynamic_shared_memory_size` $dynamicSharedMemorySize^)? "
        "custom<LaunchFuncOperands>($kernelOperands, type($kernelOperands)) attr-dict"
    )

    def verify_op(self) -> Diagnostic | None:
        module = self.parent_op
        while module is not None and module.name != "builtin.module":
            module = module.parent_op
        if module is None:
            return self.error("expected to belong to a module")
        if not isinstance(module.attribute(CONTAINER), UnitAttr):
            return self.error(
                f"expected the closest surrounding module to have the '{CONTAINER}' attribute"
            )
        sizes = [v for v in (self.clusterSizeX, self.clusterSizeY, self.clusterSizeZ) if v]
        if any(v.type is not sizes[0].type for v in sizes):
            return self.error("expects types of the cluster dimensions must be the same")
        return None


_SIZES = 6
"""Sizes of the grid and of a block."""
_IDS = 12
"""Arguments of the body: this block and thread, and the sizes."""
_CLUSTER_IDS = 6


class LaunchOp(
    Op,
    name="gpu.launch",
    traits=(
        AffineScope,
        AttrSizedOperandSegments,
        AutomaticAllocationScope,
        RecursiveMemoryEffects,
    ),
):
    """Runs its body on a grid of blocks of threads.

    ```mlir
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c, %gz = %c)
               threads(%tx, %ty, %tz) in (%sx = %m, %sy = %c, %sz = %c) {
      gpu.terminator
    }
    ```
    """

    asyncDependencies: VarOperand[AsyncToken]
    gridSizeX: Operand[Index]
    gridSizeY: Operand[Index]
    gridSizeZ: Operand[Index]
    blockSizeX: Operand[Index]
    blockSizeY: Operand[Index]
    blockSizeZ: Operand[Index]
    clusterSizeX: OptOperand[Index]
    clusterSizeY: OptOperand[Index]
    clusterSizeZ: OptOperand[Index]
    dynamicSharedMemorySize: OptOperand[Int32]
    module: OptProp[FlatSymbolRef]
    function: OptProp[FlatSymbolRef]
    body: RegionField
    asyncToken: OptResult[AsyncToken]

    @property
    def has_clusters(self) -> bool:
        """Whether blocks form clusters."""
        return None not in (self.clusterSizeX, self.clusterSizeY, self.clusterSizeZ)

    def sizes(self) -> Sequence[Value]:
        """The sizes of the grid, then those of a block."""
        first = len(self.asyncDependencies)
        return self.operands[first : first + _SIZES]

    def ids(self) -> Sequence[BlockArgument]:
        """The arguments of the body that say which block this is, then which thread."""
        return self.regions[0].entry.args[:_SIZES]

    def attributions(self) -> tuple[Sequence[BlockArgument], Sequence[BlockArgument]]:
        """The buffers of the workgroup, and those of the thread."""
        first = self.regions[0].first
        start = _IDS + (_CLUSTER_IDS if self.has_clusters else 0)
        rest = first.args[start:] if first is not None else ()
        count = number_of_workgroup_attributions(self)
        return rest[:count], rest[count:]

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> Generator[Any, Any, None]:
        """Read what follows the name."""
        token, dependencies = _syntax.AsyncDependencies.parse(p, state)
        if token is not None:
            state.result_types = [token]
        clusters: tuple[list[Argument], list[Argument], list[Any]] = ([], [], [])
        if p.optional_keyword("clusters"):
            clusters = _parse_sizes(p)
        p.expect("blocks")
        block_ids, grid_sizes, grid = _parse_sizes(p)
        p.expect("threads")
        thread_ids, block_sizes, block = _parse_sizes(p)
        state.operands = p.resolve_all(dependencies, TOKEN)
        state.operands += p.resolve_all([*grid, *block, *clusters[2]], INDEX)
        shared = p.operand() if p.optional_keyword("dynamic_shared_memory_size") else None
        if shared is not None:
            state.operands.append(p.resolve(shared, I32))
        for name in ("module", "function"):
            if p.optional_keyword(name):
                p.expect("(")
                state.properties[name] = SymbolRefAttr(p.symbol_name())
                p.expect(")")
        names = (block_ids, thread_ids, grid_sizes, block_sizes, *clusters[:2])
        arguments = [a._replace(type=INDEX) for group in names for a in group]
        workgroup = parse_attributions(p, "workgroup")
        private = parse_attributions(p, "private")
        state.attributes[WORKGROUP_ATTRIBUTIONS] = i64_attr(len(workgroup))
        state.regions.append((yield p.region([*arguments, *workgroup, *private])))
        p.op_attr_dict(state)
        some = int(bool(clusters[2]))
        state.properties[OPERAND_SEGMENTS] = i32_array(
            (len(dependencies), *[1] * _SIZES, some, some, some, int(shared is not None))
        )

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        if self.asyncToken is not None:
            p.text(" async")
        if self.asyncDependencies:
            p.text(" [")
            p.values(self.asyncDependencies)
            p.text("]")
        arguments = self.regions[0].entry.args
        sizes = self.sizes()
        if self.has_clusters:
            cluster = [v for v in (self.clusterSizeX, self.clusterSizeY, self.clusterSizeZ) if v]
            _print_sizes(p, "clusters", arguments[12:15], arguments[15:18], cluster)
        _print_sizes(p, "blocks", arguments[0:3], arguments[6:9], sizes[:3])
        _print_sizes(p, "threads", arguments[3:6], arguments[9:12], sizes[3:])
        if self.dynamicSharedMemorySize is not None:
            p.text(" dynamic_shared_memory_size ")
            p.value(self.dynamicSharedMemorySize)
        for name in ("module", "function"):
            symbol = self.properties.get(name)
            if symbol is not None:
                p.text(f" {name}(")
                p.attribute(symbol)
                p.text(")")
        workgroup, private = self.attributions()
        print_attributions(p, "workgroup", workgroup)
        print_attributions(p, "private", private)
        p.text(" ")
        p.region(self.regions[0], print_entry_args=False)
        p.attr_dict(self, (OPERAND_SEGMENTS, WORKGROUP_ATTRIBUTIONS, "module", "function"))

    def verify_op(self) -> Diagnostic | None:
        some = any((self.clusterSizeX, self.clusterSizeY, self.clusterSizeZ))
        if some and not self.has_clusters:
            return self.error("cluster size must be all present")
        return None

    def verify_regions(self) -> Diagnostic | None:
        region = self.regions[0]
        if region.first is not None:
            wanted = _IDS + (_CLUSTER_IDS if self.has_clusters else 0)
            wanted += number_of_workgroup_attributions(self)
            if len(region.first.args) < wanted:
                return self.error("unexpected number of region arguments")
        workgroup, private = self.attributions()
        found = verify_attributions(self, workgroup, AddressSpace.workgroup)
        found = found or verify_attributions(self, private, AddressSpace.private)
        if found is not None:
            return found
        for block in region:
            last = block.last
            if last is None or last.successors or isinstance(last, TerminatorOp):
                continue
            wrong = error("expected 'gpu.terminator' or a terminator with successors", last.where)
            return wrong.note("in 'gpu.launch' body region", self.where)
        return None


def _parse_sizes(p: "OpParser") -> tuple[list["Argument"], list["Argument"], list[Any]]:
    """`(%x, %y, %z) in (%nx = %a, %ny = %b, %nz = %c)`"""
    ids = p.argument_list("(", ")", type="none")
    p.expect("in")
    p.expect("(")
    names: list[Argument] = []
    sizes: list[Any] = []
    for i in range(3):
        if i:
            p.expect(",")
        names.append(p.argument(type="none"))
        p.expect("=")
        sizes.append(p.operand())
    p.expect(")")
    return ids, names, sizes


def _print_sizes(
    p: "Printer",
    keyword: str,
    ids: Sequence[Value],
    names: Sequence[Value],
    sizes: Sequence[Value],
) -> None:
    p.text(f" {keyword}(")
    p.values(ids)
    p.text(") in (")
    for i, (name, size) in enumerate(zip(names, sizes, strict=True)):
        p.text(", " if i else "")
        p.value(name)
        p.text(" = ")
        p.value(size)
    p.text(")")
