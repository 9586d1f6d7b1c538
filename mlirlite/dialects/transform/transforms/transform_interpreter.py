"""--transform-interpreter: runs a script in the IR on the IR.

transform.named_sequence @__transform_main(%root) { … }  -->  what its ops do to the payload
"""

from mlirlite.dialects.transform.enums import FailurePropagationMode
from mlirlite.dialects.transform.interpretation import Run, Silenceable
from mlirlite.dialects.transform.sequences import NamedSequenceOp
from mlirlite.dialects.transform.transforms import (  # noqa: F401
    _control,
    _handles,
    _payload,
)
from mlirlite.ir.attributes import StringAttr
from mlirlite.ir.operation import Operation
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.support.diagnostics import DiagnosticError, error


@compiler_pass("transform-interpreter")
def transform_interpreter(
    op: Operation,
    state: PassState,
    *,
    debug_payload_root_tag: str = "",
    disable_expensive_checks: bool = False,
    entry_point: str = "__transform_main",
) -> None:
    """Transform dialect interpreter.

    Runs a named sequence on the op. It supports sequences and ops that contain or call them, ops on
    handles, matchers, and ops that run passes and canonicalization patterns; another op is an
    error.

    debug_payload_root_tag: the script transforms only the op with this `transform.target_tag`
    disable_expensive_checks: does nothing, handles are always checked
    entry_point: the name of the sequence
    """
    root = _payload_root(op, debug_payload_root_tag)
    script = _entry_point(op, entry_point)
    arguments = script.signature().inputs
    run = Run(root, state)
    if len(arguments) != 1:
        raise DiagnosticError(
            f"operation expects {len(arguments) - 1} extra value bindings, but 0 were provided to "
            "the interpreter",
            script.where,
        )
    if script.is_declaration:
        raise DiagnosticError("unresolved external named sequence", script.where)
    run.bind(script.body.entry, [[root]])
    try:
        run.sequence(script.body.entry, FailurePropagationMode.propagate)
    except Silenceable as failure:
        raise DiagnosticError([failure.diagnostic]) from None


def _payload_root(op: Operation, tag: str) -> Operation:
    """The op that is transformed."""
    if not tag:
        return op
    tagged = [
        found for found in op.walk() if found.attribute("transform.target_tag") == StringAttr(tag)
    ]
    if not tagged:
        raise DiagnosticError(
            f'could not find the operation with transform.target_tag="{tag}" attribute', op.where
        )
    if len(tagged) > 1:
        found = error(f"repeated operation with the target tag '{tag}'", tagged[1].where)
        raise DiagnosticError([found.note("previously seen operation", tagged[0].where)])
    return tagged[0]


def _entry_point(op: Operation, name: str) -> NamedSequenceOp:
    """The sequence that is run: one directly inside the op, or any inside it."""
    inside = [child for region in op.regions for block in region for child in block]
    for found in (*inside, *op.walk()):
        if isinstance(found, NamedSequenceOp) and found.sym_name == name:
            return found
    raise DiagnosticError(f"could not find a nested named sequence with name: {name}", op.where)
