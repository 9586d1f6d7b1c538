"""The ops of StableHLO's own tests that compare values: a plugin of bench/stablehlo.py."""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np

from mlirlite.dsl import Dialect, Op, evaluate
from mlirlite.interp.stablehlo.arrays import constant_array, read
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import FloatAttr
from mlirlite.ir.constraints import ANY
from mlirlite.ir.fields import VarOperand
from mlirlite.ir.types import F64
from mlirlite.support.diagnostics import DiagnosticError


class Differs(DiagnosticError):
    """A result is not the expected one."""


CLOSE = 3
"""How many floats may be between a result and the expected one, as in StableHLO."""


def ordered(array: Any) -> Any:
    """Floats as integers that count them."""
    size = array.dtype.itemsize
    bits = np.ascontiguousarray(array).view(f"i{size}").astype(np.int64)
    return np.where(bits < 0, np.int64(-(2 ** (8 * size - 1))) - bits, bits)


def check_close(op: Any, found: Any, expected: Any, limit: int = CLOSE) -> list[Any]:
    """Differs if a result is further from what is expected than some floats."""
    if found.dtype.kind == "c":
        check_close(op, found.real.copy(), expected.real.copy(), limit)
        return check_close(op, found.imag.copy(), expected.imag.copy(), limit)
    a, b = found.astype(np.float64), expected.astype(np.float64)
    apart = np.abs(ordered(found) - ordered(expected)) > limit
    apart &= ~((a != a) & (b != b)) & (a != b)
    return _complain(apart, found, expected)


def check_equal(op: Any, found: Any, expected: Any) -> list[Any]:
    """Differs if a result is not what is expected."""
    apart = (found != expected) & ~((found != found) & (expected != expected))
    return _complain(apart, found, expected)


def check_almost(op: Any, found: Any, expected: Any, tolerance: float = 1e-4) -> list[Any]:
    """Differs if a result is further from what is expected than a tolerance."""
    wide: Any = np.complex128 if found.dtype.kind == "c" else np.float64
    with np.errstate(all="ignore"):
        a, b = found.astype(wide), expected.astype(wide)
        apart = (np.abs(a - b) > tolerance) & (a != b) | ((a != a) != (b != b))
    return _complain(apart, found, expected)


def check_eq(op: Any, expected: Any, found: Any) -> list[Any]:
    """Whether a result is what is expected."""
    check_almost(op, found, expected)
    return [np.asarray(True)]


def _complain(apart: Any, found: Any, expected: Any) -> list[Any]:
    apart = np.asarray(apart)
    if apart.any():
        at = tuple(int(i[0]) for i in np.nonzero(np.atleast_1d(apart)))
        a, b = np.atleast_1d(found)[at], np.atleast_1d(expected)[at]
        raise Differs(f"{apart.sum()} of {apart.size} differ, the first {a}, not {b}")
    return []


CHECKS: dict[str, Any] = {
    "check.expect_close": check_close,
    "check.expect_eq": check_equal,
    "check.expect_almost_eq": check_almost,
    "check.eq": check_eq,
}


class ExpectEqOp(Op, name="check.expect_eq"):
    """`check.expect_eq %a, %b : tensor<2xi32>`; with a constant in place of the second value, and
    a tolerance, for those that derive from it."""

    values: VarOperand[Annotated[Type, ANY]]

    @classmethod
    def parse(cls, p: Any, state: Any) -> None:
        first = p.operand()
        p.expect(",")
        if cls.name.endswith("_const"):
            value = p.attribute()
            state.attributes["value"] = value
            state.operands = [p.resolve(first, value.type)]
            cls.options(p, state)
            return
        second = p.operand()
        cls.options(p, state)
        p.expect(":")
        type = p.type()
        if p.accept(","):
            p.type()
        state.operands = [p.resolve(first, type), p.resolve(second, type)]

    @staticmethod
    def options(p: Any, state: Any) -> None:
        """Read what follows the values."""
        while p.accept(","):
            name = p.keyword()
            p.expect("=")
            state.attributes[name] = p.attribute(F64 if name == "tolerance" else None)

    def print(self, p: Any) -> None:
        p.text(" ")
        p.values(self.operands)
        p.attr_dict(self)


class ExpectEqConstOp(ExpectEqOp, name="check.expect_eq_const"):
    """A constant is expected."""


class ExpectAlmostEqOp(ExpectEqOp, name="check.expect_almost_eq"):
    """A tolerance is allowed."""


class ExpectAlmostEqConstOp(ExpectEqOp, name="check.expect_almost_eq_const"):
    """A constant is expected, and a tolerance is allowed."""


class ExpectCloseOp(ExpectEqOp, name="check.expect_close"):
    """Some floats may be between both."""


DIALECT = Dialect("check", __name__)


@evaluate(ExpectEqOp, ExpectEqConstOp, ExpectAlmostEqOp, ExpectAlmostEqConstOp, ExpectCloseOp)
def run_check(m: Any, op: Any) -> Any:
    """Compare."""
    value = op.attributes.get("value", op.properties.get("value"))
    found = read(m, op.operands[0])
    expected = constant_array(value) if value is not None else read(m, op.operands[1])
    tolerance = op.attributes.get("tolerance")
    if "almost" in op.name:
        limit = tolerance.value if isinstance(tolerance, FloatAttr) else 1e-4
        check_almost(op, found, expected, limit)
    elif "close" in op.name:
        check_close(op, found, expected, op.attributes["max_ulp_difference"].value)
    else:
        check_equal(op, found, expected)
    return ()
