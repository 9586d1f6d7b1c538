"""The lowerings of tosa keep what a program computes: each case of tosa again, after the passes."""

from __future__ import annotations

import pytest

from mlirlite.passes.manager import PassManager
from mlirlite.passes.pipeline import parse_pipeline

from .cases import Case
from .cases.tosa import CASES
from .test_cases import interpret, parsed

PIPELINES = {
    "wide": "builtin.module(tosa-to-scf,tosa-to-tensor,tosa-to-arith{include-apply-rescale=true})",
    "narrow": "builtin.module(tosa-to-arith{include-apply-rescale=true use-32-bit=true})",
}
LOWERED = {
    "wide": {"apply_scale", "concat", "cond_if", "const", "pad", "reshape", "scatter", "slice"}
    | {"while_loop"},
    "narrow": {"apply_scale", "const"},
}


@pytest.mark.parametrize("way", PIPELINES)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_lowered(case: Case, way: str) -> None:
    module, context = parsed(case)
    PassManager(parse_pipeline(PIPELINES[way]), context).run(module)
    left = {op.name.removeprefix("tosa.") for op in module.walk()} & LOWERED[way]
    assert not left
    interpret(case, module)
