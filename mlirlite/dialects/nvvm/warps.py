"""What the lanes of a warp do together."""

from mlirlite.dialects._constraints import I32Attr
from mlirlite.dialects.llvm.types import LLVMStructType
from mlirlite.dialects.nvvm.types import (
    OFF,
    Int1Or32,
    Int32Or1,
    Int32Or64,
    Int32OrFloat32,
    Int128,
    MatchResult,
    RequiresSM,
    ShuffleResult,
)
from mlirlite.dialects.nvvm.warp_enums import (
    ClusterLaunchControlQueryType,
    ClusterLaunchControlQueryTypeAttr,
    MatchSyncKind,
    MatchSyncKindAttr,
    ReduxKind,
    ReduxKindAttr,
    SetMaxRegisterActionAttr,
    ShflKindAttr,
    VoteSyncKind,
    VoteSyncKindAttr,
)
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import UnitAttr
from mlirlite.ir.constraints import Bool, Int32
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, OptProp, Prop, Result
from mlirlite.ir.traits import AllTypesMatch
from mlirlite.ir.types import F32, I1, I32
from mlirlite.support.diagnostics import Diagnostic


class ReduxOp(Op, name="nvvm.redux.sync", traits=(RequiresSM(80), AllTypesMatch("res", "val"))):
    """One value of those of the lanes of a mask.

    ```mlir
    %0 = nvvm.redux.sync add %x, %mask : i32 -> i32
    ```
    """

    val: Operand[Int32OrFloat32]
    kind: Prop[ReduxKindAttr]
    mask_and_clamp: Operand[Int32]
    abs: Prop[bool] = OFF
    nan: Prop[bool] = OFF
    res: Result[Int32OrFloat32]
    assembly_format = "$kind $val `,` $mask_and_clamp attr-dict `:` type($val) `->` type($res)"

    def verify_op(self) -> Diagnostic | None:
        type, kind = self.res.type, self.kind.value
        if type is not F32:
            if self.abs:
                return self.error("abs attribute is supported only for f32 type")
            if self.nan:
                return self.error("nan attribute is supported only for f32 type")
        wanted = F32 if kind in (ReduxKind.fmin, ReduxKind.fmax) else I32
        if type is not wanted:
            return self.error(
                f"'{kind.name.rstrip('_')}' redux kind unsupported with '{type}' type. "
                f"Only supported type is '{wanted}'."
            )
        return None


class ShflOp(Op, name="nvvm.shfl.sync", traits=(RequiresSM(30),)):
    """The value of another lane.

    ```mlir
    %0 = nvvm.shfl.sync bfly %mask, %x, %offset, %clamp : i32 -> i32
    ```
    """

    thread_mask: Operand[Int32]
    val: Operand[Int32OrFloat32]
    offset: Operand[Int32]
    mask_and_clamp: Operand[Int32]
    kind: Prop[ShflKindAttr]
    return_value_and_is_valid: OptProp[UnitAttr]
    res: Result[ShuffleResult]
    assembly_format = (
        "$kind $thread_mask `,` $val `,` $offset `,` $mask_and_clamp attr-dict `:` type($val) "
        "`->` type($res)"
    )

    def verify_op(self) -> Diagnostic | None:
        type, value = self.res.type, self.val.type
        is_struct = isinstance(type, LLVMStructType)
        if is_struct and self.return_value_and_is_valid is None:
            return self.error(
                '"return_value_and_is_valid" attribute must be specified when the return type is '
                "a struct type"
            )
        if not is_struct and self.return_value_and_is_valid is not None:
            return self.error("expected return type to be a two-element struct")
        if not isinstance(type, LLVMStructType):
            return None if type is value else self._mistyped("return type", value, type)
        if len(type.body) != 2:
            return self.error("expected return type to be a two-element struct")
        if type.body[0] is not value:
            return self._mistyped("first element in the returned struct", value, type.body[0])
        if type.body[1] is not I1:
            return self._mistyped("second element in the returned struct", I1, type.body[1])
        return None

    def _mistyped(self, what: str, expected: Type, found: Type) -> Diagnostic:
        return self.error(f"expected {what} to be of type '{expected}' but got '{found}' instead")


class VoteSyncOp(Op, name="nvvm.vote.sync"):
    """The vote on the predicates of the lanes of a mask.

    ```mlir
    %0 = nvvm.vote.sync ballot %mask, %p -> i32
    ```
    """

    mask: Operand[Int32]
    pred: Operand[Bool]
    kind: Prop[VoteSyncKindAttr]
    res: Result[Int32Or1]
    assembly_format = "$kind $mask `,` $pred attr-dict `->` type($res)"

    def verify_op(self) -> Diagnostic | None:
        if self.kind.value is VoteSyncKind.ballot:
            if self.res.type is not I32:
                return self.error("vote.sync 'ballot' returns an i32")
        elif self.res.type is not I1:
            return self.error("vote.sync 'any', 'all' and 'uni' returns an i1")
        return None


class MatchSyncOp(Op, name="nvvm.match.sync"):
    """The lanes that have the same value.

    ```mlir
    %0 = nvvm.match.sync any %mask, %x : i32 -> i32
    ```
    """

    thread_mask: Operand[Int32]
    val: Operand[Int32Or64]
    kind: Prop[MatchSyncKindAttr]
    res: Result[MatchResult]
    assembly_format = "$kind $thread_mask `,` $val attr-dict `:` type($val) `->` type($res)"

    def verify_op(self) -> Diagnostic | None:
        type = self.res.type
        if self.kind.value is not MatchSyncKind.all:
            return None if type is I32 else self.error("match.sync 'any' returns an i32")
        if not isinstance(type, LLVMStructType) or tuple(type.body) != (I32, I1):
            return self.error(
                "match.sync 'all' returns a two element struct with first element as i32 and "
                "second element as i1"
            )
        return None


class SetMaxRegisterOp(Op, name="nvvm.setmaxregister"):
    """Gives a warp more registers or takes some.

    ```mlir
    nvvm.setmaxregister increase 40
    ```
    """

    regCount: Prop[I32Attr]
    action: Prop[SetMaxRegisterActionAttr]
    assembly_format = "$action $regCount attr-dict"

    def verify_op(self) -> Diagnostic | None:
        if self.regCount % 8:
            return self.error("new register size must be multiple of 8")
        if not 24 <= self.regCount <= 256:
            return self.error("new register size must be in between 24 to 256")
        return None


class ClusterLaunchControlQueryCancelOp(
    Op, name="nvvm.clusterlaunchcontrol.query.cancel", traits=(RequiresSM(100),)
):
    """What the response to such a request says.

    ```mlir
    %0 = nvvm.clusterlaunchcontrol.query.cancel query = is_canceled, %r : i1
    ```
    """

    query_type: Prop[ClusterLaunchControlQueryTypeAttr]
    try_cancel_response: Operand[Int128]
    res: Result[Int1Or32]
    assembly_format = "`query` `=` $query_type `,` $try_cancel_response attr-dict `:` type($res)"

    def verify_op(self) -> Diagnostic | None:
        if self.query_type.value is ClusterLaunchControlQueryType.is_canceled:
            if self.res.type is not I1:
                return self.error("is_canceled query type returns an i1")
        elif self.res.type is not I32:
            return self.error(
                "get_first_cta_id_x, get_first_cta_id_y, get_first_cta_id_z query types return "
                "an i32"
            )
        return None
