"""Dialect conversion on a small dialect: legality, type changes, blocks, remaining casts."""

import re

import pytest

from mlirlite.conversion import arith_to_llvm
from mlirlite.dsl import FunctionOp
from mlirlite.interp.machine import evaluate
from mlirlite.ir.block import Block, Region
from mlirlite.ir.constraints import AnyType
from mlirlite.ir.context import Context
from mlirlite.ir.crash import CrashError
from mlirlite.ir.definition import Op
from mlirlite.ir.dialect import Dialect
from mlirlite.ir.fields import RegionField, Successor, VarOperand, VarResult
from mlirlite.ir.interfaces import BranchOp
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import IsolatedFromAbove, NoTerminator, Pure, Terminator
from mlirlite.ir.types import F32, I32, I64, INDEX, FunctionType, IndexType, TupleType
from mlirlite.ir.verifier import verify
from mlirlite.parser import parse_module
from mlirlite.rewriting.conversion import ConversionRewriter, Lowerings
from mlirlite.rewriting.type_conversion import TypeConverter
from mlirlite.support.diagnostics import DiagnosticError


class TopOp(Op, name="src.top", traits=(IsolatedFromAbove, NoTerminator)):
    body: RegionField


class MakeOp(Op, name="src.make", traits=(Pure,)):
    values: VarOperand[AnyType]
    outs: VarResult[AnyType]


class UseOp(Op, name="src.use"):
    values: VarOperand[AnyType]


class LoopOp(Op, name="src.loop", traits=(NoTerminator,)):
    body: RegionField


class JumpOp(Op, BranchOp, name="src.jump", traits=(Terminator,)):
    values: VarOperand[AnyType]
    dest: Successor

    def successor_operand_range(self, index):
        return range(len(self.operands))


class EndOp(Op, name="src.end", traits=(Terminator,)):
    pass


class MadeOp(Op, name="dst.made", traits=(Pure,)):
    values: VarOperand[AnyType]
    outs: VarResult[AnyType]


class UsedOp(Op, name="dst.used"):
    values: VarOperand[AnyType]


class LowLoopOp(Op, name="dst.loop", traits=(NoTerminator,)):
    body: RegionField


SRC = Dialect("src", __name__)
DST = Dialect("dst", __name__)


def top(*ops: Operation) -> TopOp:
    block = Block()
    for op in ops:
        block.append(op)
    return TopOp(Region([block]))


def names(root: Operation) -> list[str]:
    return [op.name for op in root.walk()][1:]


def index_to_i64() -> TypeConverter:
    types = TypeConverter()
    types(IndexType)(lambda type, types: I64)
    return types


def lowerings(types: TypeConverter | None = None, *, uses: bool = True) -> Lowerings:
    lower = Lowerings("src-to-dst", types)

    @lower(MakeOp)
    def make(op: MakeOp, rw: ConversionRewriter):
        return rw.insert(MadeOp(rw.operands, outs=rw.convert_all(op.result_types))).results

    if uses:

        @lower(UseOp)
        def use(op: UseOp, rw: ConversionRewriter):
            rw.replace(op, UsedOp(rw.operands))

    return lower


def test_types_change_and_no_cast_is_left():
    a = MakeOp(outs=[INDEX])
    b = MakeOp(a.results, outs=[INDEX])
    root = top(a, b, UseOp(b.results))
    lowerings(index_to_i64()).convert(root)
    assert names(root) == ["dst.made", "dst.made", "dst.used"]
    used = root.regions[0].entry.last
    assert used.operand_types == (I64,)
    assert verify(root) == []


def test_what_is_not_lowered_sees_casts():
    a = MakeOp(outs=[INDEX])
    root = top(a, UseOp(a.results))
    lowerings(index_to_i64(), uses=False).convert(root)
    assert names(root) == ["dst.made", "builtin.unrealized_conversion_cast", "src.use"]
    assert root.regions[0].entry.last.operand_types == (INDEX,)


def test_one_to_many():
    types = TypeConverter()
    types(TupleType)(lambda type, types: types.convert_all(type.types))
    pair = TupleType((I32, F32))
    a = MakeOp(outs=[pair])
    root = top(a, UseOp([*a.results, *a.results]))
    lowerings(types).convert(root)
    assert names(root) == ["dst.made", "dst.used"]
    assert root.regions[0].entry.last.operand_types == (I32, F32, I32, F32)


def test_block_arguments_and_back_edges():
    """A loop of blocks: the branch comes before its operand's definition in the text."""
    types = index_to_i64()
    lower = lowerings(types)

    @lower(JumpOp)
    def jump(op: JumpOp, rw: ConversionRewriter):
        rw.convert_block(op.dest)
        with rw.modify(op):
            op.set_operands(rw.operands)

    first, second = Block(), Block([INDEX])
    region = Region([first, second])
    a = MakeOp(outs=[INDEX])
    first.append(a)
    first.append(JumpOp(a.results, dest=second))
    b = MakeOp(second.args, outs=[INDEX])
    second.append(b)
    second.append(JumpOp(b.results, dest=second))
    root = TopOp(region)
    lower.convert(root)
    assert [a.type for a in second.args] == [I64]
    assert names(root) == ["dst.made", "src.jump", "dst.made", "src.jump"]
    assert verify(root) == []


def test_a_region_moves_into_the_new_op():
    types = index_to_i64()
    lower = lowerings(types)
    lower.one_to_one({LoopOp: LowLoopOp})
    body = Region([Block([INDEX])])
    body.entry.append(UseOp(body.entry.args))
    root = top(LoopOp(body))
    lower.convert(root)
    assert names(root) == ["dst.loop", "dst.used"]
    assert verify(root) == []


class KernelOp(FunctionOp, name="own.kernel", traits=(IsolatedFromAbove, NoTerminator)):
    body: RegionField


class LowKernelOp(FunctionOp, name="own.low_kernel", traits=(IsolatedFromAbove, NoTerminator)):
    body: RegionField


def test_a_function_that_becomes_another_one_has_the_converted_signature():
    lower = lowerings(index_to_i64())
    lower.one_to_one({KernelOp: LowKernelOp})
    kernel = KernelOp("k", ([INDEX, F32], [INDEX]), body=Region([Block([INDEX, F32])]))
    kernel.body.entry.append(UseOp(kernel.arguments))
    root = top(kernel)
    lower.convert(root)
    assert names(root) == ["own.low_kernel", "dst.used"]
    [made] = root.regions[0].entry
    assert made.signature() is FunctionType((I64, F32), (I64,))
    assert verify(root) == []


def test_deep_nests_are_linear():
    lower = lowerings()
    lower.one_to_one({LoopOp: LowLoopOp})
    region = Region([Block()])
    region.entry.append(UseOp([]))
    for _ in range(4000):
        outer = Region([Block()])
        outer.entry.append(LoopOp(region))
        region = outer
    root = TopOp(region)
    lower.convert(root)
    assert set(names(root)) == {"dst.loop", "dst.used"}


def test_a_lowering_applies_to_what_it_makes_until_it_says_that_it_does_not():
    lower = Lowerings("src-to-dst")

    @lower(MakeOp)
    def make(op, rw):
        if len(op.results) == 1:
            return rw.fail("one result is made by others")
        half = len(op.results) // 2
        parts = op.result_types[:half], op.result_types[half:]
        return [value for part in parts for value in rw.insert(MakeOp(outs=part)).results]

    root = top(MakeOp(outs=[I32] * 256))
    lower.convert(root)
    assert names(root) == ["src.make"] * 256
    with pytest.raises(DiagnosticError, match=r"src-to-dst: one result is made by others"):
        lower.convert(top(MakeOp(outs=[I32] * 2)), illegal=["src"])


@pytest.mark.parametrize("illegal", [[], ["src"]])
@pytest.mark.parametrize("cycle", [[UseOp], [UseOp, EndOp], [UseOp, EndOp, LoopOp]])
def test_lowerings_without_end_are_named_with_their_places(cycle, illegal):
    lower = Lowerings("src-to-dst")
    for cls, made in zip(cycle, [*cycle[1:], cycle[0]], strict=True):

        @lower(cls)
        def again(op, rw, made=made):
            return rw.insert(made.create())

    with pytest.raises(CrashError) as e:
        lower.convert(top(UseOp([])), illegal=illegal)
    text = str(e.value)
    assert "the lowerings of 'src-to-dst' do not come to an end: " in text
    assert all(f"'{cls.name}' -> " in text for cls in cycle)
    assert len(re.findall(r"test_conversion\.py:\d+:\d+: note: written here", text)) == len(cycle)


def test_left_over_ops_are_all_listed_with_reasons():
    lower = Lowerings("src-to-dst")

    @lower(MakeOp)
    def make(op, rw):
        return rw.fail("too hot")

    a = MakeOp(outs=[I32])
    root = top(a, UseOp(a.results))
    lower.convert(root)  # nothing was said to be illegal
    with pytest.raises(DiagnosticError) as e:
        lower.convert(root, illegal=["src"])
    text = str(e.value)
    assert "failed to legalize operation 'src.make' that was explicitly marked illegal" in text
    assert "src-to-dst: too hot" in text
    assert "failed to legalize operation 'src.use' that was explicitly marked illegal" in text
    assert "src-to-dst has no lowering for it" in text


def test_full_conversion():
    a = MakeOp(outs=[I32])
    root = top(a, UseOp(a.results))
    with pytest.raises(DiagnosticError, match=r"failed to legalize operation 'src.use'\n"):
        lowerings(uses=False).convert(root, legal=["dst"], partial=False)
    lowerings().convert(root, legal=["dst"], partial=False)


def test_legality_by_predicate_and_precedence():
    a, b = MakeOp(outs=[I32]), MakeOp(outs=[F32])
    root = top(a, b)
    lowerings().convert(
        root, legal={MakeOp: lambda op: op.results[0].type is F32}, illegal=["src.use"]
    )
    assert names(root) == ["dst.made", "src.make"]
    legal = {"src.make": lambda op: True, "src": lambda op: False}
    lowerings().convert(root, legal=legal)
    assert names(root) == ["dst.made", "src.make"]


def test_a_type_without_counterpart_makes_the_lowering_fail():
    types = TypeConverter()
    types(IndexType)(lambda type, types: None)
    root = top(MakeOp(outs=[INDEX]))
    with pytest.raises(DiagnosticError) as e:
        lowerings(types).convert(root, illegal=["src"])
    assert "has no counterpart" in str(e.value)


def test_failing_after_changes_is_named():
    lower = Lowerings("src-to-dst")

    @lower(MakeOp)
    def make(op, rw):
        rw.insert(MadeOp(outs=[I32]))
        return rw.fail("late")

    with pytest.raises(DiagnosticError, match=r"failed after it had changed the IR"):
        lower.convert(top(MakeOp(outs=[I32])))


def test_crash_and_wrong_values_are_named():
    lower = Lowerings("src-to-dst")
    lower(MakeOp)(lambda op, rw: {}["x"])
    lower(UseOp)(lambda op, rw: [op.operands[0]])
    a = MakeOp(outs=[I32])
    with pytest.raises(DiagnosticError, match=r"lowering 'src-to-dst' crashed on 'src.make'"):
        lower.convert(top(a))
    with pytest.raises(DiagnosticError, match=r"crashed on 'src.use'.*0 results, got 1 values"):
        lower.convert(top(b := MadeOp(outs=[I32]), UseOp(b.results)))


def test_lowerings_that_make_each_others_ops():
    lower = Lowerings("cycle")
    lower.one_to_one({LoopOp: LowLoopOp, LowLoopOp: LoopOp})
    with pytest.raises(DiagnosticError, match=r"'src.loop' -> 'dst.loop'"):
        lower.convert(top(LoopOp(Region([Block()]))), illegal=["src", "dst"])


def test_an_op_that_is_kept_is_not_lowered_again():
    lower = lowerings(index_to_i64())

    @lower(LoopOp)
    def loop(op, rw):
        made = rw.keep(LoopOp(Region()))
        rw.inline_region_at_end(op.body, made.body)
        return made

    body = Region([Block()])
    body.entry.append(UseOp([]))
    root = top(LoopOp(body))
    lower.convert(root)
    assert names(root) == ["src.loop", "dst.used"]


def test_report_lists_ops_without_lowering():
    context = Context()
    context.register(SRC)
    context.register(DST)
    assert lowerings().report(context) == ["src.end", "src.jump", "src.loop", "src.top"]


def test_a_class_has_one_lowering():
    lower = lowerings()
    with pytest.raises(ValueError, match=r"MakeOp has a function already"):
        lower(MakeOp)(lambda op, rw: None)
    again = Lowerings("more", include=[lower])
    assert MakeOp in again.table


def test_materialization_by_the_converter():
    types = index_to_i64()

    @types.materialization
    def through_made(rw, values, wanted):
        return rw.insert(MadeOp(values, outs=wanted)).results

    a = MakeOp(outs=[INDEX])
    root = top(a, UseOp(a.results))
    lowerings(types, uses=False).convert(root)
    assert names(root) == ["dst.made", "dst.made", "src.use"]


def test_type_converter_rules():
    types = TypeConverter()
    types(IndexType)(lambda type, types: I64)
    types(IndexType)(lambda type, types: NotImplemented)
    assert types.convert(INDEX) is I64
    assert types.convert(F32) is F32
    assert not types.is_legal(INDEX)
    assert types.is_legal(F32, I32)
    more = TypeConverter(types)
    more(IndexType)(lambda type, types: I32)
    assert (types.convert(INDEX), more.convert(INDEX)) == (I64, I32)
    types(TupleType)(lambda type, types: [])
    with pytest.raises(ValueError, match=r"becomes 0 types, expected one"):
        types.convert(TupleType(()))


def test_legality_names_what_exists():
    """An op of an unregistered dialect is known while the IR has one."""
    for name in ("src", "src.use", "scf", "scf.if"):
        lowerings().convert(top(), legal=[name])
    root = parse_module('"other.op"() : () -> ()', Context(allow_unregistered=True))
    for name in ("other", "other.op"):
        lowerings().convert(root, legal=[name])
    for name, near in [("mca", ""), ("afine", "; did you mean 'affine'?"), ("src.usee", "src.use")]:
        with pytest.raises(ValueError, match=f"a dialect or op, found '{name}'.*{re.escape(near)}"):
            lowerings().convert(top(), illegal=name)


@pytest.mark.parametrize(
    ("table", "decorator"), [(Lowerings("a-to-b"), "lower"), (evaluate, "evaluate")]
)
def test_a_class_of_no_op_is_named_with_the_decorator(table, decorator):
    with pytest.raises(
        TypeError, match=rf"a class of an op, as in @{decorator}\(MyOp\), found int"
    ):
        table(int)


FOLDS = """
func.func @f(%x: index, %y: i32) -> (index, index, i32, i32) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : i32
  %c0 = arith.constant 0 : i32
  %0 = arith.addi %c1, %c2 : index
  %1 = arith.addi %0, %c2 : index
  %2 = arith.addi %c3, %y : i32
  %3 = arith.addi %y, %c0 : i32
  %4 = arith.addi %3, %c0 : i32
  return %0, %1, %2, %4 : index, index, i32, i32
^bb1:
  %5 = arith.addi %y, %c0 : i32
  return %0, %1, %5, %5 : index, index, i32, i32
}
"""


def test_ops_fold_before_they_are_lowered():
    """A fold sees the IR as it was: the sum of a folded op is no sum of constants."""
    module = parse_module(FOLDS)
    arith_to_llvm.lower.convert(module, legal=("llvm",))
    text = str(module)
    assert text.count("llvm.add") == 2
    assert "llvm.mlir.constant(3 : index)" in text
    assert "llvm.add %arg1, " in text  # the constant went to the right
    assert "arith.addi %arg1" in text  # nothing branches to that block


def test_ops_that_fold_to_what_cannot_stay_are_lowered_as_they_are():
    module = parse_module(FOLDS)
    Lowerings("nothing").convert(module)
    text = str(module)
    assert "arith.addi %c1, %c2" in text
    assert "arith.addi %arg1, %c3_i32" in text
    assert text.count("arith.addi %arg1, %c0_i32") == 1  # of two, one could not be reached


def test_folding_can_be_left_out():
    module = parse_module(FOLDS)
    arith_to_llvm.lower.convert(module, legal=("llvm",), fold=False)
    assert str(module).count("llvm.add") == 5
