"""Ops that upstream's tests add to the transform dialect, as a plugin: text only.

mlirlite-opt --load-plugin test/lib/transform.py in.mlir
"""

from transform_ops.interpreter import *  # noqa: F403
from transform_ops.produce import *  # noqa: F403
from transform_ops.tiling import *  # noqa: F403
from transform_ops.types import *  # noqa: F403

from mlirlite.ir.dialect import DialectExtension

EXTENSION = DialectExtension("transform", __name__)
