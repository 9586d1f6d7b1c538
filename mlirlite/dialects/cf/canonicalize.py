"""Canonical forms of cf: branches on constants, and through blocks that only branch on."""

from mlirlite.dialects.arith.constant import make_constant
from mlirlite.dialects.cf import AssertOp, BranchOp, CondBranchOp, SwitchOp
from mlirlite.ir.attributes import IntegerAttr, bool_attr, i32_array
from mlirlite.ir.block import Block
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.types import I1, IntegerType, VectorType
from mlirlite.ir.values import Value
from mlirlite.rewriting import Rewriter, canonicalization, constant_value


def _number(value: Value) -> int | None:
    attribute = constant_value(value)
    return attribute.value if isinstance(attribute, IntegerAttr) else None


@canonicalization
def assert_of_true(op: AssertOp, rw: Rewriter) -> bool | None:
    """assert true -->"""
    if _number(op.arg) != 1:
        return rw.fail("the condition is not known to hold")
    rw.erase(op)
    return True


@canonicalization
def branch_to_only_predecessor(op: BranchOp, rw: Rewriter) -> bool | None:
    """br to a block with no other predecessor --> the block's ops"""
    block, into = op.dest, op.parent
    if into is None or block is into or block.predecessors != [into]:
        return rw.fail("the block has other predecessors")
    arguments = op.operands
    rw.erase(op)
    rw.merge_blocks(block, into, arguments)
    return True


def _through(block: Block, operands: tuple[Value, ...]) -> tuple[Block, tuple[Value, ...]] | None:
    """Where a block that only branches on leads, and with which values."""
    branch = block.first
    if not isinstance(branch, BranchOp) or branch.dest is block:
        return None
    if any(argument.num_uses != branch.operands.count(argument) for argument in block.args):
        return None  # the arguments are used elsewhere
    given = dict(zip(block.args, operands, strict=True))
    values = tuple(given.get(v, v) for v in branch.operands)  # type: ignore[call-overload]
    return branch.dest, values


@canonicalization
def branch_through(op: BranchOp, rw: Rewriter) -> bool | None:
    """br ^a where ^a: br ^b --> br ^b"""
    found = _through(op.dest, op.operands)
    if found is None:
        return rw.fail("the block does more than to branch on")
    rw.replace(op, BranchOp(found[1], dest=found[0]))
    return True


@canonicalization
def branch_on_constant(op: CondBranchOp, rw: Rewriter) -> bool | None:
    """cond_br true, ^a, ^b --> br ^a; cond_br false, ^a, ^b --> br ^b"""
    number = _number(op.condition)
    if number is None:
        return rw.fail("the condition is no constant")
    if number:
        rw.replace(op, BranchOp(op.trueDestOperands, dest=op.trueDest))
    else:
        rw.replace(op, BranchOp(op.falseDestOperands, dest=op.falseDest))
    return True


@canonicalization
def conditional_branch_through(op: CondBranchOp, rw: Rewriter) -> bool | None:
    """cond_br c, ^a, ^b where ^a: br ^x --> cond_br c, ^x, ^b"""
    taken = _through(op.trueDest, op.trueDestOperands)
    other = _through(op.falseDest, op.falseDestOperands)
    if taken is None and other is None:
        return rw.fail("both blocks do more than to branch on")
    true_dest, true_operands = taken or (op.trueDest, op.trueDestOperands)
    false_dest, false_operands = other or (op.falseDest, op.falseDestOperands)
    new = CondBranchOp(
        op.condition,
        true_operands,
        false_operands,
        op.branch_weights,
        trueDest=true_dest,
        falseDest=false_dest,
    )
    rw.replace(op, new)
    return True


@canonicalization
def branch_to_one_block(op: CondBranchOp, rw: Rewriter) -> bool | None:
    """cond_br c, ^a(x), ^a(x) --> br ^a(x)"""
    if op.trueDest is not op.falseDest or op.trueDestOperands != op.falseDestOperands:
        return rw.fail("the successors differ")
    rw.replace(op, BranchOp(op.trueDestOperands, dest=op.trueDest))
    return True


@canonicalization
def condition_known_in_successor(op: CondBranchOp, rw: Rewriter) -> bool | None:
    """cond_br c, ^a, ^b --> in ^a c is true, in ^b it is false, when they have no other
    predecessor"""
    changed = False
    for block, truth in ((op.trueDest, True), (op.falseDest, False)):
        if op.trueDest is op.falseDest or block.predecessors != [op.parent]:
            continue
        users = [u for u in op.condition.users if u.parent is block and u is not op]
        if not users:
            continue
        rw.set_before(op)
        constant = make_constant(bool_attr(truth), I1)
        if constant is None:
            continue
        known = rw.insert(constant).result
        rw.replace_uses_if(op.condition, known, lambda use, b=block: use.owner.parent is b)  # type: ignore[misc]
        changed = True
    return changed or rw.fail("no successor tests the condition again")


@canonicalization
def switch_on_constant(op: SwitchOp, rw: Rewriter) -> bool | None:
    """switch of a constant --> br to its case; switch without cases --> br to the default block"""
    number = _number(op.flag)
    cases = op.case_numbers
    if cases and number is None:
        return rw.fail("the flag is no constant")
    index = cases.index(number) + 1 if number in cases else 0
    span = op.successor_operand_range(index)
    values = op.operands[span.start : span.stop]
    rw.replace(op, BranchOp(values, dest=op.successors[index]))
    return True


@canonicalization
def switch_cases_of_default(op: SwitchOp, rw: Rewriter) -> bool | None:
    """switch x [default: ^a, 1: ^a, 2: ^b] --> switch x [default: ^a, 2: ^b]"""
    default = op.defaultDestination, op.defaultOperands
    kept = []
    for i, (number, block) in enumerate(zip(op.case_numbers, op.caseDestinations, strict=True), 1):
        span = op.successor_operand_range(i)
        values = op.operands[span.start : span.stop]
        if (block, values) != default:
            kept.append((number, block, values))
    if len(kept) == len(op.caseDestinations):
        return rw.fail("no case goes where the default goes")
    type = op.flag.type
    if not isinstance(type, IntegerType):
        return rw.fail("the flag is no integer")
    numbers = None
    if kept:
        numbers = DenseElementsAttr.of(VectorType((len(kept),), type), [n for n, _, _ in kept])
    new = SwitchOp(
        op.flag,
        default[1],
        [v for _, _, values in kept for v in values],
        numbers,
        [block for _, block, _ in kept],
        case_operand_segments=i32_array(len(values) for _, _, values in kept),
        defaultDestination=default[0],
    )
    rw.replace(op, new)
    return True
