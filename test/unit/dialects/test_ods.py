"""Declarations of upstream's ops against upstream's own, kept in ods22_subset.jsonl (MLIR 22)."""

import json
from pathlib import Path

import pytest

from mlirlite.ir.context import Context

ODS = [
    json.loads(line)
    for line in Path(__file__).with_name("ods22_subset.jsonl").read_text().splitlines()
]
DIALECTS = sorted({entry["op"].partition(".")[0] for entry in ODS})

# Formats that upstream writes with a `custom<…>` of its own; here `parse` and `print` do the same.
HOOKS_INSTEAD = {
    *("cf.switch", "memref.global", "scf.index_switch"),
    *("irdl.attributes", "irdl.base", "irdl.region"),
    *("llvm.extractvalue", "llvm.getelementptr", "llvm.indirectbr", "llvm.insertelement"),
    *("llvm.insertvalue", "llvm.intr.assume", "llvm.mlir.ifunc", "llvm.shufflevector"),
    "llvm.switch",
}
# `$overflowFlags` as upstream's attribute prints it: a directive does that here.
FLAGS_BY_DIRECTIVE = {"llvm.add", "llvm.mul", "llvm.shl", "llvm.sub", "llvm.trunc"}

# The region of all structured ops has one name here.
OTHER_REGION_NAME = {"linalg.contract"}

# Defined upstream in C++ alone, or in files that the data was not made of.
NOT_IN_ODS = {"affine.dma_start", "affine.dma_wait", "linalg.pack", "linalg.unpack"}

CONTEXT = Context()


def definition(name):
    cls = CONTEXT.op_class(name)
    assert cls is not None, f"{name} is not declared"
    return cls.definition


def names(fields):
    return [field.name for field in fields]


def same_names(declared, upstream):
    """Upstream leaves some without a name; those may have any here."""
    return len(declared) == len(upstream) and all(
        theirs in (None, ours) for ours, theirs in zip(declared, upstream, strict=True)
    )


@pytest.mark.parametrize("entry", ODS, ids=lambda entry: entry["op"])
def test_declaration(entry):
    found = definition(entry["op"])
    assert same_names(names(found.operands), entry.get("operands", []))
    assert same_names(names(found.results), entry.get("results", []))
    if entry["op"] in OTHER_REGION_NAME:
        assert len(found.regions) == len(entry["regions"])
    else:
        assert same_names(names(found.regions), entry.get("regions", []))
    assert same_names(names(found.successors), entry.get("successors", []))
    assert sorted(found.properties) == sorted(entry.get("attributes", []))


@pytest.mark.parametrize(
    "entry",
    [e for e in ODS if "format" in e and e["op"] not in HOOKS_INSTEAD],
    ids=lambda entry: entry["op"],
)
def test_assembly_format(entry):
    declared = CONTEXT.op_class(entry["op"]).assembly_format
    if entry["op"] in FLAGS_BY_DIRECTIVE:
        declared = declared.replace("custom<Overflow>($overflowFlags)", "$overflowFlags")
    # White space between directives means nothing, within `` ` ` `` it does.
    assert declared.replace(" ", "") == entry["format"].replace(" ", "")


@pytest.mark.parametrize("dialect", DIALECTS)
def test_every_upstream_op_is_declared_and_no_other(dialect):
    upstream = {e["op"] for e in ODS if e["op"].partition(".")[0] == dialect}
    ours = set(CONTEXT.dialect(dialect).op_names())
    assert ours - NOT_IN_ODS == upstream
