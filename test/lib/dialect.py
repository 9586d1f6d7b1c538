"""Upstream's `test` dialect as far as tests of passes need it: ops with one interface or trait
each, as a plugin.

mlirlite-opt --load-plugin test/lib/dialect.py in.mlir --control-flow-sink

Others of its ops need --allow-unregistered-dialect.
"""

from dialect_ops.attributes import *  # noqa: F403
from dialect_ops.dynamic import *  # noqa: F403
from dialect_ops.effects import *  # noqa: F403
from dialect_ops.folds import *  # noqa: F403
from dialect_ops.names import *  # noqa: F403
from dialect_ops.properties import *  # noqa: F403
from dialect_ops.regions import *  # noqa: F403
from dialect_ops.structured import *  # noqa: F403
from dialect_ops.syntax import *  # noqa: F403
from dialect_ops.traits import *  # noqa: F403
from dialect_ops.types import *  # noqa: F403
from dialect_ops.verification import *  # noqa: F403

from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import DictionaryAttr
from mlirlite.ir.dialect import Dialect
from mlirlite.ir.operation import Operation
from mlirlite.support.diagnostics import Diagnostic, error


class TestDialect(Dialect):
    """Types and attributes that are not declared are kept as their text."""

    allows_unknown_types = True
    allows_unknown_operations = True

    def has_resource(self, key: str) -> bool:
        """All of them."""
        return True

    def check_attribute(self, op: Operation, name: str, value: Attribute) -> Diagnostic | None:
        """One name may not be used."""
        return error(_INVALID, op.where) if name == "test.invalid_attr" else None

    def check_parameter(
        self,
        op: Operation,
        name: str,
        value: Attribute,
        type: Type,
        beside: DictionaryAttr,
        *,
        result: bool,
    ) -> str | None:
        """Nor here."""
        return _INVALID if name == "test.invalid_attr" else None


_INVALID = "invalid to use 'test.invalid_attr'"
DIALECT = TestDialect("test", __name__)
