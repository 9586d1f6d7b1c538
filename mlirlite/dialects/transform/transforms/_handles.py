"""Interpretation of ops on handles, and of matchers."""

import operator
from typing import Any

from mlirlite.dialects.transform import handles as h
from mlirlite.dialects.transform.enums import MatchCmpIPredicate
from mlirlite.dialects.transform.extensions.structured.rewrite import (
    MatchInterfaceEnum,
    MatchOp,
)
from mlirlite.dialects.transform.interpretation import (
    INTERPRETED,
    Results,
    Run,
    Silenceable,
    definite,
    place_of,
)
from mlirlite.dialects.transform.matching import (
    MatchOperationEmptyOp,
    MatchOperationNameOp,
    MatchParamCmpIOp,
)
from mlirlite.ir.attributes import DictionaryAttr, IntegerAttr, StringAttr, i64_attr
from mlirlite.ir.interfaces import LoopLike
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import IsolatedFromAbove
from mlirlite.ir.types import element_type_of


@INTERPRETED(h.CastOp)
def _cast(run: Run, op: h.CastOp) -> Results:
    name = getattr(op.output.type, "operation_name", None)
    for payload in run.get(op.input):
        if name is not None and payload.name != name:
            found = Silenceable(
                f"incompatible payload operation name: expected {name} vs actual {payload.name}", op
            )
            raise found.note("payload operation", payload.where)
    return [run.get(op.input)]


@INTERPRETED(h.SplitHandleOp)
def _split_handle(run: Run, op: h.SplitHandleOp) -> Results:
    payload, wanted = run.get(op.handle), len(op.results)
    count = len(payload)
    too_many = count > wanted and op.overflow_result is None
    too_few = count < wanted and op.fail_on_payload_too_small
    if too_many or (too_few and not (count == 0 and op.pass_through_empty_handle)):
        raise Silenceable(
            f"handle expected to contain {wanted} payloads but it contains {count} payloads", op
        )
    results: list[list[Any]] = [[] for _ in op.results]
    for i, one in enumerate(payload):
        results[i if i < wanted else op.overflow_result or 0].append(one)
    return results


@INTERPRETED(h.MergeHandlesOp)
def _merge_handles(run: Run, op: h.MergeHandlesOp) -> Results:
    merged = [one for handle in op.handles for one in run.get(handle)]
    return [merged if op.deduplicate is None else list(dict.fromkeys(merged))]


@INTERPRETED(h.ReplicateOp)
def _replicate(run: Run, op: h.ReplicateOp) -> Results:
    times = len(run.get(op.pattern))
    return [run.get(handle) * times for handle in op.handles]


@INTERPRETED(h.NumAssociationsOp)
def _num_associations(run: Run, op: h.NumAssociationsOp) -> Results:
    return [[i64_attr(len(run.get(op.handle)))]]


@INTERPRETED(h.SelectOp)
def _select(run: Run, op: h.SelectOp) -> Results:
    return [[payload for payload in run.get(op.target) if payload.name == op.op_name]]


@INTERPRETED(h.ParamConstantOp)
def _param_constant(run: Run, op: h.ParamConstantOp) -> Results:
    return [[op.value]]


@INTERPRETED(h.GetParentOp)
def _get_parent_op(run: Run, op: h.GetParentOp) -> Results:
    parents: list[Operation] = []
    for target in run.get(op.target):
        parent = target
        for _ in range(op.nth_parent):
            parent = parent.parent_op
            while parent is not None and not _is_wanted(op, parent):
                parent = parent.parent_op
            if parent is None:
                if op.allow_empty_results is not None:
                    return [parents]
                message = "could not find a parent op that matches all requirements"
                raise Silenceable(message, op).note("target op", target.where)
        parents.append(parent)
    return [parents if op.deduplicate is None else list(dict.fromkeys(parents))]


def _is_wanted(op: h.GetParentOp, parent: Operation) -> bool:
    if op.isolated_from_above is not None and not parent.has_trait(IsolatedFromAbove):
        return False
    return op.op_name is None or parent.name == op.op_name


@INTERPRETED(h.GetConsumersOfResultOp)
def _get_consumers_of_result(run: Run, op: h.GetConsumersOfResultOp) -> Results:
    payload = run.get(op.target)
    if not payload:
        return [[]]
    if len(payload) != 1:
        raise definite("handle must be mapped to exactly one payload op", op)
    if len(payload[0].results) <= op.result_number:
        raise definite("result number overflow", op)
    return [list(payload[0].results[op.result_number].users)]


@INTERPRETED(h.GetProducerOfOperandOp)
def _get_producer_of_operand(run: Run, op: h.GetProducerOfOperandOp) -> Results:
    producers = []
    number = op.operand_number
    for target in run.get(op.target):
        operands = target.operands
        producer = operands[number].defining_op if number < len(operands) else None
        if producer is None:
            message = f"could not find a producer for operand number: {number} of {target}"
            raise Silenceable(message, op).note("target op", target.where)
        producers.append(producer)
    return [producers]


@INTERPRETED(h.GetDefiningOp)
def _get_defining_op(run: Run, op: h.GetDefiningOp) -> Results:
    makers = []
    for value in run.get(op.target):
        if value.defining_op is None:
            found = Silenceable("cannot get defining op of block argument", op)
            raise found.note("target value", place_of(value))
        makers.append(value.defining_op)
    return [makers]


@INTERPRETED(h.GetOperandOp)
def _get_operand(run: Run, op: h.GetOperandOp) -> Results:
    return [[t.operands[i] for t in run.get(op.target) for i in _positions(op, t, t.operands)]]


@INTERPRETED(h.GetResultOp)
def _get_result(run: Run, op: h.GetResultOp) -> Results:
    return [[t.results[i] for t in run.get(op.target) for i in _positions(op, t, t.results)]]


def _positions(op: h.GetOperandOp | h.GetResultOp, target: Operation, values: Any) -> list[int]:
    """The positions that an op names, among this many values."""
    count = len(values)
    if op.is_all is not None:
        return list(range(count))
    found: list[int] = []
    for raw in op.raw_position_list.value:
        position = raw + count if raw < 0 else raw
        wrong = ""
        if position >= count:
            wrong = f"position overflow {position} (updated from {raw}) for maximum {count}"
        elif position < 0:
            wrong = f"position underflow {position} (updated from {raw})"
        elif position in found:
            wrong = f"repeated position {position} (updated from {raw})"
        if wrong:
            note = "while considering positions of this payload operation"
            raise Silenceable(wrong, op).note(note, target.where)
        found.append(position)
    return found if op.is_inverted is None else [i for i in range(count) if i not in found]


@INTERPRETED(h.GetTypeOp)
def _get_type(run: Run, op: h.GetTypeOp) -> Results:
    types = [value.type for value in run.get(op.value)]
    return [types if op.elemental is None else [element_type_of(type) for type in types]]


@INTERPRETED(MatchOperationNameOp)
def _match_operation_name(run: Run, op: MatchOperationNameOp) -> Results:
    (payload,) = _only(run, op)
    if StringAttr(payload.name) not in op.op_names:
        raise Silenceable("wrong operation name", op)
    return ()


def _only(run: Run, op: MatchOperationNameOp) -> list[Operation]:
    payload = run.get(op.operand_handle)
    if len(payload) != 1:
        message = "is not associated with exactly one payload op, but"
        raise definite(f"{op.operands[0].type} {message} {len(payload)}", op)
    return payload


@INTERPRETED(MatchOperationEmptyOp)
def _match_operation_empty(run: Run, op: MatchOperationEmptyOp) -> Results:
    if run.get(op.operand_handle):
        raise Silenceable("operation is not empty", op)
    return ()


_COMPARE: dict[MatchCmpIPredicate, tuple[Any, str]] = {
    MatchCmpIPredicate.eq: (operator.eq, "equal to"),
    MatchCmpIPredicate.ne: (operator.ne, "not equal to"),
    MatchCmpIPredicate.lt: (operator.lt, "less than"),
    MatchCmpIPredicate.le: (operator.le, "less than or equal to"),
    MatchCmpIPredicate.gt: (operator.gt, "greater than"),
    MatchCmpIPredicate.ge: (operator.ge, "greater than or equal to"),
}


@INTERPRETED(MatchParamCmpIOp)
def _match_param_cmpi(run: Run, op: MatchParamCmpIOp) -> Results:
    params, references = run.get(op.param), run.get(op.reference)
    if len(params) != len(references):
        raise Silenceable(
            f"parameters have different payload lengths ({len(params)} vs {len(references)})", op
        )
    compare, words = _COMPARE[op.predicate]
    for i, (param, reference) in enumerate(zip(params, references, strict=True)):
        if not isinstance(param, IntegerAttr) or not isinstance(reference, IntegerAttr):
            raise definite("non-integer parameter value not expected", op)
        if param.type is not reference.type:
            raise definite(f"mismatching integer attribute types in parameter #{i}", op)
        if not compare(param.value, reference.value):
            found = Silenceable(
                f"expected parameter to be {words} {reference.value}, got {param.value}", op
            )
            raise found.note(
                f"value # {i} associated with the parameter defined here", place_of(op.param)
            )
    return ()


@INTERPRETED(MatchOp)
def _structured_match(run: Run, op: MatchOp) -> Results:
    roots = run.get(op.target)
    if len(roots) != 1:
        raise definite("requires exactly one target handle", op)
    if op.interface not in (None, MatchInterfaceEnum.LoopLikeInterface):
        raise definite(f"transform op '{op.name}' with this interface is not interpreted here", op)
    return [[payload for payload in roots[0].walk_post_order() if _matches(op, payload)]]


def _matches(op: MatchOp, payload: Operation) -> bool:
    """Whether an op matches."""
    if op.ops is not None and StringAttr(payload.name) not in op.ops:
        return False
    if op.interface is not None and not isinstance(payload, LoopLike):
        return False
    wanted = op.op_attrs if op.op_attrs is not None else DictionaryAttr()
    for name, value in wanted.entries:
        if payload.attribute(name) is not value and payload.attribute(name) != value:
            return False
    types = [result.type for result in payload.results]
    if op.filter_result_type is not None and types != [op.filter_result_type]:
        return False
    if op.filter_operand_types is None:
        return True
    filters = list(op.filter_operand_types)
    operands = [operand.type for operand in payload.operands]
    if len(filters) == 1:
        return all(type is filters[0] for type in operands)
    if len(filters) != len(operands):
        raise definite(
            "If filter_operand_types contains more than a type, then it must contain as much types "
            "as the number of operands in the target ops",
            op,
        )
    return filters == operands
