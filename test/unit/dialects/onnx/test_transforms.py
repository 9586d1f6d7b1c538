"""Graph passes keep the meaning: models of the conformance suite, before and after, under the
specification's evaluator."""

import warnings
from functools import cache

import numpy as np
import pytest
from onnx.reference import ReferenceEvaluator

from mlirlite.ir.context import Context
from mlirlite.ir.equivalence import structurally_equal
from mlirlite.passes.manager import run_pipeline
from mlirlite.target.onnx import import_model
from mlirlite.target.onnx.export import export_model
from mlirlite.testing.onnx_suite import distinct_cases

PASSES = (
    "decompose-onnx",
    "recompose-onnx",
    "conv-opt-onnx",
    "dead-outputs-onnx",
    "simplify-shape-related-ops-onnx",
    "onnx-hybrid-transform",
    "constprop-onnx",
    "fuse-batchnorm-onnx",
    "canonicalize",
    "cse",
)
NO_ORACLE = ("test_bernoulli", "test_flexattention")
"""Not seeded; and an evaluator whose subgraphs cannot see values from outside, where constants
go."""


@cache
def models():
    """Each distinct model whose meaning the specification's evaluator knows, as a module with
    shapes, with inputs and outputs."""
    found = {}
    for case in distinct_cases():
        if not case.data_sets or case.name.startswith(NO_ORACLE):
            continue
        inputs = case.data_sets[0][0]
        try:
            wanted = outputs(case.model, inputs)
        except Exception:  # the reference cannot run all
            continue
        context = Context()
        module = import_model(case.model, context, expand=())
        run_pipeline(module, "builtin.module(shape-inference)", context)
        found[case.name] = module, inputs, wanted
    return found


def outputs(model, inputs):
    feeds = dict(zip([i.name for i in model.graph.input], inputs, strict=False))
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ReferenceEvaluator(model).run(None, feeds)


def same(first, second):
    if isinstance(first, list):
        return len(first) == len(second) and all(map(same, first, second))
    if first is None or second is None:
        return first is second
    first, second = np.asarray(first), np.asarray(second)
    if first.dtype != second.dtype or first.shape != second.shape:
        return False
    if first.dtype.kind in "OU":
        return first.tolist() == second.tolist()
    if first.dtype.kind not in "fc":
        return first.tobytes() == second.tobytes()
    loose = 1e-2 if first.dtype.itemsize == 2 else 1e-5
    return np.allclose(first, second, rtol=loose, atol=loose / 10, equal_nan=True)


@pytest.mark.bulk
@pytest.mark.parametrize("flag", PASSES)
def test_the_meaning_stays(flag):
    """On every model of the suite that the pass changes."""
    failures = {}
    changed = 0
    for name, (module, inputs, wanted) in models().items():
        after = module.clone()
        run_pipeline(after, f"builtin.module({flag})", Context(), verify_each=True)
        if structurally_equal(module, after):
            continue
        changed += 1
        try:
            found = outputs(export_model(after), inputs)
        except Exception as e:
            failures[name] = f"{type(e).__name__}: {e}"[:200]
            continue
        if not same(wanted, found):
            failures[name] = "other outputs"
    assert failures == {}
    assert changed
