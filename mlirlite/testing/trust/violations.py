"""Trials of mutants: one of ONNX's backend tests, changed in one thing, by our engine, by
onnxruntime and by the reference."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np
import onnx

from mlirlite.testing.onnx_suite import SuiteCase, suite_cases
from mlirlite.testing.trust.batches import Job, Row, Say
from mlirlite.testing.trust.guard import SIDES, guarded_value
from mlirlite.testing.trust.microsoft import microsoft_cases
from mlirlite.testing.trust.mutants import Mutant, mutant
from mlirlite.testing.trust.peers import (
    Answer,
    Engine,
    difference,
    judge,
    onnxruntime,
    ours,
    reference,
)

_RANDOM = ("bernoulli", "multinomial", "random", "dropout", "training")
_TOLERANCES = (1e-3, 1e-5)
_BF16 = (2e-2, 1e-2)
"""Tolerance of two roundings: engines round between operators, or at the end."""
_OF_RESHAPE = "cannot be reshaped to the requested shape"
"""onnxruntime's errors where it expands an operator into others that cannot be empty."""
_SHARED = ("feeds", "requirements")
"""Modes whose mutants have the same model."""


@cache
def cases() -> dict[str, SuiteCase]:
    """The tests that are changed, by name: those of ONNX's suite of one operator, with inputs, and
    deterministic, and those of com.microsoft's operators."""
    found = {
        c.name: c
        for c in suite_cases()
        if c.kind == "node" and c.data_sets and c.data_sets[0][0] and not _is_random(c.name)
    }
    return found | {c.name: c for c in microsoft_cases()}


def _is_random(name: str) -> bool:
    return any(word in name for word in _RANDOM)


def operator(model: onnx.ModelProto) -> str:
    """The first node's operator, with its domain unless that is ONNX's."""
    if not model.graph.node:
        return "none"
    node = model.graph.node[0]
    return f"{node.domain}.{node.op_type}".removeprefix(".")


class Trial:
    """The engines of one test, made when they are needed."""

    def __init__(self, name: str, mode: str, sanitize: str = "") -> None:
        self.case, self.mode, self.sanitize = cases()[name], mode, sanitize
        self._engines: dict[Any, Engine] = {}
        self._refuses: bool | None = None

    def _engine(self, make: Any, model: onnx.ModelProto) -> Engine:
        options = {"sanitize": self.sanitize} if make is ours else {}
        if self.mode not in _SHARED:
            engine: Engine = make(model, **options)
            return engine
        if make not in self._engines:
            self._engines[make] = make(model, **options)
        return self._engines[make]

    def run(self, number: int, say: Say) -> Row | None:
        """The row of a mutant; None where there is nothing to change."""
        made = mutant(self.case, self.mode, number)
        if made is None:
            return None
        theirs = self._ask(onnxruntime, made.model, made.feeds, number, say)
        if theirs.kind == "refused" and (
            self._is_refused_unchanged(made.model, number, say)
            or (_OF_RESHAPE in theirs.reason and not _reshapes(made.model))
        ):
            theirs = theirs._replace(kind="missing")
        feeds = {n: guarded_value(v, SIDES[number % 2]) for n, v in made.feeds.items()}
        mine = self._ask(ours, made.model, feeds, number, say)

        def third() -> Answer:
            is_finite = all(map(_is_finite, made.feeds.values()))
            if theirs.kind == "missing" and not is_finite:
                return Answer("refused", (), "the reference multiplies what is not finite by 0")
            answer = self._ask(reference, made.model, made.feeds, number, say)
            return answer if is_finite or answer.computed else answer._replace(kind="undefined")

        category, reason = judge(mine, theirs, third, *self._tolerances())
        if category == "wrong" and theirs.computed:
            # 0 of a pad, or no pad, times what is not finite; squares that overflow: inf - inf
            op = operator(made.model)
            either = op in _UNCLEAR_IF_NOT_FINITE
            unclear = either or any(map(_is_huge, made.feeds.values()))
            compared = _where_finite(mine, theirs, both=either)
            if (op == "Pow" and not _is_finite_power(*made.feeds.values())) or (
                unclear and not difference(*compared, *self._tolerances())
            ):
                category = "undefined"
        return self._row(made, number, category, reason, theirs)

    def _is_refused_unchanged(self, model: onnx.ModelProto, number: int, say: Say) -> bool:
        """Whether onnxruntime refuses the test's own inputs, too: its errors about others then mean
        nothing."""
        if self.mode not in _SHARED:
            return False
        if self._refuses is None:
            names = [i.name for i in self.case.model.graph.input]
            feeds = dict(zip(names, self.case.data_sets[0][0], strict=False))
            self._refuses = not self._ask(onnxruntime, model, feeds, number, say).computed
        return self._refuses

    def _ask(
        self, make: Any, model: onnx.ModelProto, feeds: Mapping[str, Any], number: int, say: Say
    ) -> Answer:
        say(at=number, who=f"{make.__name__} compiles")
        engine = self._engine(make, model)
        say(at=number, who=f"{make.__name__} runs")
        return engine(feeds)

    def _tolerances(self) -> tuple[float, float]:
        types = {o.type.tensor_type.elem_type for o in self.case.model.graph.output}
        least = _BF16 if onnx.TensorProto.BFLOAT16 in types else _TOLERANCES
        return max(self.case.rtol, least[0]), max(self.case.atol, least[1])

    def _row(self, made: Mutant, number: int, category: str, reason: str, theirs: Answer) -> Row:
        return {
            "name": self.case.name,
            "mode": self.mode,
            "number": number,
            "op": operator(self.case.model),
            "what": made.what,
            "change": made.change,
            "category": category,
            "reason": reason,
            "theirs": theirs.reason,
        }


def _reshapes(model: onnx.ModelProto) -> bool:
    return any(node.op_type == "Reshape" for node in model.graph.node)


_UNCLEAR_IF_NOT_FINITE = (
    *(
        "Conv",
        "ConvTranspose",
        "DeformConv",
        "CausalConvWithState",
        "AveragePool",
        "LpPool",
    ),  # pads
    "Resize",  # inputs whose weight is 0, which do not count here (docs/decisions/040)
    *("ScatterElements", "ScatterND"),  # NaN in a maximum: the reference's two scatters differ, too
)


def _where_finite(mine: Answer, theirs: Answer, both: bool) -> tuple[list[Any], list[Any]]:
    """Outputs of both with zeros where theirs is not finite, or one of `both`."""
    found: tuple[list[Any], list[Any]] = ([], [])
    for pair in zip(mine.outputs, theirs.outputs, strict=True):
        arrays = [np.asarray(a, np.float64) for a in pair]
        if arrays[0].shape == arrays[1].shape:
            seen = np.isfinite(arrays[1]) & (np.isfinite(arrays[0]) | (not both))
            arrays = [np.where(seen, a, 0) for a in arrays]
        for outputs, array in zip(found, arrays, strict=True):
            outputs.append(array)
    return found


def _is_finite_power(base: Any, exponent: Any) -> bool:
    """Whether powers of integers fit their type: else numpy wraps and onnxruntime saturates."""
    if base.dtype.kind not in "iu":
        return True
    powers = np.power(base.astype(np.float64), exponent.astype(np.float64))
    return bool((np.abs(powers) <= float(np.iinfo(base.dtype).max)).all())


def _is_huge(value: Any) -> bool:
    """Whether squares of a tensor's floats overflow."""
    if not isinstance(value, np.ndarray | np.generic) or value.dtype.kind != "f":
        return False
    largest = np.abs(np.asarray(value, np.float64)).max(initial=0)
    return bool(largest >= float(np.finfo(value.dtype).max) ** 0.5)


def _is_finite(value: Any) -> bool:
    try:
        return bool(np.isfinite(np.asarray(value, np.float64)).all())
    except (TypeError, ValueError):
        return True


def work(job: Job, say: Say) -> None:
    """A job's trials."""
    warnings.simplefilter("ignore")
    trial = Trial(job["name"], job["mode"], job.get("sanitize", ""))
    for number in job["numbers"]:
        say(at=number, who="mutant")
        with np.errstate(all="ignore"):
            row = trial.run(number, say)
        say(**(row or {**job, "number": number, "category": "nothing", "numbers": None}))
