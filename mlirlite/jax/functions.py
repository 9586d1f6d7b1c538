"""jit: a function of JAX as native code, compiled once for each shape and type of its arguments."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any

import jax
import numpy as np

from mlirlite.jax.programs import module_of
from mlirlite.runtime.session import InferenceSession
from mlirlite.support.diagnostics import DiagnosticError

_jit = jax.jit
_SETTINGS = (
    "jax_enable_x64",
    "jax_default_matmul_precision",
    "jax_numpy_dtype_promotion",
    "jax_default_prng_impl",
    "jax_threefry_partitionable",
)
"""What else a trace depends on."""
_WHOLE = {"donate_argnums": None, "donate_argnames": None, "keep_unused": True}


def jit(
    function: Callable[..., Any] | None = None,
    *,
    static_argnums: int | Sequence[int] | None = None,
    static_argnames: str | Sequence[str] | None = None,
    donate_argnums: int | Sequence[int] | None = None,
    donate_argnames: str | Sequence[str] | None = None,
    keep_unused: bool = False,
    inline: bool = False,
    threads: int = 1,
    schedule: str | None = None,
) -> Callable[..., Any]:
    """The function as native code; used as `jax.jit`, also as a decorator.

        step = mlirlite.jax.jit(step)

    It is compiled at the first call with arguments of new shapes, types or static values. Arguments
    and results are trees of arrays. Inside of JAX's transformations (`jax.grad(jit(f))`) JAX traces
    it, with what it is told of donated and unused arguments and of `inline`. `threads` is how many
    share the loops, `schedule` a file that `mlirlite-tune` has written.
    DiagnosticError that names the user's line for an op that has no counterpart."""
    traced = {
        "static_argnums": static_argnums, "static_argnames": static_argnames,
        "donate_argnums": donate_argnums, "donate_argnames": donate_argnames,
        "keep_unused": keep_unused, "inline": inline,
    }  # fmt: skip
    options = {"threads": threads, "schedules": schedule}
    if function is None:
        return lambda f: _Jitted(f, traced, options).wrapped()
    return _Jitted(function, traced, options).wrapped()


class _Jitted:
    def __init__(
        self,
        function: Callable[..., Any],
        traced: dict[str, Any],
        options: dict[str, Any],
    ) -> None:
        self.function, self.options = function, options
        self.numbers, self.names = _static(function, traced)
        self.plain = _jit(function, **traced)
        """What JAX traces inside of its transformations."""
        self.whole = _jit(function, **{**traced, **_WHOLE})
        """What is compiled here."""
        self.compiled: dict[Any, _Compiled] = {}

    def wrapped(self) -> Callable[..., Any]:
        """The function that users call."""

        @wraps(self.function)
        def call(*args: Any, **kwargs: Any) -> Any:
            return self.call(args, kwargs)

        for name in ("lower", "trace", "eval_shape"):  # as jax.jit's
            vars(call)[name] = getattr(self.plain, name)
        vars(call)["clear_cache"] = self.compiled.clear
        return call

    def call(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Compile if need be, and run."""
        count = len(args)
        fixed = {n % count for n in self.numbers if -count <= n < count}
        dynamic = [a for i, a in enumerate(args) if i not in fixed]
        named = {k: v for k, v in kwargs.items() if k not in self.names}
        leaves, tree = jax.tree.flatten((dynamic, named))
        if any(isinstance(leaf, jax.core.Tracer) for leaf in leaves):
            return self.plain(*args, **kwargs)
        static = tuple(args[i] for i in sorted(fixed))
        static += tuple(sorted((k, v) for k, v in kwargs.items() if k in self.names))
        settings = tuple(getattr(jax.config, name) for name in _SETTINGS)
        key = tree, static, settings, tuple(map(jax.typeof, leaves))
        found = self.compiled.get(key)
        if found is None:
            found = self.compiled[key] = _Compiled(self.whole.trace(*args, **kwargs), self.options)
        return found(leaves)


def _static(
    function: Callable[..., Any], traced: dict[str, Any]
) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """Numbers and names of static arguments; the signature tells one from the other."""
    given = traced["static_argnums"], traced["static_argnames"]
    numbers, names = ((v,) if isinstance(v, (int, str)) else v and tuple(v) for v in given)
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):  # a function that is not written in Python
        return numbers or (), names or ()
    named = [p.name if p.kind is p.POSITIONAL_OR_KEYWORD else None for p in parameters]
    if numbers is None:
        numbers = tuple(i for i, name in enumerate(named) if name in (names or ()))
    elif names is None:
        names = tuple(n for i, n in enumerate(named) if n and {i, i - len(named)} & {*numbers})
    return numbers or (), names or ()


class _Compiled:
    """The code for some shapes, as a function of a list of arrays."""

    def __init__(self, traced: Any, options: dict[str, Any]) -> None:
        lowered = traced.lower()
        self.results, self.tree = traced.jaxpr.out_avals, jax.tree.structure(lowered.out_info)
        if not self.results and not traced.jaxpr.effects:
            return  # there is nothing to compute
        module = module_of(lowered)
        self.session = InferenceSession(module, **options)
        self.names = [i.name for i in self.session.get_inputs()]
        given = jax.tree.leaves(lowered.in_avals)
        self.types = [_stored(aval.dtype) for aval in given]
        if len(self.names) != len(given):
            raise DiagnosticError(
                f"the function has {len(given)} arguments, its code {len(self.names)} inputs: "
                "it has effects, or constants that JAX passes"
            )

    def __call__(self, leaves: Sequence[Any]) -> Any:
        if not self.results:
            return jax.tree.unflatten(self.tree, ())
        feeds = {
            name: _parts(np.asarray(_data(leaf), dtype))
            for name, leaf, dtype in zip(self.names, leaves, self.types, strict=True)
        }
        found = self.session.run(None, feeds)
        made = [_array(v, info) for v, info in zip(found, self.results, strict=True)]
        return jax.tree.unflatten(self.tree, made)


def _is_key(dtype: Any) -> bool:
    return bool(jax.dtypes.issubdtype(dtype, jax.dtypes.prng_key))


def _stored(dtype: Any) -> Any:
    """The type that numpy has for an argument: that of the words of a random key."""
    return np.dtype(np.uint32) if _is_key(dtype) else np.dtype(dtype)


def _data(leaf: Any) -> Any:
    return jax.random.key_data(leaf) if _is_key(getattr(leaf, "dtype", np.int32)) else leaf


def _parts(array: Any) -> Any:
    """An argument of the code: a complex array has its parts in a last dimension."""
    if array.dtype.kind != "c":
        return array
    return np.array(array)[..., np.newaxis].view(array.real.dtype)


def _array(value: Any, info: Any) -> Any:
    """A result as JAX has it."""
    if _is_key(info.dtype):
        return jax.random.wrap_key_data(jax.numpy.asarray(value))
    if info.dtype == jax.dtypes.float0:  # the gradient of an integer: no bytes
        return np.zeros(info.shape, info.dtype)
    array = np.asarray(value)
    if np.dtype(info.dtype).kind == "c":
        array = np.ascontiguousarray(array).view(info.dtype)[..., 0]
    if array.dtype != info.dtype:
        array = array.view(info.dtype)
    made = jax.device_put(array)
    if not info.weak_type:
        return made
    weak = jax.typeof(made).update(weak_type=True)
    return type(made)(weak, made.sharding, [made], committed=False)
