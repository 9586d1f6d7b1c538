"""Trials of whole models: from our own generator or from nnsmith, with sizes known or not, by our
engine, by onnxruntime and by the reference."""

from __future__ import annotations

import random
import warnings
from collections.abc import Callable
from functools import cache, partial
from importlib import import_module
from typing import Any

import numpy as np
import onnx

from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.testing.trust.batches import Job, Row, Say
from mlirlite.testing.trust.graphs import RandomModel, with_every_value
from mlirlite.testing.trust.guard import SIDES, guarded
from mlirlite.testing.trust.peers import Answer, difference, judge, onnxruntime, ours, reference
from mlirlite.testing.trust.recipes import random_model

MODES = ("static", "symbolic")
TOLERANCES = (2e-3, 2e-4)


_NNSMITH = ("z3", "nnsmith.graph_gen", "nnsmith.materialize", "nnsmith.narrow_spec")


@cache
def _nnsmith() -> tuple[Any, ...]:
    """torch, z3, and nnsmith's generator, kind of model and operators, which it tries one by one at
    first and caches. DiagnosticError without the packages."""
    try:
        torch, *others = map(import_module, ("torch", *_NNSMITH))
    except ImportError as e:
        raise DiagnosticError(f"this needs nnsmith and torch: {e}") from e
    solver, generator, materialize, specifications = others
    torch.set_num_threads(1)
    torch.onnx.export = partial(torch.onnx.export, dynamo=False)  # it knows the older exporter
    kind = materialize.Model.init("onnx")
    return torch, solver, generator, kind, specifications.auto_opset(kind)


def nnsmith_model(seed: int) -> RandomModel:
    """A model of nnsmith's, which writes ONNX through torch. DiagnosticError without the two."""
    torch, solver, generator, kind, operators = _nnsmith()
    solver.z3._main_ctx = None  # what it learned from earlier models would change this one
    random.seed(seed)
    np.random.seed(seed)
    torch.manual_seed(seed)
    found = generator.model_gen(opset=operators, seed=seed, max_nodes=5 + seed % 10)
    made = kind.from_gir(found.make_concrete())
    made.refine_weights()
    model = made.native_model
    rng = np.random.default_rng(seed)
    constants = {c.name for c in model.graph.initializer}
    feeds = {i.name: _numbers(rng, i) for i in model.graph.input if i.name not in constants}
    return RandomModel(model, feeds)


def _numbers(rng: np.random.Generator, info: onnx.ValueInfoProto) -> np.ndarray[Any, Any]:
    shape = [d.dim_value for d in info.type.tensor_type.shape.dim]
    dtype = onnx.helper.tensor_dtype_to_np_dtype(info.type.tensor_type.elem_type)
    if dtype.kind == "b":
        return rng.integers(0, 2, shape).astype(bool)
    if dtype.kind in "iu":
        return rng.integers(1, 6, shape).astype(dtype)
    return rng.uniform(0.5, 2, shape).astype(dtype)


SOURCES: dict[str, Callable[[int], RandomModel]] = {"own": random_model, "nnsmith": nnsmith_model}


def run(source: str, mode: str, seed: int, say: Say) -> Row:
    """The row of a model."""
    say(at=seed, who="generator")
    try:
        made = SOURCES[source](seed)
    except DiagnosticError:
        raise
    except Exception as e:  # nnsmith finds no model for some seeds
        return _row(source, mode, seed, "nothing", f"{type(e).__name__}: {e}"[:200])
    model, feeds = made.symbolic() if mode == "symbolic" else made.model, made.feeds
    say(at=seed, who="onnxruntime")
    theirs = onnxruntime(model)(feeds)
    say(at=seed, who="ours")
    mine = ours(model)({n: guarded(a, SIDES[seed % 2]) for n, a in feeds.items()})

    def third() -> Answer:
        say(at=seed, who="reference")
        return reference(model)(feeds)

    category, reason = judge(mine, theirs, third, *TOLERANCES)
    if category in ("wrong", "peers differ", "as reference"):
        say(at=seed, who="ours, each value")
        reason = f"{first_difference(RandomModel(model, feeds))}; {reason}"
    row = _row(source, mode, seed, category, reason)
    row["theirs"] = theirs.reason
    row["ops"] = " ".join(n.op_type for n in model.graph.node)
    return row


def _row(source: str, mode: str, seed: int, category: str, reason: str) -> Row:
    return {
        "name": source, "mode": mode, "number": seed, "category": category, "reason": reason
    }  # fmt: skip


def first_difference(made: RandomModel) -> str:
    """The first node whose result differs from onnxruntime's."""
    model = with_every_value(made.model)
    mine, theirs = ours(model)(made.feeds), onnxruntime(model)(made.feeds)
    if not mine.computed or not theirs.computed:
        return f"{mine.reason} {theirs.reason}"
    at = 0
    for node in model.graph.node:
        count = len([n for n in node.output if n])
        span = slice(at, at + count)
        at += count
        text = difference(mine.outputs[span], theirs.outputs[span], *TOLERANCES)
        if text:
            return f"{node.op_type} ({node.name}): {text}"
    return "no node by itself"


def work(job: Job, say: Say) -> None:
    """A job's trials."""
    warnings.simplefilter("ignore")
    for seed in list(job["numbers"]):
        with np.errstate(all="ignore"):
            say(**run(job["name"], job["mode"], seed, say))
