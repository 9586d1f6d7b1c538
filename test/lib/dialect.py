"""Upstream's `test` dialect as far as tests of passes need it: ops with one interface or trait
each, as a plugin.

mlirlite-opt --load-plugin test/lib/dialect.py in.mlir --control-flow-sink

Others of its ops need --allow-unregistered-dialect.
"""

from dialect_ops.attributes import *  # noqa: F403
from dialect_ops.effects import *  # noqa: F403
from dialect_ops.folds import *  # noqa: F403
from dialect_ops.properties import *  # noqa: F403
from dialect_ops.regions import *  # noqa: F403
from dialect_ops.traits import *  # noqa: F403
from dialect_ops.types import *  # noqa: F403

from mlirlite.ir.dialect import Dialect


class TestDialect(Dialect):
    """Types and attributes that are not declared are kept as their text."""

    allows_unknown_types = True
    allows_unknown_operations = True


DIALECT = TestDialect("test", __name__)
