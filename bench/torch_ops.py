"""torch's own operator tests through the backend: how many ops are compiled, and right.

    python bench/torch_ops.py --out ops.jsonl [--gradients] [--part 0/4] [--most 8] [name …]

Each operator of torch's `op_db` runs with its sample inputs (float32), through AOTAutograd and the
backend, beside eager. A line of the output per operator: how many samples were compiled as a whole
and right, partly left to torch, wrong, or failed. Operators that the file has are not run again;
`--summary` adds them up."""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
import warnings
from collections import Counter
from typing import Any

import torch
from torch.testing._internal.common_methods_invocations import op_db

from mlirlite.torch import compiling
from mlirlite.torch.random import is_drawn

_SAME = 1e-4
_UNSET = [
    "empty",
    "empty_like",
    "new_empty",
    "empty_strided",
    "new_empty_strided",
    "empty_permuted",
]
"""Ops whose results have no values."""
_UNTRACEABLE = (
    torch._subclasses.fake_tensor.DataDependentOutputException,
    torch._subclasses.fake_tensor.DynamicOutputShapeException,
    torch.fx.experimental.symbolic_shapes.GuardOnDataDependentSymNode,
)
"""torch's own tracing ends here: dynamo breaks the graph."""


def outcome(op: Any, sample: Any, gradients: bool) -> tuple[str, str]:
    """`right`, `fallback`, `wrong`, `random`, `none` (torch itself cannot), or `error`; and why."""
    refused: dict[str, str] = {}
    random: list[str] = []

    def note(found: Any, options: Any) -> None:
        refused.update({str(n.target): why for n, why in found.items()})
        random.extend(str(n.target) for n in found if is_drawn(n.target))

    kept, compiling._report = compiling._report, note
    tensors, rebuild = _taken_apart((sample.input, sample.args, sample.kwargs))

    def function(*given: torch.Tensor) -> Any:
        input, args, kwargs = rebuild(given)
        # What torch's own tests compare: of bases that are not unique, what is.
        return sample.output_process_fn_grad(op.op(input, *args, **kwargs))

    try:
        torch.manual_seed(0)
        expected = _with_gradients(function, tensors, gradients)
    except Exception as e:
        compiling._report = kept
        return "none", f"{type(e).__name__}: {e}"[:200]
    try:
        torch._dynamo.reset()
        torch.manual_seed(0)
        found = _with_gradients(_compiled(function), tensors, gradients)
    except _UNTRACEABLE as e:
        return "none", f"{type(e).__name__}: {e}"[:200]
    except Exception as e:
        if "convert all Tensors to FakeTensors" in str(e):  # a constant, which dynamo would lift
            return "none", "a tensor that is not an argument"
        kind = "none" if _fails_uncompiled(function, tensors, gradients) else "error"
        return kind, f"{type(e).__name__}: {e}"[-300:]
    finally:
        compiling._report = kept
    if random or op.name in _UNSET:
        return "random", ", ".join(random)
    problem = _difference(found, expected)
    if problem and not _is_nearer(found, expected, function, tensors, gradients):
        return "wrong", problem + " " + json.dumps(refused)[:200]
    return ("fallback", json.dumps(refused)) if refused else ("right", "")


def _compiled(function: Any, compiler: Any = None) -> Any:
    """The function through AOTAutograd, without dynamo, whose guards are not what is tested."""
    from torch._functorch.aot_autograd import aot_function

    compiler = compiler or _compile
    return aot_function(
        function, fw_compiler=compiler, bw_compiler=compiler,
        decompositions=compiling.decompositions(),
    )  # fmt: skip


def _fails_uncompiled(function: Any, tensors: list[torch.Tensor], gradients: bool) -> bool:
    """Whether AOTAutograd alone fails, with graphs that torch runs."""
    try:
        _with_gradients(_compiled(function, lambda graph, inputs: graph), tensors, gradients)
    except Exception:
        return True
    return False


def _compile(graph: Any, inputs: Any) -> Any:
    with compiling.unset_fake_temporarily():
        return compiling.compile_graph(graph, compiling.Options(threads=1))


def _with_gradients(function: Any, tensors: list[torch.Tensor], gradients: bool) -> list[Any]:
    given = [t.detach().clone().requires_grad_(gradients and t.requires_grad) for t in tensors]
    with torch.set_grad_enabled(gradients):
        made = _leaves(function(*given))
    if not gradients:
        return made
    slopes = [t for t in made if isinstance(t, torch.Tensor) and t.requires_grad]
    wanted = [t for t in given if t.requires_grad]
    if not slopes or not wanted:
        raise ValueError("nothing to differentiate")
    generator = torch.Generator().manual_seed(1)
    weights = [torch.rand(t.shape, generator=generator, dtype=t.dtype) for t in slopes]
    found = torch.autograd.grad(slopes, wanted, weights, allow_unused=True)
    return [t.detach() if isinstance(t, torch.Tensor) else t for t in (*made, *found)]


def _taken_apart(tree: Any) -> tuple[list[torch.Tensor], Any]:
    flat, spec = torch.utils._pytree.tree_flatten(tree)
    places = [i for i, v in enumerate(flat) if isinstance(v, torch.Tensor)]

    def rebuild(tensors: Any) -> Any:
        values = list(flat)
        for place, tensor in zip(places, tensors, strict=True):
            values[place] = tensor
        return torch.utils._pytree.tree_unflatten(values, spec)

    return [flat[i] for i in places], rebuild


def _leaves(tree: Any) -> list[Any]:
    return list(torch.utils._pytree.tree_leaves(tree))


def _difference(found: list[Any], expected: list[Any]) -> str:
    if len(found) != len(expected):
        return f"{len(found)} results, expected {len(expected)}"
    for i, (a, b) in enumerate(zip(found, expected, strict=True)):
        if not isinstance(b, torch.Tensor):
            if a != b:
                return f"result {i}: {a!r}, expected {b!r}"
            continue
        try:
            torch.testing.assert_close(a, b, rtol=_SAME, atol=_SAME, equal_nan=True)
        except AssertionError as e:
            return f"result {i}: {' '.join(str(e).split())[:300]}"
    return ""


def _is_nearer(
    found: list[Any], expected: list[Any], function: Any, tensors: list[Any], gradients: bool
) -> bool:
    """Whether our results are those of double precision, or at least as near to them as eager's."""
    wide = [t.detach().double().requires_grad_(t.requires_grad) if t.dtype is torch.float32 else t
            for t in tensors]  # fmt: skip
    try:
        exact = _with_gradients(function, wide, gradients)
        pairs = zip(found, expected, exact, strict=True)
        return all(
            _error(a, e) <= _error(b, e) or not _difference([a], [e.to(a.dtype)])
            for a, b, e in pairs
        )
    except Exception:
        return False


def _error(found: Any, exact: Any) -> float:
    return float((found - exact).abs().max()) if found.numel() else 0.0


def measure(op: Any, most: int, gradients: bool) -> dict[str, Any]:
    """The counts of an operator's samples."""
    start, counts, notes = time.time(), Counter[str](), []
    samples = op.sample_inputs("cpu", torch.float32, requires_grad=gradients)
    chosen = list(samples)
    step = max(1, len(chosen) // most)
    for sample in chosen[::step][:most]:
        kind, why = outcome(op, sample, gradients)
        counts[kind] += 1
        if why and len(notes) < 4:
            notes.append(f"{kind}: {why}")
    return {
        "name": op.name + (f".{op.variant_test_name}" if op.variant_test_name else ""),
        **counts, "notes": notes, "seconds": round(time.time() - start, 1),
    }  # fmt: skip


def summary(lines: list[dict[str, Any]]) -> str:
    """How many operators were compiled and right, in all samples or in some."""
    rated = [r for r in lines if sum(r.get(k, 0) for k in ("right", "fallback", "wrong", "error"))]
    whole = [r for r in rated if not any(r.get(k) for k in ("fallback", "wrong", "error"))]
    wrong = [r["name"] for r in rated if r.get("wrong")]
    failed = [r["name"] for r in rated if r.get("error")]
    some = [r for r in rated if r.get("right")]
    return (
        f"{len(rated)} operators: {len(whole)} compiled and right in all samples "
        f"({len(whole) / max(1, len(rated)):.0%}), {len(some)} in some; "
        f"wrong: {len(wrong)} {wrong}; errors: {len(failed)} {failed}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("names", nargs="*")
    parser.add_argument("--out", default="torch_ops.jsonl")
    parser.add_argument("--gradients", action="store_true")
    parser.add_argument("--again", action="store_true", help="run again what is not all right")
    parser.add_argument("--part", default="0/1")
    parser.add_argument("--most", type=int, default=8)
    parser.add_argument("--summary", action="store_true")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    torch.set_num_threads(1)
    known = {}
    if os.path.exists(options.out):
        with open(options.out) as file:
            known = {r["name"]: r for r in map(json.loads, file)}
        if options.again:
            bad = ("fallback", "wrong", "error")
            known = {n: r for n, r in known.items() if not any(r.get(k) for k in bad)}
            with open(options.out, "w") as file:
                file.writelines(json.dumps(r) + "\n" for r in known.values())
    part, parts = map(int, options.part.split("/"))
    with open(options.out, "a") as file:
        for i, op in enumerate([] if options.summary else op_db):
            name = op.name + (f".{op.variant_test_name}" if op.variant_test_name else "")
            if (name in known and not options.names) or i % parts != part:
                continue
            if options.names and op.name not in options.names and name not in options.names:
                continue
            if torch.float32 not in op.supported_dtypes("cpu"):
                continue
            if options.gradients and not op.supports_autograd:
                continue
            if not hasattr(op, "sample_inputs_func"):
                continue
            row = measure(op, options.most, options.gradients)
            known[row["name"]] = row
            print(json.dumps(row), file=file, flush=True)
            if options.names:
                print(json.dumps(row, indent=1))
    print(summary(list(known.values())))


if __name__ == "__main__":
    sys.exit(main())
