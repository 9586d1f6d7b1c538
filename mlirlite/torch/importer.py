"""A functional FX graph of ATen ops -> a module of the onnx dialect."""

from __future__ import annotations

import operator
import os
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import torch
from torch.fx import GraphModule, Node

from mlirlite.dialects import onnx
from mlirlite.dialects.builtin import ModuleOp
from mlirlite.dialects.func import FuncOp
from mlirlite.dialects.onnx.node import DIM_PARAMS
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import ArrayAttr, DictionaryAttr, StringAttr, SymbolRefAttr
from mlirlite.ir.block import Block, Region
from mlirlite.ir.insertion import detached
from mlirlite.ir.locations import FileLineColRange, Location, NameLoc
from mlirlite.ir.types import DYNAMIC, I64, FunctionType, RankedTensorType
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.torch import ops as ops
from mlirlite.torch.arguments import Argument, leaves, order_of
from mlirlite.torch.builder import Builder, Tensor
from mlirlite.torch.ops.complexes import call_complex
from mlirlite.torch.pairs import Pair, from_last, is_complex, part_of, to_last
from mlirlite.torch.sizes import symbols_of
from mlirlite.torch.table import call
from mlirlite.torch.types import Unsupported, type_of

ENTRY = "main_graph"
TOKEN = object()
"""In place of a tensor that only puts ops with effects into an order; torch passes None for it."""
_TORCH = os.path.dirname(torch.__file__)
_FRAME = re.compile(r'File "([^"]+)", line (\d+)')


@dataclass
class Imported:
    """A module with its inputs and outputs, in the graph's order."""

    module: Any
    inputs: list[Argument]
    outputs: list[Argument]
    refused: dict[Node, str] = field(default_factory=dict)
    """Nodes that have no counterpart, and why; the module is of no use if there are any."""


def import_graph(
    graph: GraphModule,
    constants: Mapping[int, torch.Tensor] | None = None,
    names: Sequence[str] = (),
    result_names: Sequence[str] = (),
    *,
    orders: bool = True,
) -> Imported:
    """The module of a graph whose nodes have fake tensors in `meta["val"]`. Inputs in `constants`,
    by position, are weights, whose memory the module shares. `names` are those of the inputs,
    `result_names` those of the outputs. `orders`: tensors keep the order of dimensions in memory
    that torch gives them; else inputs and outputs have the usual one."""
    with detached():
        importer = _Importer(constants or {}, orders)
        for node in graph.graph.nodes:
            importer.visit(node, graph)
        return importer.finish(names, result_names)


class _Importer:
    def __init__(self, constants: Mapping[int, torch.Tensor], orders: bool) -> None:
        self.orders = orders
        self.block = Block()
        self.b = Builder(self.block)
        self.constants = constants
        self.values: dict[Node, Any] = {}
        self.inputs: list[Argument] = []
        self.outputs: list[Argument] = []
        self.results: list[Tensor] = []
        self.dims: list[Sequence[Any]] = []
        self.result_dims: list[Sequence[Any]] = []
        self.refused: dict[Node, str] = {}
        self.position = 0

    def visit(self, node: Node, graph: GraphModule) -> None:
        """Append what a node does."""
        self.b.location = location_of(node)
        if node.op == "placeholder":
            self._input(node)
        elif node.op == "output":
            self._output(node)
        elif node.op == "get_attr":
            self._attribute(node, graph)
        else:
            try:
                self.values[node] = self._call(node)
            except Exception as e:  # a user's program must not fail since a rule does
                self._refuse(node, e)

    # Inputs and outputs

    def _input(self, node: Node) -> None:
        found, position = node.meta.get("val"), self.position
        self.position += 1
        if isinstance(found, torch.SymInt):
            argument = self.block.add_argument(RankedTensorType((), I64), self.b.location)
            self.inputs.append(Argument("size"))
            self.dims.append(())
            value = Tensor(self.b, argument)
            for _, symbol in symbols_of([found]):
                self.b.symbols[symbol] = partial(value.reshape, [1])
            self.values[node] = found
        elif _is_token(node):
            self.inputs.append(Argument("fixed", None))
            self.values[node] = TOKEN
        elif not isinstance(found, torch.Tensor):
            self.inputs.append(Argument("fixed", found))
            self.values[node] = found
        elif position in self.constants:
            self.inputs.append(Argument("fixed", found))
            self.values[node] = self._constant(self.constants[position], node.name)
        else:
            self.values[node] = self._tensor(found)

    def _tensor(self, fake: Any) -> Any:
        try:
            type = type_of(part_of(fake))
        except Unsupported:
            self.inputs.append(Argument("fixed", fake))
            return None
        order = order_of(fake) if self.orders else None
        shape = type.shape if order is None else tuple(type.shape[d] for d in order)
        sizes = tuple(fake.shape) if order is None else tuple(fake.shape[d] for d in order)
        if is_complex(fake):  # both parts in a last dimension
            shape, sizes = (*shape, 2), (*sizes, 2)
        stored = RankedTensorType(shape, type.element_type)
        value = Tensor(self.b, self.block.add_argument(stored, self.b.location), sizes)
        self.inputs.append(Argument("tensor", fake, order))
        self.dims.append(sizes)
        for index, symbol in symbols_of(sizes):
            self.b.symbols.setdefault(symbol, _dimension(value, index))
        found = from_last(value) if is_complex(fake) else value
        if order is None:
            return found
        return _moved(found, [order.index(d) for d in range(len(order))])

    def _constant(self, tensor: torch.Tensor, name: str) -> Tensor | Pair:
        if not tensor.dtype.is_complex:
            return self.b.constant(tensor, name)
        parts = torch.view_as_real(tensor.detach().resolve_conj())
        return from_last(self.b.constant(parts, name))

    def _output(self, node: Node) -> None:
        for found in leaves(node.args[0]):
            fake = found.meta.get("val") if isinstance(found, Node) else found
            value = self.values.get(found) if isinstance(found, Node) else found
            try:
                if isinstance(fake, torch.SymInt):
                    self.results.append(self.b.size(fake).reshape([]))
                    self.outputs.append(Argument("size"))
                    self.result_dims.append(())
                elif value is TOKEN:
                    self.outputs.append(Argument("fixed", None))
                elif isinstance(fake, torch.Tensor):
                    self._result(fake, value)
                else:
                    self.outputs.append(Argument("fixed", fake))
            except Unsupported as e:
                self._refuse(node, e)

    def _result(self, fake: Any, value: Any) -> None:
        if not isinstance(value, (Tensor, Pair)):
            raise Unsupported(f"an output of type {type(value).__name__}")
        order = order_of(fake) if self.orders else None
        moved = value if order is None else _moved(value, order)
        self.results.append(to_last(moved) if isinstance(moved, Pair) else moved)
        self.outputs.append(Argument("tensor", fake, order))
        shape = tuple(fake.shape)
        self.result_dims.append(shape if order is None else tuple(shape[d] for d in order))

    def _attribute(self, node: Node, graph: GraphModule) -> None:
        found: Any = graph
        for part in str(node.target).split("."):
            found = getattr(found, part)
        try:
            self.values[node] = self._constant(found, node.name)
        except Exception as e:
            self._refuse(node, e)

    # Ops

    def _call(self, node: Node) -> Any:
        fake = node.meta.get("val")
        if isinstance(fake, (torch.SymInt, int, float, bool, torch.SymBool, torch.SymFloat)):
            return fake  # sizes are expressions, which are made where they are used
        if node.target is operator.getitem:
            return self._value(node.args[0])[node.args[1]]
        target, args, results = node.target, node.args, fake
        if target is torch.ops.higher_order.with_effects:
            # An op whose order counts: tokens go in and out, which have no value.
            _, target, *args = args
            results = fake[1:]
        if node.op != "call_function" or not isinstance(target, torch._ops.OpOverload):
            raise Unsupported("no op of torch")
        if target._schema.is_mutable:
            raise Unsupported("it changes its argument")
        self.b.result, self.b.wanted = results, _wanted(node)
        self.b.given = torch.fx.node.map_arg(tuple(args), lambda n: n.meta.get("val"))
        made = self._made(target, self._values(args), self._values(node.kwargs))
        if target is not node.target:
            return [TOKEN, *(_settled_all(made, results) if made else results)]
        return _settled_all(made, fake) if isinstance(fake, (tuple, list)) else _settled(made, fake)

    def _made(self, target: Any, args: Any, kwargs: Any) -> Any:
        if any(map(is_complex, (args, kwargs, self.b.result))):
            return call_complex(self.b, target, args, kwargs)
        return call(self.b, target, args, kwargs)

    def _values(self, arguments: Any) -> Any:
        if isinstance(arguments, (tuple, list)):
            return [self._values(a) for a in arguments]
        if isinstance(arguments, dict):
            return {k: self._values(a) for k, a in arguments.items()}
        return self._value(arguments)

    def _value(self, argument: Any) -> Any:
        if not isinstance(argument, Node):
            return argument
        value = self.values.get(argument)
        if value is None:
            raise Unsupported("an argument that cannot be had")
        return value

    def _refuse(self, node: Node, error: Exception) -> None:
        """Go on with a value in place of the node's, to find all that have no counterpart."""
        known = isinstance(error, (Unsupported, ValueError, DiagnosticError))
        text = str(error) if known else f"{type(error).__name__}: {error}"
        self.refused[node] = text
        fake = node.meta.get("val")
        if isinstance(fake, (tuple, list)):
            self.values[node] = [self._stand_in(f) for f in fake]
        elif isinstance(fake, torch.Tensor):
            self.values[node] = self._stand_in(fake)

    def _stand_in(self, fake: Any) -> Any:
        try:
            if is_complex(fake):
                part = part_of(fake)
                return Pair(self._stand_in(part), self._stand_in(part))
            value = self.block.add_argument(type_of(fake), self.b.location)
        except (Unsupported, AttributeError):
            return None
        return Tensor(self.b, value, fake.shape)

    def finish(self, names: Sequence[str], result_names: Sequence[str]) -> Imported:
        """The module."""
        if self.refused:
            return Imported(None, self.inputs, self.outputs, self.refused)
        values = [r.value for r in self.results]
        self.block.append(onnx.ReturnOp(values, loc=self.b.location))
        function = FuncOp(
            ENTRY,
            FunctionType(tuple(a.type for a in self.block.args), tuple(v.type for v in values)),
            arg_attrs=_described("input", names, self.dims),
            res_attrs=_described("output", result_names, self.result_dims),
            body=Region([self.block]),
        )
        module = ModuleOp.empty()
        module.body.append(function)
        module.body.append(onnx.EntryPointOp(func=SymbolRefAttr(ENTRY)))
        return Imported(module, self.inputs, self.outputs)


def _described(kind: str, names: Sequence[str], dims: Sequence[Sequence[Any]]) -> ArrayAttr:
    """Names of inputs or outputs, and of their dimensions that are known at run time only."""
    found: list[Attribute] = []
    for index, sizes in enumerate(dims):
        name = names[index] if index < len(names) else f"{kind}{index}"
        entries: list[tuple[str, Attribute]] = [("onnx.name", StringAttr(name))]
        symbols = ",".join(f"{d}:{symbol}" for d, symbol in symbols_of(sizes))
        if symbols:
            entries.append((DIM_PARAMS, StringAttr(symbols)))
        found.append(DictionaryAttr(tuple(entries)))
    made: ArrayAttr = ArrayAttr(tuple(found))
    return made


def _settled_all(made: Sequence[Any], fakes: Sequence[Any]) -> list[Any]:
    """Several results."""
    return [_settled(m, f) for m, f in zip(made, fakes, strict=True)]


def _moved(value: Tensor | Pair, perm: Sequence[int]) -> Tensor | Pair:
    """Dimensions in another order."""
    if isinstance(value, Pair):
        return value.each(lambda part: part.transpose(perm))
    return value.transpose(perm)


def _settled(made: Any, fake: Any) -> Any:
    """A result with the sizes that torch says. Unsupported where they do not fit."""
    if made is None or not isinstance(fake, torch.Tensor):
        return made
    if isinstance(made, Pair) and is_complex(fake):
        return Pair(_settled(made.re, part_of(fake)), _settled(made.im, part_of(fake)))
    if isinstance(made, Pair):
        raise Unsupported("its rule makes complex numbers, but torch real ones")
    wanted, found = type_of(fake), made.type
    fits = found.element_type is wanted.element_type and len(found.shape) == len(wanted.shape)
    if not fits or any(
        DYNAMIC not in (n, m) and n != m for n, m in zip(found.shape, wanted.shape, strict=True)
    ):
        raise Unsupported(f"its rule makes '{found}', but torch '{wanted}'")
    if DYNAMIC in found.shape:
        shape = [m if n == DYNAMIC else n for n, m in zip(found.shape, wanted.shape, strict=True)]
        made.value.type = RankedTensorType(tuple(shape), wanted.element_type)
    return Tensor(made.b, made.value, fake.shape)


def _is_token(node: Node) -> bool:
    """Whether an input is there for the order of ops only."""
    ordered = torch.ops.higher_order.with_effects
    return bool(node.users) and all(u.target is ordered and u.args[0] is node for u in node.users)


def _dimension(value: Tensor, index: int) -> Callable[[], Tensor]:
    return lambda: value("Shape", start=index, end=index + 1)


def _wanted(node: Node) -> frozenset[int] | None:
    """Which results are used, of an op with several."""
    if any(user.target is not operator.getitem for user in node.users):
        return None
    found: Collection[Any] = [user.args[1] for user in node.users]
    return frozenset(found)


def location_of(node: Node) -> Location:
    """The user's line that a node comes from, named after the node."""
    frames = _FRAME.findall(node.meta.get("stack_trace") or "")
    if not frames:
        return NameLoc(node.name)
    own = [f for f in frames if not f[0].startswith(_TORCH)]
    file, line = (own or frames)[-1]
    return NameLoc(node.name, FileLineColRange(file, int(line), 1))
