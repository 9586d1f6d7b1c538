"""Other devices: regions that run there, and data that is mapped to them."""

from typing import Any

from mlirlite.dialects._constraints import BoolArray, FlatSymbolRef, I64Array, SymbolName
from mlirlite.dialects.omp._checks import (
    IntLike,
    PointerLike,
    Symbols,
    TaskDepends,
    verify_allocate,
    verify_depend,
    verify_maps,
    verify_privates,
    verify_reductions,
)
from mlirlite.dialects.omp.captured import host_eval_misuse
from mlirlite.dialects.omp.clauses import ALLOCATE
from mlirlite.dialects.omp.enums import (
    ClauseMapFlagsAttr,
    VariableCaptureKindAttr,
)
from mlirlite.dialects.omp.types import MapBounds
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import ArrayAttr, UnitAttr
from mlirlite.ir.constraints import AnyInteger, AnyType, Bool, Int64
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import (
    Operand,
    OptOperand,
    OptProp,
    Prop,
    RegionField,
    Result,
    VarOperand,
    default,
)
from mlirlite.ir.interfaces import SymbolUser
from mlirlite.ir.traits import (
    AttrSizedOperandSegments,
    HasParent,
    IsolatedFromAbove,
    Pure,
    SingleBlock,
    Symbol,
    Terminator,
)
from mlirlite.support.diagnostics import Diagnostic, error


class MapBoundsOp(
    Op,
    name="omp.map.bounds",
    traits=(
        AttrSizedOperandSegments,
        Pure,
    ),
):
    """The part of an array that is mapped, in each dimension.

    ```mlir
    %part = omp.map.bounds lower_bound(%first : i64) upper_bound(%last : i64)
    ```
    """

    lower_bound: OptOperand[IntLike]
    upper_bound: OptOperand[IntLike]
    extent: OptOperand[IntLike]
    stride: OptOperand[IntLike]
    stride_in_bytes: Prop[bool] = default(False)
    start_idx: OptOperand[IntLike]
    result: Result[MapBounds]
    assembly_format = (
        "oilist(`lower_bound` `(` $lower_bound `:` type($lower_bound) `)`"
        " | `upper_bound` `(` $upper_bound `:` type($upper_bound) `)`"
        " | `extent` `(` $extent `:` type($extent) `)`"
        " | `stride` `(` $stride `:` type($stride) `)`"
        " | `start_idx` `(` $start_idx `:` type($start_idx) `)`) attr-dict"
    )


class MapInfoOp(Op, SymbolUser, name="omp.map.info", traits=(AttrSizedOperandSegments,)):
    """How a variable is mapped to a device.

    ```mlir
    %map = omp.map.info var_ptr(%x : !llvm.ptr, f32) map_clauses(always, tofrom)
        capture(ByRef) -> !llvm.ptr
    ```
    """

    var_ptr: Operand[PointerLike]
    var_type: Prop[Type]
    map_type: Prop[ClauseMapFlagsAttr]
    map_capture_type: Prop[VariableCaptureKindAttr]
    var_ptr_ptr: OptOperand[PointerLike]
    members: VarOperand[PointerLike]
    members_index: OptProp[ArrayAttr]
    bounds: VarOperand[MapBounds]
    mapper_id: OptProp[FlatSymbolRef]
    name_: OptProp[str]
    partial_map: Prop[bool] = default(False)
    omp_ptr: Result[PointerLike]
    assembly_format = (
        "`var_ptr` `(` $var_ptr `:` type($var_ptr) `,` $var_type `)` `map_clauses` `(` "
        "custom<MapClause>($map_type) `)` `capture` `(` "
        "custom<CaptureType>($map_capture_type) `)` oilist(`var_ptr_ptr` `(` $var_ptr_ptr "
        "`:` type($var_ptr_ptr) `)`"
        " | `mapper` `(` $mapper_id `)`"
        " | `members` `(` $members `:` custom<MembersIndex>($members_index) `:` "
        "type($members) `)`"
        " | `bounds` `(` $bounds `)`) `->` type($omp_ptr) attr-dict"
    )

    def verify_symbol_uses(self, tables: Any) -> Diagnostic | None:
        if self.mapper_id is None:
            return None
        if isinstance(tables.lookup(self, self.mapper_id), DeclareMapperOp):
            return None
        return error("invalid mapper id", self.where)


class TargetOp(
    Op,
    SymbolUser,
    name="omp.target",
    traits=(
        AttrSizedOperandSegments,
        IsolatedFromAbove,
    ),
):
    """Runs its region on a device.

    ```mlir
    %map = omp.map.info var_ptr(%x : !llvm.ptr, f32) map_clauses(tofrom) capture(ByRef) -> !llvm.ptr
    omp.target map_entries(%map -> %there : !llvm.ptr) {
      omp.terminator
    }
    ```
    """

    allocate_vars: VarOperand[AnyType]
    allocator_vars: VarOperand[AnyType]
    bare: OptProp[UnitAttr]
    depend_kinds: OptProp[TaskDepends]
    depend_vars: VarOperand[PointerLike]
    device: OptOperand[AnyInteger]
    has_device_addr_vars: VarOperand[PointerLike]
    host_eval_vars: VarOperand[AnyType]
    if_expr: OptOperand[Bool]
    in_reduction_vars: VarOperand[PointerLike]
    in_reduction_byref: OptProp[BoolArray]
    in_reduction_syms: OptProp[Symbols]
    is_device_ptr_vars: VarOperand[PointerLike]
    map_vars: VarOperand[PointerLike]
    nowait: OptProp[UnitAttr]
    private_vars: VarOperand[AnyType]
    private_syms: OptProp[Symbols]
    private_needs_barrier: OptProp[UnitAttr]
    thread_limit: OptOperand[AnyInteger]
    private_maps: OptProp[I64Array]
    region: RegionField
    assembly_format = (
        f"oilist({ALLOCATE}"
        " | `ompx_bare` $bare"
        " | `depend` `(` custom<DependVarList>($depend_vars, type($depend_vars), "
        "$depend_kinds) `)`"
        " | `device` `(` $device `:` type($device) `)`"
        " | `if` `(` $if_expr `)`"
        " | `is_device_ptr` `(` $is_device_ptr_vars `:` type($is_device_ptr_vars) `)`"
        " | `nowait` $nowait"
        " | `thread_limit` `(` $thread_limit `:` type($thread_limit) `)`"
        ") custom<TargetOpRegion>($region, $has_device_addr_vars, "
        "type($has_device_addr_vars), $host_eval_vars, type($host_eval_vars), "
        "$in_reduction_vars, type($in_reduction_vars), $in_reduction_byref, "
        "$in_reduction_syms, $map_vars, type($map_vars), $private_vars, type($private_vars), "
        "$private_syms, $private_needs_barrier, $private_maps) attr-dict"
    )

    def verify_op(self) -> Diagnostic | None:
        return verify_allocate(self) or verify_depend(self) or verify_maps(self, self.map_vars)

    def verify_regions(self) -> Diagnostic | None:
        if self.region.empty:
            return None
        if sum(op.name == "omp.teams" for block in self.region for op in block) > 1:
            return error("target containing multiple 'omp.teams' nested ops", self.where)
        start = len(self.has_device_addr_vars)
        given = self.region.entry.args[start : start + len(self.host_eval_vars)]
        wrong = host_eval_misuse(self, given)
        return self.error(wrong) if wrong else None

    def verify_symbol_uses(self, tables: Any) -> Diagnostic | None:
        return verify_privates(self, tables) or verify_reductions(self, tables, "in_reduction")


class TargetDataOp(Op, name="omp.target_data", traits=(AttrSizedOperandSegments,)):
    """Maps data for the time of its region.

    ```mlir
    %map = omp.map.info var_ptr(%x : !llvm.ptr, f32) map_clauses(tofrom) capture(ByRef) -> !llvm.ptr
    omp.target_data map_entries(%map : !llvm.ptr) {
      omp.terminator
    }
    ```
    """

    device: OptOperand[AnyInteger]
    if_expr: OptOperand[Bool]
    map_vars: VarOperand[PointerLike]
    use_device_addr_vars: VarOperand[PointerLike]
    use_device_ptr_vars: VarOperand[PointerLike]
    region: RegionField
    assembly_format = (
        "oilist(`device` `(` $device `:` type($device) `)`"
        " | `if` `(` $if_expr `)`"
        " | `map_entries` `(` $map_vars `:` type($map_vars) `)`"
        ") custom<UseDeviceAddrUseDevicePtrRegion>($region, $use_device_addr_vars, "
        "type($use_device_addr_vars), $use_device_ptr_vars, type($use_device_ptr_vars)) "
        "attr-dict"
    )

    def verify_op(self) -> Diagnostic | None:
        if not (self.map_vars or self.use_device_ptr_vars or self.use_device_addr_vars):
            return error(
                "At least one of map, use_device_ptr_vars, or use_device_addr_vars operand must be "
                "present",
                self.where,
            )
        return verify_maps(self, self.map_vars)


class _DataMotionOp(Op):
    """Moves mapped data and runs nothing."""

    depend_kinds: OptProp[TaskDepends]
    depend_vars: VarOperand[PointerLike]
    device: OptOperand[AnyInteger]
    if_expr: OptOperand[Bool]
    map_vars: VarOperand[PointerLike]
    nowait: OptProp[UnitAttr]
    assembly_format = (
        "oilist(`depend` `(` custom<DependVarList>($depend_vars, type($depend_vars), "
        "$depend_kinds) `)`"
        " | `device` `(` $device `:` type($device) `)`"
        " | `if` `(` $if_expr `)`"
        " | `map_entries` `(` $map_vars `:` type($map_vars) `)`"
        " | `nowait` $nowait) attr-dict"
    )

    def verify_op(self) -> Diagnostic | None:
        return verify_depend(self) or verify_maps(self, self.map_vars)


class TargetEnterDataOp(
    _DataMotionOp, name="omp.target_enter_data", traits=(AttrSizedOperandSegments,)
):
    """Maps data to a device.

    ```mlir
    %map = omp.map.info var_ptr(%x : !llvm.ptr, f32) map_clauses(to) capture(ByRef) -> !llvm.ptr
    omp.target_enter_data map_entries(%map : !llvm.ptr)
    ```
    """


class TargetExitDataOp(
    _DataMotionOp, name="omp.target_exit_data", traits=(AttrSizedOperandSegments,)
):
    """Ends the mapping of data.

    ```mlir
    %map = omp.map.info var_ptr(%x : !llvm.ptr, f32) map_clauses(from) capture(ByRef) -> !llvm.ptr
    omp.target_exit_data map_entries(%map : !llvm.ptr)
    ```
    """


class TargetUpdateOp(_DataMotionOp, name="omp.target_update", traits=(AttrSizedOperandSegments,)):
    """Makes data on a device and on the host the same.

    ```mlir
    %map = omp.map.info var_ptr(%x : !llvm.ptr, f32) map_clauses(from) capture(ByRef) -> !llvm.ptr
    omp.target_update map_entries(%map : !llvm.ptr) nowait
    ```
    """


class TargetFreeMemOp(Op, name="omp.target_freemem"):
    """Frees memory of a device.

    ```mlir
    omp.target_freemem %device, %address : i32, i64
    ```
    """

    device: Operand[AnyInteger]
    heapref: Operand[Int64]
    assembly_format = (
        "$device `,` $heapref attr-dict `:` type($device) `,` qualified(type($heapref))"
    )


class DeclareMapperOp(
    Op,
    name="omp.declare_mapper",
    traits=(
        IsolatedFromAbove,
        SingleBlock(),
        Symbol,
    ),
):
    """How a type is mapped.

    ```mlir
    omp.declare_mapper @pair : !llvm.struct<(i32, f32)> {
    ^bb0(%x: !llvm.ptr):
      %map = omp.map.info var_ptr(%x : !llvm.ptr, i32) map_clauses(tofrom)
          capture(ByRef) -> !llvm.ptr
      omp.declare_mapper.info map_entries(%map : !llvm.ptr)
    }
    ```
    """

    sym_name: Prop[SymbolName]
    type_: Prop[Type]
    body: RegionField
    assembly_format = "$sym_name `:` $type $body attr-dict"

    def verify_regions(self) -> Diagnostic | None:
        block = self.body.first
        if block is not None and isinstance(block.last, DeclareMapperInfoOp):
            return None
        return self.error("expected terminator to be a DeclareMapperInfoOp")


class DeclareMapperInfoOp(
    Op,
    name="omp.declare_mapper.info",
    traits=(
        Terminator,
        HasParent("omp.declare_mapper"),
    ),
):
    """The maps of a mapper.

    ```mlir
    omp.declare_mapper.info map_entries(%map : !llvm.ptr)
    ```
    """

    map_vars: VarOperand[PointerLike]
    assembly_format = "oilist(`map_entries` `(` $map_vars `:` type($map_vars) `)`) attr-dict"

    def verify_op(self) -> Diagnostic | None:
        return verify_maps(self, self.map_vars)
