"""The model that a program is given, with what its options say of inputs and of code for it."""

from __future__ import annotations

from typing import Any

from mlirlite.driver.shared.options import flag, option, several
from mlirlite.driver.shared.plugins import PluginArguments, context_of

NO_SCHEDULES = "# no operator of the model has a schedule to choose"
"""What is printed if there are no schedules; as a file it counts as empty."""


class ModelArguments(PluginArguments):
    """A command line that names a model, and says what it does not say about its inputs."""

    shape_information: tuple[str, ...] = several(
        "shapes of inputs; ? is unknown", "0:1x?x8,…", commas=True
    )
    dim_params: tuple[str, ...] = several(
        "sizes of named dimensions of inputs", "batch=4,…", commas=True
    )

    @property
    def model(self) -> str:
        """The path of the model. UsageError unless there is just one."""
        return self.only("model")


class CodeArguments(ModelArguments):
    """A command line that says how code for a model is made."""

    no_runtime_checks: bool = flag(
        "trust sizes and values: do not check operators' requirements at run time"
    )
    ops_for_call: tuple[str, ...] = several(
        "operators computed by functions that are linked later", "MatMul:f,…"
    )
    load_schedule: str | None = option("a file of schedules, as mlirlite-tune writes it", "file")
    sanitize: str = option(
        "check every memory access, for authors of passes", "address", default=""
    )

    @property
    def calls(self) -> str:
        """The operators that functions compute."""
        return ",".join(self.ops_for_call)


def module_of(arguments: ModelArguments) -> tuple[Any, Any]:
    """The module of the model, and its context."""
    from mlirlite.runtime.compiler import load_module

    context = context_of(arguments)
    module, _ = load_module(arguments.model, context)
    shapes, sizes = arguments.shape_information, arguments.dim_params
    if shapes or sizes:
        from mlirlite.transforms.shape_inference import state_input_shapes

        state_input_shapes(module, context, shapes, sizes)
    return module, context


def model_of(arguments: ModelArguments) -> Any:
    """The model for a session: the path, or a module if the options give shapes or plugins."""
    stated = arguments.load_plugin or arguments.shape_information or arguments.dim_params
    return module_of(arguments)[0] if stated else arguments.model


def save_onnx(module: Any, path: str) -> None:
    """Write the module as an ONNX model; beside it, weights that one message cannot hold."""
    from mlirlite.target.onnx.export import save_model

    save_model(module, path)
