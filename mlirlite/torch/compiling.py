"""Graphs of dynamo through AOTAutograd to compiled code."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence
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
from mlirlite.support.diagnostics import DiagnosticError, error
from mlirlite.torch.aliases import split_aliases
from mlirlite.torch.arguments import noted, notes_on
from mlirlite.torch.call import CompiledGraph, Frozen
from mlirlite.torch.captured import Captured
from mlirlite.torch.content import content_of
from mlirlite.torch.importer import import_graph, location_of
from mlirlite.torch.options import Options
from mlirlite.torch.parts import InParts, Part, split
from mlirlite.torch.random import draw_first, is_drawn, is_random
from mlirlite.torch.table import rule_for


def traced(
    graph: GraphModule, inputs: Sequence[Any], chosen: Options, captured: Captured | None
) -> Callable[..., Any]:
    """A graph that dynamo has captured, compiled through AOTAutograd; what is made of it for
    inference is kept."""

    def backward(graph: GraphModule, given: Sequence[Any]) -> Callable[..., Any]:
        with unset_fake_temporarily():
            return compile_graph(graph, chosen)

    def forward(graph: GraphModule, given: Sequence[Any]) -> Callable[..., Any]:
        with unset_fake_temporarily():
            return compile_results(graph, chosen)

    def inference(graph: GraphModule, given: Sequence[Any]) -> Callable[..., Any]:
        weights = frozen_weights([*held, *inputs], len(given)) if chosen.frozen else {}
        with unset_fake_temporarily():
            if weights:
                return Frozen(lambda w: compile_results(graph, chosen, w), weights)
            call = compile_results(graph, chosen)
            if captured is not None:
                captured.keep(content_of(graph, {}), call, _metadata())
            return call

    # Weights are inputs; dynamo leaves them in the graph where it prepares it for freezing.
    named = (graph.named_parameters, graph.named_buffers)
    held = [weight for each in named for _, weight in each(remove_duplicate=False)]
    backend = aot_autograd(
        fw_compiler=forward,
        bw_compiler=backward,
        inference_compiler=inference,
        partition_fn=min_cut_rematerialization_partition,
        decompositions=decompositions(),
    )
    made: Callable[..., Any] = backend(graph, inputs)
    return made


def frozen_weights(inputs: Sequence[Any], count: int) -> dict[int, torch.Tensor]:
    """Parameters and buffers among the inputs of a graph that AOTAutograd has made of them, by
    their places; those that it changes are left out, and all if it has made other inputs."""
    metadata = _metadata()
    if metadata is None or count != len(inputs) or len(metadata.input_info) != count:
        return {}
    return {
        i: inputs[i]
        for i in metadata.static_input_indices
        if isinstance(inputs[i], torch.Tensor)
        and not isinstance(inputs[i], FakeTensor)
        and not metadata.input_info[i].mutates_data
    }


def _metadata() -> Any:
    """What AOTAutograd knows of the graph that is compiled; None if there is nothing."""
    context: Any = TracingContext.try_get()
    return None if context is None else context.fw_metadata


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


def compile_results(
    graph: GraphModule, options: Options, weights: Mapping[int, torch.Tensor] | None = None
) -> Callable[[list[Any]], Any]:
    """`compile_graph` with results that share memory where those of torch do."""
    aliases = split_aliases(graph)
    if aliases is None:
        return compile_graph(graph, options, weights)
    return aliases.call(compile_graph(aliases.graph, options, weights))


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
        plan = options.plan(content)
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
