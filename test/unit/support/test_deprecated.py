"""Names that go work for one more version, and warn."""

import ast
import re
import types
from pathlib import Path

import pytest

import mlirlite
from mlirlite.dialects import arith
from mlirlite.ir.block import Block
from mlirlite.ir.constraints import AnyType
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand
from mlirlite.ir.types import I32
from mlirlite.support.deprecated import moved
from mlirlite.support.version import VERSION

ROOT = Path(__file__).resolve().parents[3]


def test_a_moved_name_is_found_with_a_warning():
    module = types.ModuleType("old.place")
    module.__getattr__ = moved("old.place", {"Add": "mlirlite.dialects.arith.AddIOp"}, until="9.0")
    with pytest.warns(FutureWarning, match=r"old.place.Add goes with mlirlite 9.0: use"):
        assert module.Add is arith.AddIOp
    with pytest.raises(AttributeError, match="has no attribute"):
        _ = module.Sub


def test_an_old_hook_is_asked_and_warns_at_the_class():
    with pytest.warns(FutureWarning, match="`verify` of OldOp goes .* `verify_op`") as warnings:

        class OldOp(Op, name="test.old"):
            x: Operand[AnyType]

            def verify(self):
                return self.error("is wrong")

    assert warnings[0].filename == __file__
    op = OldOp(Block([I32]).args[0])
    with pytest.raises(mlirlite.DiagnosticError, match="op is wrong"):
        op.verify()


def test_nothing_is_deprecated_for_longer():
    """Each `until=` is of a version that is still to come."""
    current = tuple(map(int, re.findall(r"\d+", VERSION)[:2]))
    for path in (ROOT / "mlirlite").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        if "until=" not in text:
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.keyword) and node.arg == "until":
                value = getattr(node.value, "value", None)
                if isinstance(value, str):
                    until = tuple(map(int, value.split(".")))
                    assert until > current, f"{path}:{node.value.lineno}: remove what goes now"
