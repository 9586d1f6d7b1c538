"""Special registers of which a range may be known: the place of a thread, the size of its grid."""

from typing import Any

from mlirlite.ir.types import IntegerType
from mlirlite.ods.hooks import verifier
from mlirlite.support.diagnostics import Diagnostic


@verifier(
    "nvvm.read.ptx.sreg.cluster.ctaid.x",
    "nvvm.read.ptx.sreg.cluster.ctaid.y",
    "nvvm.read.ptx.sreg.cluster.ctaid.z",
    "nvvm.read.ptx.sreg.cluster.ctarank",
    "nvvm.read.ptx.sreg.cluster.nctaid.x",
    "nvvm.read.ptx.sreg.cluster.nctaid.y",
    "nvvm.read.ptx.sreg.cluster.nctaid.z",
    "nvvm.read.ptx.sreg.cluster.nctarank",
    "nvvm.read.ptx.sreg.clusterid.x",
    "nvvm.read.ptx.sreg.clusterid.y",
    "nvvm.read.ptx.sreg.clusterid.z",
    "nvvm.read.ptx.sreg.ctaid.x",
    "nvvm.read.ptx.sreg.ctaid.y",
    "nvvm.read.ptx.sreg.ctaid.z",
    "nvvm.read.ptx.sreg.gridid",
    "nvvm.read.ptx.sreg.laneid",
    "nvvm.read.ptx.sreg.nclusterid.x",
    "nvvm.read.ptx.sreg.nclusterid.y",
    "nvvm.read.ptx.sreg.nclusterid.z",
    "nvvm.read.ptx.sreg.nctaid.x",
    "nvvm.read.ptx.sreg.nctaid.y",
    "nvvm.read.ptx.sreg.nctaid.z",
    "nvvm.read.ptx.sreg.nsmid",
    "nvvm.read.ptx.sreg.ntid.x",
    "nvvm.read.ptx.sreg.ntid.y",
    "nvvm.read.ptx.sreg.ntid.z",
    "nvvm.read.ptx.sreg.nwarpid",
    "nvvm.read.ptx.sreg.smid",
    "nvvm.read.ptx.sreg.tid.x",
    "nvvm.read.ptx.sreg.tid.y",
    "nvvm.read.ptx.sreg.tid.z",
    "nvvm.read.ptx.sreg.warpid",
    "nvvm.read.ptx.sreg.warpsize",
)
def verify_range(op: Any) -> Diagnostic | None:  # its class is made of data
    """A range holds something."""
    bounds = op.range
    if bounds is None or not isinstance(bounds.type, IntegerType):
        return None
    last = (1 << bounds.type.width) - 1
    lower, upper = bounds.lower & last, bounds.upper & last
    if lower != upper or lower in (0, last):
        return None
    found: Diagnostic = op.error(
        "invalid range attribute: Lower == Upper, but they aren't min (0) or max "
        f"({last}) value! This is an invalid constant range."
    )
    return found
