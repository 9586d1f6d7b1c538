"""What constructs and their clauses have to satisfy, in upstream's words."""

from __future__ import annotations

from typing import Any

from mlirlite.dialects.acc.checks import plain
from mlirlite.ir.interfaces import LoopLike
from mlirlite.ir.values import BlockArgument
from mlirlite.ods.hooks import DataOp, verifier
from mlirlite.support.diagnostics import Diagnostic

Problem = Diagnostic | None

_COMPUTE = ("acc.parallel", "acc.serial", "acc.kernels", "acc.loop")
_ENTRIES = ("attach", "create", "copyin")
_DATA = (
    *_ENTRIES,
    *("copyout", "delete", "detach", "deviceptr", "getdeviceptr", "nocreate", "present"),
)
_DECLARED = (
    *("copyin", "copyout", "create", "deviceptr", "getdeviceptr", "present"),
    *("declare_device_resident", "declare_link"),
)
_UPDATES = ("update_device", "update_host", "getdeviceptr")
_NOT_DATA = "expect data entry/exit operation or acc.getdeviceptr as defining op"


def _defined(op: DataOp, values: Any, names: tuple[str, ...], message: str) -> Problem:
    """Values are results of these ops."""
    for value in values:
        is_argument = isinstance(value, BlockArgument)
        if is_argument or value.owner.name.removeprefix("acc.") not in names:
            return plain(op, message)
    return None


def _private(op: DataOp) -> Problem:
    """Private variables are results of their ops, and are named once."""
    found: Problem = None
    for name in ("private", "firstprivate", "reduction"):
        seen: set[Any] = set()
        for value in getattr(op, f"{name}Operands"):
            if isinstance(value, BlockArgument) or value.owner.name != f"acc.{name}":
                found = op.error(f"expected {name} as defining op")
                return found
            if value in seen:
                found = op.error(f"{name} operand appears more than once")
                return found
            seen.add(value)
    return None


def _count(op: DataOp, operands: Any, devices: Any, keyword: str) -> Problem:
    found: Problem = None
    if operands and (devices is None or len(devices) != len(operands)):
        found = op.error(f"{keyword} operands count must match {keyword} device_type count")
    return found


def _segments(
    op: DataOp, operands: Any, sizes: Any, devices: Any, keyword: str, *, most: int = 0
) -> Problem:
    found: Problem = None
    counts = list(sizes) if sizes is not None else []
    if most and any(count > most for count in counts):
        found = op.error(f"{keyword} expects a maximum of {most} values per segment")
    elif sum(counts) != len(operands) or (devices is None and operands):
        found = op.error(f"{keyword} operand count does not match count in segments")
    elif devices is not None and len(devices) != len(counts):
        found = op.error(f"{keyword} segment count does not match device_type count")
    return found


def _both(first: Any, second: Any) -> bool:
    """Whether two arrays of devices share one."""
    return bool({*(first or ())} & {*(second or ())})


def _conflicts(op: DataOp) -> Problem:
    if _both(op.asyncOperandsDeviceType, op.asyncOnly):
        return plain(op, "asyncOnly attribute cannot appear with asyncOperand")
    if _both(op.waitOperandsDeviceType, op.waitOnly):
        return plain(op, "wait attribute cannot appear with waitOperands")
    return None


def _waits(op: DataOp) -> Problem:
    return _segments(
        op, op.waitOperands, op.waitOperandsSegments, op.waitOperandsDeviceType, "wait"
    )


def _gangs(op: DataOp) -> Problem:
    gangs = op.numGangs, op.numGangsSegments, op.numGangsDeviceType
    return (
        _segments(op, *gangs, "num_gangs", most=3)
        or _waits(op)
        or _count(op, op.numWorkers, op.numWorkersDeviceType, "num_workers")
        or _count(op, op.vectorLength, op.vectorLengthDeviceType, "vector_length")
    )


@verifier("acc.parallel", "acc.serial", "acc.kernels")
def _compute(op: DataOp) -> Problem:
    return (
        (None if op.name == "acc.kernels" else _private(op))
        or (_waits(op) if op.name == "acc.serial" else _gangs(op))
        or _count(op, op.asyncOperands, op.asyncOperandsDeviceType, "async")
        or _conflicts(op)
        or _defined(op, op.dataClauseOperands, _DATA, _NOT_DATA)
    )


@verifier("acc.host_data")
def _host_data(op: DataOp) -> Problem:
    if not op.dataClauseOperands:
        return plain(op, "at least one operand must appear on the host_data operation")
    message = "expect data entry operation as defining op"
    return _defined(op, op.dataClauseOperands, ("use_device",), message)


@verifier("acc.data")
def _data(op: DataOp) -> Problem:
    if not op.operands and op.properties.get("defaultAttr") is None:
        return plain(
            op,
            "at least one operand or the default attribute must appear on the data operation",
        )
    return _defined(op, op.dataClauseOperands, _DATA, _NOT_DATA) or _conflicts(op)


@verifier("acc.exit_data", "acc.enter_data")
def _standalone(op: DataOp) -> Problem:
    is_enter = op.name == "acc.enter_data"
    if not op.dataClauseOperands:
        which = "enter" if is_enter else "exit"
        return plain(
            op,
            f"at least one operand must be present in dataOperands on the {which} data operation",
        )
    found = _async(op)
    if found is None and op.waitOperands and op.properties.get("wait") is not None:
        found = plain(op, "wait attribute cannot appear with waitOperands")
    found = found or _devnum(op)
    if found is None and is_enter:
        message = "expect data entry operation as defining op"
        found = _defined(op, op.dataClauseOperands, _ENTRIES, message)
    return found


def _async(op: DataOp) -> Problem:
    if op.asyncOperand is not None and op.properties.get("async") is not None:
        return plain(op, "async attribute cannot appear with asyncOperand")
    return None


def _devnum(op: DataOp) -> Problem:
    if op.waitDevnum is not None and not op.waitOperands:
        return plain(op, "wait_devnum cannot appear without waitOperands")
    return None


@verifier("acc.wait")
def _wait(op: DataOp) -> Problem:
    return _async(op) or _devnum(op)


@verifier("acc.update")
def _update(op: DataOp) -> Problem:
    if not op.dataClauseOperands:
        return plain(op, "at least one value must be present in dataOperands")
    return (
        _count(op, op.asyncOperands, op.asyncOperandsDeviceType, "async")
        or _waits(op)
        or _conflicts(op)
        or _defined(op, op.dataClauseOperands, _UPDATES, _NOT_DATA)
    )


@verifier("acc.init", "acc.shutdown", "acc.set")
def _device(op: DataOp) -> Problem:
    found: Problem = None
    outer = op.parent_op
    while outer is not None:
        if outer.name in _COMPUTE:
            found = op.error("cannot be nested in a compute operation")
            return found
        outer = outer.parent_op
    if op.name == "acc.set":
        given = (op.properties.get("device_type"), op.defaultAsync, op.deviceNum)
        if all(part is None for part in given):
            found = op.error(
                "at least one default_async, device_num, or device_type operand must appear"
            )
    return found


@verifier("acc.declare_enter", "acc.declare_exit", "acc.declare")
def _declare(op: DataOp) -> Problem:
    may_be_empty = op.name == "acc.declare_exit" and op.token is not None
    if not op.dataClauseOperands and not may_be_empty:
        return plain(op, "at least one operand must appear on the declare operation")
    message = "expect valid declare data entry operation or acc.getdeviceptr as defining op"
    return _defined(op, op.dataClauseOperands, _DECLARED, message)


def _repeated(op: DataOp, name: str) -> Problem:
    """No device occurs twice in an array."""
    seen: set[Any] = set()
    found: Problem = None
    for device in op.properties.get(name) or ():
        if device in seen:
            keyword = type(device.value).__keywords__[device.value.name]
            found = op.error(f"duplicate device_type `{keyword}` found in {name} attribute")
            return found
        seen.add(device)
    return None


def _sizes(op: DataOp) -> Problem:
    bounds = len(op.upperbound)
    for name, count in (("steps", len(op.step)), ("lowerbounds", len(op.lowerbound))):
        if bounds != count:
            return plain(op, f"number of upperbounds expected to be the same as number of {name}")
    inclusive = op.properties.get("inclusiveUpperbound")
    if bounds and inclusive is not None and len(inclusive) != bounds:
        return plain(op, "inclusiveUpperbound size is expected to be the same as upperbound size")
    return None


def _collapse(op: DataOp) -> Problem:
    found: Problem = None
    if op.collapse is not None:
        if op.collapseDeviceType is None:
            found = op.error(
                "collapse device_type attr must be define when collapse attr is present"
            )
        elif len(op.collapse) != len(op.collapseDeviceType):
            found = op.error("collapse attribute count must match collapse device_type count")
    return found or _repeated(op, "collapseDeviceType")


def _parallelism(op: DataOp) -> Problem:
    found: Problem = None
    gangs, kinds = op.gangOperands, op.gangOperandsArgType
    if gangs and kinds is None:
        found = op.error(
            "gangOperandsArgType attribute must be defined when gang operands are present"
        )
    elif gangs and len(kinds) != len(gangs):
        found = op.error("gangOperandsArgType attribute count must match gangOperands count")
    tiles = op.tileOperands, op.tileOperandsSegments, op.tileOperandsDeviceType
    return (
        found
        or _repeated(op, "gang")
        or _segments(op, gangs, op.gangOperandsSegments, op.gangOperandsDeviceType, "gang")
        or _repeated(op, "worker")
        or _repeated(op, "workerNumOperandsDeviceType")
        or _count(op, op.workerNumOperands, op.workerNumOperandsDeviceType, "worker")
        or _repeated(op, "vector")
        or _repeated(op, "vectorOperandsDeviceType")
        or _count(op, op.vectorOperands, op.vectorOperandsDeviceType, "vector")
        or _segments(op, *tiles, "tile")
    )


def _kind(op: DataOp) -> Problem:
    given = [op.properties.get(name) or () for name in ("auto_", "independent", "seq")]
    devices = [device for group in given for device in group]
    if len(set(devices)) != len(devices):
        return plain(op, "only one of auto, independent, seq can be present at the same time")
    if not any(device.value.value == 0 for device in devices):
        return plain(op, "at least one of auto, independent, seq must be present")
    others = ("vector", "vectorOperandsDeviceType", "worker", "workerNumOperandsDeviceType")
    for name in (*others, "gang", "gangOperandsDeviceType"):
        if _both(given[2], op.properties.get(name)):
            return plain(op, "gang, worker or vector cannot appear with seq")
    return None


def _nested(op: DataOp) -> Problem:
    """A loop without a control of its own holds as many loops as it collapses."""
    left = max([1, *(number.value for number in op.collapse or ())])
    outer: Any = op
    for inner in list(op.walk())[1:]:
        if not left:
            break
        if not isinstance(inner, LoopLike) and inner.name != "acc.loop":
            continue
        parent = inner.parent_op
        while parent is not op and not isinstance(parent, LoopLike):
            parent = parent.parent_op
        if parent is not outer:
            return plain(op, "found sibling loops inside container-like acc.loop")
        left -= 1
        outer = inner
    if left:
        return plain(
            op, "failed to find enough loop-like operations inside container-like acc.loop"
        )
    return None


@verifier("acc.loop")
def _loop(op: DataOp) -> Problem:
    found = _sizes(op) or _collapse(op) or _parallelism(op) or _kind(op) or _private(op)
    if found is not None:
        return found
    if op.regions[0].empty:
        return plain(op, "expected non-empty body.")
    is_container = not op.lowerbound
    if op.properties.get("unstructured") is not None:
        words = "unstructured acc.loop must not have induction variables"
        return None if is_container else plain(op, words)
    return _nested(op) if is_container else None
