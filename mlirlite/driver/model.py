"""The model that a program is given, with the shapes of inputs that its options state."""

from __future__ import annotations

from typing import Any

from mlirlite.driver.options import INPUT_SHAPES, Arguments, UsageError, split_list
from mlirlite.driver.plugins import PLUGIN, context_of

NO_SCHEDULES = "# no operator of the model has a schedule to choose"
"""What is printed in place of schedules; a file of it is an empty one."""


def one_model(arguments: Arguments) -> str:
    """The path on the command line. UsageError unless there is just one."""
    if len(arguments.inputs) != 1:
        raise UsageError(f"expected one model, found {len(arguments.inputs)}")
    return arguments.inputs[0]


def module_of(path: str, arguments: Arguments) -> tuple[Any, Any]:
    """The module of a model's file, and its context."""
    from mlirlite.runtime.compiler import load_module

    context = context_of(arguments)
    module, _ = load_module(path, context)
    shapes, sizes = _stated(arguments)
    if shapes or sizes:
        from mlirlite.transforms.shape_inference import state_input_shapes

        state_input_shapes(module, context, shapes, sizes)
    return module, context


def model_of(path: str, arguments: Arguments) -> Any:
    """What a session takes: the path, or the module where the options state shapes or plugins."""
    stated = arguments[PLUGIN.name] or any(_stated(arguments))
    return module_of(path, arguments)[0] if stated else path


def _stated(arguments: Arguments) -> tuple[list[str], list[str]]:
    shapes, sizes = (split_list(arguments[o.name]) for o in INPUT_SHAPES)
    return shapes, sizes
