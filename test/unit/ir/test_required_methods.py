"""A class has what its interfaces require: those of the package, and those of plugins."""

import pytest

from mlirlite.ir.context import Context
from mlirlite.ir.plugin_checks import missing_methods
from mlirlite.support.diagnostics import DiagnosticError


def test_every_class_of_the_package_has_them():
    context = Context()
    missing = {
        name: found
        for dialect in map(context.dialect, context.available())
        for name, cls in dialect.classes().items()
        if (found := missing_methods(cls))
    }
    assert missing == {}


PLUGIN = '''
from abc import abstractmethod

from mlirlite.dsl import AnyType, Dialect, LoopLike, Op, Operand, Type


class Sized:
    """Knows its size."""

    @abstractmethod
    def size(self): ...


class BoxType(Type, Sized, name="box.box"):
    """A box."""
    {}


class ShipOp(Op, LoopLike, name="box.ship"):
    """Ships boxes."""

    box: Operand[AnyType]
    {}


DIALECT = Dialect("box", __name__)
'''
SIZE = "def size(self): return 1"
LOOPS = "def loop_regions(self): return ()"


@pytest.mark.parametrize(
    ("methods", "line", "message"),
    [
        ((SIZE, ""), "class ShipOp", "'box.ship' (ShipOp) lacks .*: 'loop_regions' (of LoopLike)"),
        (("", LOOPS), "class BoxType", "'box.box' (BoxType) lacks .*: 'size' (of Sized)"),
        ((SIZE, LOOPS), "", ""),
    ],
)
def test_a_plugin_that_lacks_one_is_not_loaded(methods, line, message, tmp_path):
    file = tmp_path / "box.py"
    file.write_text(PLUGIN.format(*methods))
    if not line:
        Context().load_plugin(str(file))
        return
    with pytest.raises(DiagnosticError, match=message.replace("(", r"\(").replace(")", r"\)")) as e:
        Context().load_plugin(str(file))
    assert line in str(e.value)
