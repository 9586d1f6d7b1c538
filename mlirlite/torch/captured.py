"""Graphs that dynamo has captured, by their content: what AOTAutograd made of one is kept, so that
another process does not trace it again."""

from __future__ import annotations

import builtins
import contextlib
import hashlib
import json
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import BuiltinFunctionType, FunctionType
from typing import Any

import torch
import torch._functorch.config
from torch._C._dynamo.guards import GlobalStateGuard
from torch._decomp import decomposition_table
from torch._subclasses.fake_tensor import FakeTensor
from torch.fx import GraphModule, Node

from mlirlite.runtime import cache
from mlirlite.runtime.sources import Sources
from mlirlite.torch.arguments import Argument
from mlirlite.torch.call import CompiledGraph
from mlirlite.torch.content import NoContent, argument_text
from mlirlite.torch.options import Options

_TRACED = "traced"
"""The folder of what is kept."""
_TORCH = os.path.dirname(torch.__file__) + os.sep
_PLAIN = (torch.Tensor, torch.nn.Parameter)
"""Classes of inputs that AOTAutograd passes on as they are."""
_ELSEWHERE = ("Meta", "CUDA", "MPS")
"""Where torch itself registers kernels of its ops from Python, and this does not change what
AOTAutograd makes of a graph."""


@dataclass(frozen=True, slots=True)
class Captured:
    """A captured graph whose content is known: all that AOTAutograd reads, of the graph and of
    torch's state."""

    key: cache.Key
    count: int
    """How many inputs it has."""

    @classmethod
    def of(cls, graph: GraphModule, inputs: Sequence[Any]) -> Captured | None:
        """None where nothing is kept, or something that is read has no text."""
        if not cache.keeps():
            return None
        try:
            content = _content(graph, inputs)
        except NoContent:
            return None
        key = cache.cache_key(Sources(content), {})
        return None if key is None else cls(key, len(inputs))

    def known(self, options: Options) -> Callable[..., Any] | None:
        """The graph as a function of its inputs, if the cache has what was made of it, and the
        code."""
        entry = cache.load(self.key, _TRACED)
        if entry is None:
            return None
        traced = entry.header["traced"]
        code = options.known(traced["content"])
        if code is None:
            return None
        sides = [[_argument(a) for a in traced[side]] for side in ("inputs", "outputs")]
        call = CompiledGraph(code, *sides)
        return lambda *args: call(list(args))

    def keep(self, content: str | None, call: Any, metadata: Any) -> None:
        """Keep which graph AOTAutograd has made of this one for inference, by its content, if
        calling its code is all that remains to be done for a call; `metadata` is AOTAutograd's."""
        if content is None or not isinstance(call, CompiledGraph):
            return
        if not _is_direct(metadata, self.count, call):
            return
        sides = {"inputs": call.inputs, "outputs": call.outputs}
        with contextlib.suppress(OSError, NoContent), cache.Writer(self.key, _TRACED) as writer:
            notes = {side: [_notes(a) for a in found] for side, found in sides.items()}
            writer.constants(())
            writer.finish({"traced": {"content": content, **notes}}, b"", least=0)


def _is_direct(metadata: Any, count: int, call: CompiledGraph) -> bool:
    """Whether AOTAutograd passes on inputs and results as they are: nothing is to be changed
    afterwards, and no result is a view of an input."""
    if metadata is None or not len(metadata.input_info) == len(call.inputs) == count:
        return False
    changes = any(
        i.mutates_data or i.mutates_metadata or i.mutation_inductor_storage_resize
        for i in metadata.input_info
    )
    more = (
        metadata.num_outputs_aliased,
        metadata.num_intermediate_bases,
        metadata.num_graphsafe_rng_states,
        metadata.tokens,
        metadata.dynamic_outputs,
        metadata.act_input_indices,
    )
    if changes or any(more) or metadata.grad_enabled_mutation is not None:
        return False
    return len(metadata.output_info) == len(call.outputs)


# What is kept of arguments


def _notes(argument: Argument) -> Any:
    kind, fake = argument.kind, argument.fake
    if kind == "fixed" and fake is None:
        return [kind]
    if kind != "tensor" or fake.is_conj() or fake.is_neg():
        raise NoContent
    name = str(fake.dtype).removeprefix("torch.")
    return [kind, name, *map(list, (fake.shape, fake.stride())), argument.order]


def _argument(notes: Any) -> Argument:
    kind, *rest = notes
    if not rest:
        return Argument(kind)
    name, shape, strides, order = rest
    fake = torch.empty_strided(shape, strides, dtype=getattr(torch, name), device="meta")
    return Argument(kind, fake, None if order is None else tuple(order))


# Content


def _content(graph: GraphModule, inputs: Sequence[Any]) -> str:
    """A hash of all that AOTAutograd reads. NoContent where something has no text."""
    if any(True for each in (graph.parameters(), graph.buffers()) for _ in each):
        raise NoContent
    nodes = list(graph.graph.nodes)
    places = [n for n in nodes if n.op == "placeholder"]
    if len(places) != len(inputs):
        raise NoContent
    parts = [_state(), *map(_input, places, inputs), *map(_node, nodes)]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def _state() -> str:
    """What tracing depends on besides the graph. NoContent where it is of no known kind: ops that
    others have expressed anew, modes that see each op."""
    if torch._C._functorch.peek_interpreter_stack() is not None:
        raise NoContent
    if torch._C._len_torch_dispatch_stack() or torch._C._len_torch_function_stack():
        raise NoContent
    for made in torch.library._impls:
        if made.startswith(("aten/", "prims/")) and not _is_own_kernel(made):
            raise NoContent
    if not all(map(_is_of_torch, decomposition_table.values())):
        raise NoContent
    guarded: Any = GlobalStateGuard()
    chosen = (
        torch.__version__,
        guarded.__getstate__(),
        torch._functorch.config.get_hash().hex(),
        torch.get_float32_matmul_precision(),
        torch.is_inference_mode_enabled(),
        torch.utils.deterministic.fill_uninitialized_memory,
        torch.backends.opt_einsum.enabled,
        torch.backends.opt_einsum.strategy,
        *(getattr(torch._C, f"_get_{name}")() for name in _SETTINGS),
    )
    return repr(chosen)


_SETTINGS = (
    "mkldnn_enabled", "mkldnn_deterministic", "nnpack_enabled", "flash_sdp_enabled",
    "mem_efficient_sdp_enabled", "math_sdp_enabled",
    "cudnn_sdp_enabled", "overrideable_sdp_enabled",
)  # fmt: skip
"""Settings that choose which ops an op becomes."""


def _is_own_kernel(name: str) -> bool:
    """Whether torch itself registers a kernel from Python, as `op/key`."""
    place = name.rpartition("/")[2]
    return name.startswith("prims/") or place in _ELSEWHERE


def _input(place: Node, given: Any) -> str:
    """An input, besides its sizes, strides and element type."""
    fake = place.meta.get("example_value")
    if type(given) not in _PLAIN or type(fake) is not FakeTensor:
        raise NoContent
    if given.device.type != "cpu" or fake.device.type != "cpu":
        raise NoContent
    facts = given.requires_grad, given.is_leaf, given.is_inference(), given._is_view()
    return f"{argument_text(fake)} {facts}"


def _node(node: Node) -> str:
    """A node, with the user's line."""
    if node.op == "call_function":
        target = _function(node.target)
    elif node.op == "call_method" and not _is_tensor(node.args[0]):
        raise NoContent
    elif node.op in ("call_method", "placeholder", "output"):
        target = str(node.target)
    else:
        raise NoContent
    parts = [node.op, node.name, target, *map(_given, (node.args, node.kwargs))]
    return repr([*parts, node.meta.get("stack_trace") or ""])


def _given(value: Any) -> str:
    """Arguments of a call."""
    for leaf in torch.utils._pytree.tree_leaves(value):
        if isinstance(leaf, torch.Tensor):
            raise NoContent  # its elements would count
    return argument_text(value)


def _is_tensor(value: Any) -> bool:
    return isinstance(value, Node) and type(value.meta.get("example_value")) is FakeTensor


def _function(target: Any) -> str:
    """The name of a function of torch or Python. NoContent for others', and for what its name does
    not say."""
    if isinstance(target, (torch._ops.OpOverload, torch._ops.OpOverloadPacket)):
        name = str(target)
        if not name.startswith(("aten.", "prims.")):
            raise NoContent
        return name
    if isinstance(target, FunctionType):
        if not _is_of_torch(target):
            raise NoContent
    elif not isinstance(target, BuiltinFunctionType):
        raise NoContent
    home = str(target.__module__)
    if home.partition(".")[0] not in ("torch", "_operator", builtins.__name__, "math"):
        raise NoContent
    name = str(target.__name__)
    if getattr(sys.modules.get(home), name, None) is not target:
        raise NoContent
    return f"{home}.{name}"


def _is_of_torch(function: Any) -> bool:
    """Whether torch's files define a function."""
    code = getattr(function, "__code__", None)
    return code is not None and code.co_filename.startswith(_TORCH)
