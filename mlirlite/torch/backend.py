"""The backend of torch.compile: `torch.compile(model, backend="mlirlite")`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from torch.fx import GraphModule

from mlirlite.torch.captured import Captured
from mlirlite.torch.options import Options


def mlirlite(
    graph: GraphModule, inputs: Sequence[Any], *, options: Any = None, **_: Any
) -> Callable[..., Any]:
    """Compile a graph that dynamo has captured, for inference or, through AOTAutograd, for
    training. What has no counterpart stays a call of torch, with a warning; with
    `options={"strict": True}` it is an error."""
    chosen = Options.of(options)
    captured = None if chosen.frozen else Captured.of(graph, inputs)
    known = None if captured is None else captured.known(chosen)
    if known is not None:
        return known
    from mlirlite.torch.compiling import traced  # late: code that is kept needs no tracing

    return traced(graph, inputs, chosen, captured)
