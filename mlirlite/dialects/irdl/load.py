"""Dialects made from irdl definitions."""

from typing import Any

from mlirlite.dialects.irdl.definitions import DialectOp
from mlirlite.dialects.irdl.dynamic import IRDLDialect
from mlirlite.ir.context import Context
from mlirlite.ir.operation import Operation
from mlirlite.ir.verifier import verify_or_raise
from mlirlite.parser import parse_module


def load_irdl(text: str, context: Context, *, filename: str = "<irdl>") -> list[IRDLDialect]:
    """Read irdl definitions and register the dialects that they define in a context.
    DiagnosticError when the text is wrong."""
    module: Any = parse_module(text, Context(), filename=filename)
    verify_or_raise(module)
    return define_dialects(module, context)


def define_dialects(module: Operation, context: Context) -> list[IRDLDialect]:
    """Register the dialects that the `irdl.dialect` ops of a verified module define."""
    made = [IRDLDialect(op) for op in module.walk() if isinstance(op, DialectOp)]
    for dialect in made:
        context.register(dialect)
    return made
