"""The text of matrix products on fragments: `A[%a, …] B[…] C[…] {…} : (a, b, c) -> result`."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mlirlite.dialects.llvm.types import LLVMStructType
from mlirlite.dialects.nvvm.matrix_enums import MMATypes, MMATypesAttr
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import i32_array
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Result, VarOperand
from mlirlite.ir.types import F16, F32, F64, I16, I32, IntegerType, VectorType
from mlirlite.ir.values import Value

if TYPE_CHECKING:
    from mlirlite.parser import OpParser, OpState, UnresolvedOperand
    from mlirlite.printer import Printer

HALVES: Type = VectorType((2,), F16)
SCALE_TYPES: tuple[Type, ...] = (I32, I16, I16)
"""The data of a scale, the byte of it, and the thread that has it."""
_TYPE_NAMES = ("multiplicandAPtxType", "multiplicandBPtxType")


def element_of(type: Type, accumulator: bool) -> MMATypes | None:
    """The PTX type of the elements of a fragment in registers of this type; None if it does not
    follow from the registers."""
    if isinstance(type, LLVMStructType):
        return element_of(type.body[0], accumulator) if type.body else None
    if type is F64:
        return MMATypes.f64
    if type is F16 or type is HALVES:
        return MMATypes.f16
    if type is F32:
        return MMATypes.f32 if accumulator else MMATypes.tf32
    if isinstance(type, IntegerType) and accumulator:
        return MMATypes.s32
    return None


def parse_groups(
    p: "OpParser", state: "OpState", names: Sequence[str]
) -> list[list["UnresolvedOperand"]]:
    """`A[…] B[…] …` and the attributes."""
    groups: list[list[UnresolvedOperand]] = []
    for name in names:
        where = p.here()
        if not p.optional_keyword(name):
            raise p.error(f"expected '{name}'", where)
        groups.append(p.operand_list("[", "]") if p.peek("[") else p.operand_list())
    p.op_attr_dict(state)
    return groups


def resolve_groups(
    p: "OpParser",
    state: "OpState",
    groups: Sequence[Sequence["UnresolvedOperand"]],
    types: Sequence[Type],
) -> None:
    """The operands of the three fragments, each of one type."""
    for group, type in zip(groups, types, strict=False):
        state.operands += p.resolve_all(group, [type] * len(group))


def parse_types(p: "OpParser", state: "OpState", message: str) -> list[Type]:
    """`: (a, b, c)`: a type for each fragment. `message` is the error for another number of them,
    with `{}` for it."""
    start = p.pos
    p.expect(":")
    p.expect("(")
    types = p.type_list()
    if len(types) != 3:
        raise p.error_at_op(message.format(len(types)), state, start)
    p.expect(")")
    return types


def infer_types(
    p: "OpParser",
    state: "OpState",
    types: Sequence[Type],
    *,
    accumulators: bool = False,
    required: bool = True,
) -> None:
    """Fill in the element types of `A` and `B` that the text leaves out."""
    for name, type in zip(_TYPE_NAMES, types, strict=False):
        if name in state.properties:
            continue
        found = element_of(type, accumulators)
        if found is not None:
            state.properties[name] = MMATypesAttr(found)
        elif required:
            raise p.error_at_op(
                f"attribute {name} is not provided explicitly and cannot be inferred", state, p.pos
            )


def set_sizes(
    state: "OpState", groups: Sequence[Sequence["UnresolvedOperand"]], singles: int = 0
) -> None:
    """The sizes of the three fragments, followed by single operands."""
    sizes = (*(len(g) for g in groups[:3]), *[1] * singles)
    state.properties["operandSegmentSizes"] = i32_array(sizes)


class ProductOp(Op):
    """A product of fragments that the lanes of a warp hold."""

    if TYPE_CHECKING:
        operandA: VarOperand[Type]
        operandB: VarOperand[Type]
        operandC: VarOperand[Type]
        res: Result[Type]


def print_product(
    p: "Printer",
    op: ProductOp,
    extra: Sequence[tuple[str, Sequence[Value]]] = (),
    *,
    told_by_a: bool = False,
    blank: str = "",
) -> None:
    """Print fragments, further groups, attributes and types. An element type is left out where the
    registers of its fragment, or those of `A`, tell it. `blank` follows each group."""
    fragments: list[tuple[str, Sequence[Value]]] = [
        ("A", op.operandA),
        ("B", op.operandB),
        ("C", op.operandC),
    ]
    for name, values in (*fragments, *extra):
        p.text(f" {name}[")
        p.values(values)
        p.text("]" + blank)
    elided = ["operandSegmentSizes"]
    for name, (_, values) in zip(_TYPE_NAMES, fragments, strict=False):
        first = (op.operandA if told_by_a else values)[0].type
        if element_of(first, accumulator=False) is not None:
            elided.append(name)
    p.attr_dict(op, elided)
    p.text(" : (")
    p.types([values[0].type for _, values in fragments])
    p.text(") -> ")
    p.type(op.res.type)
