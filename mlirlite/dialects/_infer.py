"""The check of ops whose result types follow from the rest: upstream's InferTypeOpInterface."""

import operator
from collections.abc import Callable
from typing import Any

from mlirlite.ir.definition import Op
from mlirlite.support.diagnostics import Diagnostic


def verify_inferred(op: Op, fits: Callable[[Any, Any], bool] = operator.eq) -> Diagnostic | None:
    """The result types are the inferred ones, or fit them."""
    try:
        inferred = op.infer_types()
    except ValueError as e:
        problem = op.error(str(e))
        return problem.then(f"'{op.name}' op failed to infer returned types")
    given = op.result_types
    if inferred is None or fits(tuple(inferred), given):
        return None
    expected, found = (", ".join(f"'{t}'" for t in types) for types in (inferred, given))
    problem = op.error(
        f"inferred type(s) {expected} are incompatible with return type(s) of operation {found}"
    )
    return problem.then(f"'{op.name}' op failed to infer returned types")
