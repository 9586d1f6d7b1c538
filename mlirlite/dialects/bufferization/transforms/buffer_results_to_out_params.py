"""--buffer-results-to-out-params: private functions write their results to buffers that they are
given.

func private @f() -> memref<4xf32>  -->  func private @f(%out: memref<4xf32>)
"""

from __future__ import annotations

from collections.abc import Sequence

from mlirlite.dialects.func import CallOp, FuncOp, ReturnOp
from mlirlite.dialects.memref import AllocOp, strides_and_offset
from mlirlite.dialects.memref._layout import has_identity_layout
from mlirlite.dialects.memref.casts import CastOp
from mlirlite.dialects.memref.memory import CopyOp
from mlirlite.ir.attributes import UNIT, ArrayAttr, DictionaryAttr
from mlirlite.ir.builder import Builder
from mlirlite.ir.interfaces import AllocationOp
from mlirlite.ir.operation import Operation
from mlirlite.ir.symbol_table import symbol_visibility
from mlirlite.ir.types import DYNAMIC, FunctionType, MemRefType
from mlirlite.ir.values import BlockArgument, Value
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.support.diagnostics import DiagnosticError


@compiler_pass("buffer-results-to-out-params", anchor="builtin.module")
def buffer_results_to_out_params(
    op: Operation,
    state: PassState,
    *,
    add_result_attr: bool = False,
    hoist_dynamic_allocs: bool = False,
    hoist_static_allocs: bool = False,
    modify_public_functions: bool = False,
) -> None:
    """Converts memref-typed function results to out-params.

    Changes private functions with a body, and their calls.

    add_result_attr: add the attribute 'bufferize.result' to all output parameters
    hoist_dynamic_allocs: hoist dynamic allocations to call sites
    hoist_static_allocs: hoist static allocations to call sites
    modify_public_functions: modify function signatures of public functions
    """
    functions: dict[str, _Rewritten] = {}
    for function in list(op.regions[0].entry):
        if not isinstance(function, FuncOp) or function.is_declaration:
            continue
        if symbol_visibility(function) == "public" and not modify_public_functions:
            continue
        rewritten = _Rewritten(function, hoist_static_allocs, hoist_dynamic_allocs)
        rewritten.rewrite(add_result_attr)
        functions[function.sym_name] = rewritten
        state.count("num-rewritten", 1)
    for call in [inner for inner in op.walk() if isinstance(inner, CallOp)]:
        target = functions.get(call.callee.root)
        if target is not None:
            target.rewrite_call(call)


class _Rewritten:
    """A function whose buffers come as arguments, and what its callers must know."""

    def __init__(self, function: FuncOp, hoist_static: bool, hoist_dynamic: bool) -> None:
        self.function = function
        self.hoist = {True: hoist_static, False: hoist_dynamic}
        self.sizes: list[list[Value]] = []
        """For each allocation of unknown size that moved to the callers, which arguments give its
        sizes."""

    def rewrite(self, add_attribute: bool) -> None:
        """Change the type, the arguments and the returns."""
        function, type = self.function, self.function.signature()
        removed = [i for i, t in enumerate(type.results) if isinstance(t, MemRefType)]
        for i in removed:
            if not _is_supported(type.results[i]):
                raise DiagnosticError(
                    "cannot create out param for result with unsupported layout", function.where
                )
        outs = [type.results[i] for i in removed]
        kept = tuple(t for t in type.results if not isinstance(t, MemRefType))
        new: FunctionType = FunctionType((*type.inputs, *outs), kept)
        function.properties["function_type"] = new
        self._move_attributes(len(type.inputs), removed, add_attribute)
        entry = function.body.entry
        arguments = [entry.add_argument(t) for t in outs]
        for end in [inner for inner in function.walk() if isinstance(inner, ReturnOp)]:
            self._rewrite_return(end, arguments)

    def _move_attributes(self, count: int, removed: Sequence[int], add_attribute: bool) -> None:
        """Attributes of results become attributes of arguments."""
        properties = self.function.properties
        empty: DictionaryAttr = DictionaryAttr(())
        of_results = properties.pop("res_attrs", None)
        results = list(of_results) if isinstance(of_results, ArrayAttr) else []
        of_arguments = properties.get("arg_attrs")
        known = list(of_arguments) if isinstance(of_arguments, ArrayAttr) else [empty] * count
        moved = [results[i] if results else empty for i in removed]
        if add_attribute:
            moved = [
                DictionaryAttr((*d.entries, ("bufferize.result", UNIT)))
                for d in moved
                if isinstance(d, DictionaryAttr)
            ]
        if any(d is not empty for d in (*known, *moved)):
            properties["arg_attrs"] = ArrayAttr((*known, *moved))
        left = [d for i, d in enumerate(results) if i not in removed]
        if any(d is not empty for d in left):
            properties["res_attrs"] = ArrayAttr(tuple(left))

    def _rewrite_return(self, end: ReturnOp, arguments: Sequence[BlockArgument]) -> None:
        b = Builder.before_op(end)
        b.location = end.location
        self.sizes = []
        values = list(end.operands)
        buffers = [v for v in values if isinstance(v.type, MemRefType)]
        for value, argument in zip(buffers, arguments, strict=True):
            maker, type = value.defining_op, value.type
            static = isinstance(type, MemRefType) and type.has_static_shape
            if maker is not None and _allocates(maker) and self.hoist[static]:
                if not static:
                    self.sizes.append(self._sizes(maker))
                value.replace_all_uses_with(argument)
                maker.erase()
            else:
                b.insert(CopyOp(value, argument))
        end.set_operands([v for v in values if not isinstance(v.type, MemRefType)])

    def _sizes(self, maker: Operation) -> list[Value]:
        """The arguments that are the sizes of an allocation; none if other values are."""
        arguments = self.function.body.entry.args
        sizes = list(maker.operands)
        return sizes if all(any(v is a for a in arguments) for v in sizes) else []

    def rewrite_call(self, call: CallOp) -> None:
        """Allocate before the call the buffers that the function fills."""
        b = Builder.before_op(call)
        b.location = call.location
        arguments: list[Value] = [*self.function.body.entry.args]
        sizes = iter(self.sizes)
        outs: list[Value] = []
        values: list[Value | None] = []
        for result in call.results:
            type = result.type
            if not isinstance(type, MemRefType):
                values.append(None)
                continue
            given: list[Value] = []
            if not type.has_static_shape:
                given = [call.operands[arguments.index(v)] for v in next(sizes, [])]
                if not given:
                    raise DiagnosticError(
                        "cannot create out param for dynamically shaped result", call.where
                    )
            plain = MemRefType(type.shape, type.element_type, None, type.memory_space)
            out: Value = b.insert(AllocOp(given, memref=plain)).results[0]
            if plain is not type and not has_identity_layout(type):
                out = b.insert(CastOp(out, dest=type)).results[0]
            outs.append(out)
            values.append(out)
        kept = [r.type for r in call.results if not isinstance(r.type, MemRefType)]
        made: Operation = b.insert(CallOp(call.callee, [*call.operands, *outs], results_=kept))
        rest = iter(made.results)
        call.replace_all_uses_with([next(rest) if v is None else v for v in values])
        call.erase()


def _allocates(op: Operation) -> bool:
    return isinstance(op, AllocationOp)


def _is_supported(type: object) -> bool:
    """Only a buffer in row-major order can be allocated; it can be cast to one of unknown strides
    and offset."""
    if not isinstance(type, MemRefType) or has_identity_layout(type):
        return True
    layout = strides_and_offset(type)
    return layout is not None and all(n == DYNAMIC for n in (*layout[0], layout[1]))
