"""Canonical forms of cf: branches on constants, and through blocks that only branch on."""

from mlirlite.dialects._mixed import constant_number
from mlirlite.dialects.arith.compare import SelectOp
from mlirlite.dialects.arith.constant import make_constant
from mlirlite.dialects.cf import AssertOp, BranchOp, CondBranchOp, SwitchOp
from mlirlite.dialects.ub import UnreachableOp
from mlirlite.ir.attributes import bool_attr, i32_array
from mlirlite.ir.block import Block
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.types import I1, VectorType
from mlirlite.ir.values import Value
from mlirlite.rewriting import Rewriter, canonicalization


@canonicalization
def assert_of_true(op: AssertOp, rw: Rewriter) -> bool | None:
    """assert true -->"""
    if constant_number(op.arg) != 1:
        return rw.fail("the condition is not known to hold")
    rw.erase(op)
    return True


@canonicalization
def branch_to_only_predecessor(op: BranchOp, rw: Rewriter) -> bool | None:
    """br to a block with no other predecessor --> the block's ops"""
    block, into = op.dest, op.parent
    if into is None or block is into or block.single_predecessor is not into:
        return rw.fail("the block has other predecessors")
    arguments = op.operands
    rw.erase(op)
    rw.merge_blocks(block, into, arguments)
    return True


def _through(block: Block, operands: tuple[Value, ...]) -> tuple[Block, tuple[Value, ...]] | None:
    """The target of a block that only branches, and the values it passes."""
    branch = block.first
    if not isinstance(branch, BranchOp) or branch.dest is block:
        return None
    if any(argument.num_uses != branch.operands.count(argument) for argument in block.args):
        return None  # the arguments are used elsewhere
    seen, following = {block}, branch.dest
    while following not in seen:
        seen.add(following)
        last = following.last
        if not isinstance(last, BranchOp):
            break
        following = last.dest
    else:
        return None  # branches form a cycle
    given: dict[Value, Value] = dict(zip(block.args, operands, strict=True))
    values = tuple(given.get(v, v) for v in branch.operands)
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
    number = constant_number(op.condition)
    if number is None:
        return rw.fail("the condition is not a constant")
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
    """cond_br c, ^a(x), ^a(y) --> br ^a(select(c, x, y))"""
    if op.trueDest is not op.falseDest:
        return rw.fail("the successors differ")
    pairs = list(zip(op.trueDestOperands, op.falseDestOperands, strict=True))
    others = any(before is not op.parent for before in op.trueDest.predecessors)
    if others and any(x is not y for x, y in pairs):
        return rw.fail("the values differ, and other branches go there")
    rw.set_before(op)
    values = [
        x if x is y else rw.insert(SelectOp(op.condition, x, y, result=x.type)).result
        for x, y in pairs
    ]
    rw.replace(op, BranchOp(values, dest=op.trueDest))
    return True


@canonicalization
def condition_known_in_successor(op: CondBranchOp, rw: Rewriter) -> bool | None:
    """cond_br c, ^a, ^b --> in ^a c is true, in ^b it is false, when they have no other
    predecessor"""
    changed = False
    for block, truth in ((op.trueDest, True), (op.falseDest, False)):
        if op.trueDest is op.falseDest or block.single_predecessor is not op.parent:
            continue
        condition = op.condition  # the condition may have many users elsewhere
        users = [u for u in block if any(v is condition for v in u.operands)]
        if not users or block is op.parent:
            continue
        rw.set_before(op)
        constant = make_constant(bool_attr(truth), I1)
        if constant is None:
            continue
        known = rw.insert(constant).result
        for user in users:
            with rw.modify(user):
                user.replace_uses_of(condition, known)
        changed = True
    return changed or rw.fail("no successor tests the condition again")


@canonicalization
def branch_to_unreachable(op: CondBranchOp, rw: Rewriter) -> bool | None:
    """cond_br c, ^a, ^b where ^b: ub.unreachable --> br ^a"""
    if isinstance(op.trueDest.first, UnreachableOp):
        rw.replace(op, BranchOp(op.falseDestOperands, dest=op.falseDest))
    elif isinstance(op.falseDest.first, UnreachableOp):
        rw.replace(op, BranchOp(op.trueDestOperands, dest=op.trueDest))
    else:
        return rw.fail("both blocks may be reached")
    return True


def _take(op: SwitchOp, number: int | None, rw: Rewriter) -> None:
    """Branch to the case of a number, or to the default block."""
    cases = op.case_numbers
    index = cases.index(number) + 1 if number in cases else 0
    span = op.successor_operand_range(index)
    values = op.operands[span.start : span.stop]
    rw.replace(op, BranchOp(values, dest=op.successors[index]))


Case = tuple[int, Block, tuple[Value, ...]]
"""A case: its number, its target, and the passed values."""


def _cases(op: SwitchOp) -> list[Case]:
    found = []
    for i, (number, block) in enumerate(zip(op.case_numbers, op.caseDestinations, strict=True), 1):
        span = op.successor_operand_range(i)
        found.append((number, block, op.operands[span.start : span.stop]))
    return found


def _with(op: SwitchOp, default: tuple[Block, tuple[Value, ...]], cases: list[Case]) -> SwitchOp:
    """A switch with another default block and other cases."""
    numbers = None
    if cases:
        type = VectorType((len(cases),), op.flag.type)
        numbers = DenseElementsAttr.of(type, [n for n, _, _ in cases])
    return SwitchOp(
        op.flag,
        default[1],
        [v for _, _, values in cases for v in values],
        numbers,
        [block for _, block, _ in cases],
        case_operand_segments=i32_array(len(values) for _, _, values in cases),
        defaultDestination=default[0],
    )


@canonicalization
def switch_on_constant(op: SwitchOp, rw: Rewriter) -> bool | None:
    """switch of a constant --> br to its case; switch without cases --> br to the default block"""
    number = constant_number(op.flag)
    if op.case_numbers and number is None:
        return rw.fail("the flag is not a constant")
    _take(op, number, rw)
    return True


@canonicalization
def switch_cases_of_default(op: SwitchOp, rw: Rewriter) -> bool | None:
    """switch x [default: ^a, 1: ^a, 2: ^b] --> switch x [default: ^a, 2: ^b]"""
    default = op.defaultDestination, op.defaultOperands
    cases = _cases(op)
    kept = [case for case in cases if case[1:] != default]
    if len(kept) == len(cases):
        return rw.fail("no case goes where the default goes")
    rw.replace(op, _with(op, default, kept))
    return True


@canonicalization
def switch_through(op: SwitchOp, rw: Rewriter) -> bool | None:
    """switch x [default: ^a, 1: ^b] where ^b: br ^c --> switch x [default: ^a, 1: ^c]"""
    default = _through(op.defaultDestination, op.defaultOperands)
    cases = [
        (number, block, values, _through(block, values)) for number, block, values in _cases(op)
    ]
    if default is None and not any(found for *_, found in cases):
        return rw.fail("every block does more than to branch on")
    kept = default or (op.defaultDestination, op.defaultOperands)
    rw.replace(op, _with(op, kept, [(n, *(found or (b, v))) for n, b, v, found in cases]))
    return True


@canonicalization
def switched_before(op: SwitchOp, rw: Rewriter) -> bool | None:
    """switch x in a block to which only a switch x leads --> what is left of it there"""
    block = op.parent
    before = block.predecessors if block is not None else []
    outer = before[0].last if len(before) == 1 else None
    if not isinstance(outer, SwitchOp) or outer.flag is not op.flag:
        return rw.fail("no switch of this flag leads here")
    if outer.successors.count(block) != 1:
        return rw.fail("several cases lead here")
    if outer.defaultDestination is not block:
        _take(op, next(n for n, dest, _ in _cases(outer) if dest is block), rw)
        return True
    elsewhere = set(outer.case_numbers)
    cases = _cases(op)
    kept = [case for case in cases if case[0] not in elsewhere]
    if len(kept) == len(cases):
        return rw.fail("every case may come")
    rw.replace(op, _with(op, (op.defaultDestination, op.defaultOperands), kept))
    return True
