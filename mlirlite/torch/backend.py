"""The backend of torch.compile: `torch.compile(model, backend="mlirlite")`."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

import torch
from torch._decomp import decomposition_table
from torch._dynamo.backends.common import aot_autograd
from torch._functorch.aot_autograd import make_boxed_func
from torch._functorch.partitioners import min_cut_rematerialization_partition
from torch._guards import TracingContext
from torch._subclasses.fake_tensor import FakeTensor, unset_fake_temporarily
from torch.fx import GraphModule, Node

from mlirlite.runtime.cache import keeps
from mlirlite.runtime.compiled import Plan
from mlirlite.runtime.sources import Sources
from mlirlite.support.diagnostics import DiagnosticError, did_you_mean, error
from mlirlite.torch.arguments import noted, notes_on
from mlirlite.torch.call import CompiledGraph, Frozen
from mlirlite.torch.content import content_of
from mlirlite.torch.importer import import_graph, location_of
from mlirlite.torch.parts import InParts, Part, split
from mlirlite.torch.random import draw_first, is_drawn, is_random
from mlirlite.torch.table import rule_for


@dataclass(frozen=True)
class Options:
    """The entries of `options=`."""

    threads: int | None = None
    """How many threads share the work; None: as many as torch uses."""
    schedule: str | None = None
    """A file of schedules that `mlirlite-tune` has written."""
    strict: bool = False
    """Whether an op that is not compiled is an error."""
    machine: str | None = None
    """The machine for schedules; None is this one."""
    frozen: bool = False
    """Whether parameters and buffers are constants of inference, laid out for the processor when
    the model is compiled; once more after one has changed in place. A change through `.data` is
    not seen."""

    @classmethod
    def of(cls, given: Mapping[str, Any] | None) -> Options:
        """From a dict. DiagnosticError for an unknown name."""
        known = [f.name for f in fields(cls)]
        for name in given or {}:
            if name not in known:
                raise DiagnosticError(
                    f"torch.compile: unknown option '{name}' of backend 'mlirlite'"
                    f"{did_you_mean(name, known)}; options: {', '.join(known)}"
                )
        return cls(**(given or {}))


def mlirlite(
    graph: GraphModule, inputs: Sequence[Any], *, options: Any = None, **_: Any
) -> Callable[..., Any]:
    """Compile a graph that dynamo has captured, for inference or, through AOTAutograd, for
    training. What has no counterpart stays a call of torch, with a warning; with
    `options={"strict": True}` it is an error."""
    chosen = Options.of(options)

    def compiler(graph: GraphModule, given: Sequence[Any]) -> Callable[..., Any]:
        with unset_fake_temporarily():
            return compile_graph(graph, chosen)

    def inference(graph: GraphModule, given: Sequence[Any]) -> Callable[..., Any]:
        weights = frozen_weights([*held, *inputs], len(given)) if chosen.frozen else {}
        with unset_fake_temporarily():
            if weights:
                return Frozen(lambda w: compile_graph(graph, chosen, w), weights)
            return compile_graph(graph, chosen)

    # Weights are inputs; dynamo leaves them in the graph where it prepares it for freezing.
    named = (graph.named_parameters, graph.named_buffers)
    held = [weight for each in named for _, weight in each(remove_duplicate=False)]
    backend = aot_autograd(
        fw_compiler=compiler,
        bw_compiler=compiler,
        inference_compiler=inference,
        partition_fn=min_cut_rematerialization_partition,
        decompositions=decompositions(),
    )
    made: Callable[..., Any] = backend(graph, inputs)
    return made


def frozen_weights(inputs: Sequence[Any], count: int) -> dict[int, torch.Tensor]:
    """Parameters and buffers among the inputs of a graph that AOTAutograd has made of them, by
    their places; those that it changes are left out, and all if it has made other inputs."""
    context: Any = TracingContext.try_get()
    metadata = context.fw_metadata if context is not None else None
    if metadata is None or count != len(inputs) or len(metadata.input_info) != count:
        return {}
    return {
        i: inputs[i]
        for i in metadata.static_input_indices
        if isinstance(inputs[i], torch.Tensor)
        and not isinstance(inputs[i], FakeTensor)
        and not metadata.input_info[i].mutates_data
    }


def decompositions() -> dict[Any, Callable[..., Any]]:
    """Ops that torch expresses by others: all but those with a rule, and random ones, for which
    torch's generator is asked."""
    return {
        op: made
        for op, made in decomposition_table.items()
        if rule_for(op) is None and not is_random(op) and str(op) not in (*_IN_PLACE, *_LIFTED)
    }


_IN_PLACE = ("aten.complex.default", "aten.polar.default")
"""Ops that torch expresses by others that change an argument."""
_LIFTED = ("aten.lift.default", "aten.lift_fresh.default", "aten.lift_fresh_copy.default")
"""Ops on tensors that the function makes of numbers: only torch itself sees them, before its
tracing takes tensors without data alone."""


def compile_graph(
    graph: GraphModule, options: Options, weights: Mapping[int, torch.Tensor] | None = None
) -> Callable[[list[Any]], Any]:
    """The graph as a function of a list of its inputs: compiled as a whole, or in the parts that
    can be, between calls of torch. `weights` are inputs that become constants, by their places; of
    a graph in parts they stay inputs."""
    draw_first(graph)
    whole = _whole(graph, options, weights or {})
    return whole if isinstance(whole, CompiledGraph) else _partly(graph, whole, options)


def _whole(
    graph: GraphModule, options: Options, weights: Mapping[int, torch.Tensor]
) -> CompiledGraph | dict[Node, str]:
    """The graph as compiled code, from the cache if it is there; or which nodes cannot be part of
    it, and why."""
    content = content_of(graph, weights) if keeps() else None
    try:
        plan = Plan.of(
            None if content is None else Sources(content),
            threads=torch.get_num_threads() if options.threads is None else options.threads,
            schedules=options.schedule,
            machine=options.machine,
        )
        known = plan.known()
        if known is not None:
            return CompiledGraph(known, *noted(graph, known.notes))
        imported = import_graph(graph, weights)
        if imported.refused:
            return imported.refused
        arguments = imported.inputs, imported.outputs
        model = plan.compiled(imported.module, notes_on(*arguments), least=0)
    except DiagnosticError as e:
        return _culprit(graph, e)
    return CompiledGraph(model, *arguments)


def _culprit(graph: GraphModule, problem: DiagnosticError) -> dict[Node, str]:
    """The node at whose location compilation failed; all nodes if it has none."""
    text = str(problem)
    nodes = [n for n in graph.graph.nodes if n.op == "call_function"]
    found = [n for n in nodes if f'"{n.name}"' in text]
    return dict.fromkeys(found or nodes, text)


def _partly(
    graph: GraphModule, refused: Mapping[Node, str], options: Options
) -> Callable[[list[Any]], Any]:
    _report(refused, options)
    parts = split(graph, refused)
    return InParts(graph, parts, [_called(part, options) for part in parts])


def _called(part: Part, options: Options) -> Callable[..., Any]:
    """The function of a part: compiled if that is wanted and can be."""
    if part.compiled:
        whole = _whole(part.graph, options, {})
        if isinstance(whole, CompiledGraph):
            return whole
        _report(whole, options)
    made: Callable[..., Any] = make_boxed_func(part.graph.forward)
    return made


_told: set[str] = set()


def _report(refused: Mapping[Node, str], options: Options) -> None:
    """Warn, once for each op, that torch computes it; an error if that is wanted."""
    for node, reason in refused.items():
        if is_drawn(node.target):
            continue  # wanted: the numbers are those of torch's generator
        if options.strict:
            raise DiagnosticError(
                error(f"'{node.target}' is not compiled by mlirlite: {reason}", location_of(node))
            )
        name = str(node.target)
        if name not in _told:
            _told.add(name)
            where = location_of(node).describe()
            warnings.warn(
                f"'{name}' is computed by torch, not compiled by mlirlite: {reason} ({where})",
                stacklevel=2,
            )
