"""What is written is read as the same module: our lit files in every version, and next to mlir-opt,
which reads what we write and whose bytes we read and write."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from mlirlite.bytecode import bytecode_header, read_bytecode, write_bytecode
from mlirlite.bytecode.properties import codec_of
from mlirlite.bytecode.sections import VERSIONS
from mlirlite.ir.context import Context
from mlirlite.ir.op_def import OPERAND_SEGMENTS
from mlirlite.ir.verifier import verify_or_raise
from mlirlite.parser import parse_module
from mlirlite.printer import print_op
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.testing.mutations import chunks_of

ROOT = Path(__file__).resolve().parents[3]
OPT = shutil.which("mlir-opt-22")
CHUNKS = chunks_of(ROOT / "test" / "lit")


def form(module):
    """The text of a module, without the numbers of distinct attributes: what is written in text and
    what is not may refer to one, which then comes apart, upstream as well."""
    text = print_op(module, generic=True, debuginfo=True, local_scope=True)
    return re.sub(r"distinct\[\d+\]", "distinct[]", text)


def has_undeclared_properties(module):
    """Whether an op that is not declared has properties: before version 5 they are attributes."""
    return any(op.definition is None and op.properties for op in module.walk())


def module_of(text):
    context = Context(allow_unregistered=True)
    try:
        module = parse_module(text, context)
        verify_or_raise(module)
    except DiagnosticError:
        return None, context  # a test of errors
    return module, context


def check(text, versions):
    module, context = module_of(text)
    if module is None:
        return
    undeclared = has_undeclared_properties(module)
    for version in versions:
        if undeclared and version < 5:
            continue
        data = write_bytecode(module, context, version=version)
        assert bytecode_header(data).version == version
        found = read_bytecode(data, Context(allow_unregistered=True))
        assert form(found) == form(module), version
        assert write_bytecode(found, context, version=version) == data


def test_a_sample_in_three_versions():
    for text in CHUNKS[::700]:
        check(text, (0, 3, 6))


@pytest.mark.bulk
@pytest.mark.parametrize("part", range(8))
def test_every_lit_file_in_every_version(part):
    for text in CHUNKS[part::8]:
        check(text, VERSIONS)


def opt(data, *flags):
    done = subprocess.run(
        [OPT, "-", "--allow-unregistered-dialect", *flags], input=data, capture_output=True
    )
    assert not done.returncode, done.stderr
    return done.stdout


MODULE = """
func.func private @g(%a: tensor<2x?xf32>) -> (i32, index)
func.func @f(%a: i32, %b: memref<4xf32, strided<[2]>, 1>, %v: vector<[4]xi8>) -> i32 {
  %0 = arith.addi %a, %a overflow<nsw> : i32
  %c = arith.constant dense<[true, false, true]> : tensor<3xi1>
  %w = arith.constant 18446744073709551616 : i128
  %x = arith.constant 0x7FC0 : bf16
  %i = arith.constant 0 : index
  %n = arith.constant 4 : index
  scf.for %j = %i to %n step %n {
    %l = memref.load %b[%j] : memref<4xf32, strided<[2]>, 1>
    "foo.use"(%l, %0) <{p = [1 : i8, "a"]}> {q, t = !foo.type} : (f32, i32) -> ()
  }
  cf.br ^next(%0 : i32)
^next(%r: i32):
  return %r : i32 loc(fused<"m">["here", callsite("a" at "b":1:2)])
}
"""


@pytest.mark.skipif(OPT is None, reason="mlir-opt is the oracle")
@pytest.mark.parametrize("version", [0, 4, 6])
def test_the_bytes_of_mlir_opt(version):
    # Before version 5 mlir-opt loses properties of undeclared ops.
    text = MODULE if version > 4 else MODULE.replace('<{p = [1 : i8, "a"]}> ', "")
    theirs = opt(text.encode(), "--emit-bytecode", f"--emit-bytecode-version={version}")
    context = Context(allow_unregistered=True)
    module = parse_module(text, context, filename="<stdin>")
    producer = bytecode_header(theirs).producer
    ours = write_bytecode(module, context, version=version, producer=producer)
    assert ours == theirs
    assert form(read_bytecode(theirs, context)) == form(module)
    generic = "--mlir-print-op-generic"
    assert opt(ours, generic) == opt(text.encode(), generic)


def test_orders_of_uses():
    context = Context()
    module = parse_module("func.func @f(%a: i32) { return }", context)
    function = module.regions[0].block.first
    body = function.regions[0].block
    cls = context.op_class("arith.addi")
    for _ in range(3):
        body.prepend(cls.create([body.args[0]] * 2, [body.args[0].type]))
    expected = [op.prev is None for op in body.args[0].users]
    found = read_bytecode(write_bytecode(module)).regions[0].block.first.regions[0].block
    assert [op.prev is None for op in found.args[0].users] == expected == [False, False, True]


def test_properties_have_segment_sizes_since_version_6():
    codec = codec_of(Context().op_class("memref.alloc"))
    assert [name for name, _ in codec.attributes] == ["alignment"]
    assert codec.segments == [(OPERAND_SEGMENTS, 2)]


def test_regions_are_read_late():
    module = parse_module("func.func @f() { return } func.func @g() { return }")
    data = write_bytecode(module)
    found = read_bytecode(data, lazy=True)
    assert str(found) == str(module)
    assert str(found.clone()) == str(module)


def test_resources_are_not_copied():
    text = (
        "%0 = arith.constant dense_resource<big> : tensor<4xf32>\n"
        '{-# dialect_resources: { builtin: { big: "0x40000000'
        + "00000001" * 4
        + '" } }, external_resources: { e: { a: true, s: "text" } } #-}'
    )
    external = {}
    from mlirlite.parser import parse_source
    from mlirlite.support.source import SourceFile

    module = parse_source(SourceFile("<string>", text), external=external)
    data = write_bytecode(module, external=external)
    seen = {}
    found = read_bytecode(data, external=seen)
    assert seen == external
    resource = found.regions[0].block.first.properties["value"].resource
    assert resource.alignment == 64
    assert resource.data.obj is data
    assert data.find(bytes(resource.data)) % 64 == 0


def test_a_version_that_is_not_known():
    with pytest.raises(DiagnosticError, match="version 7 is not supported; it must be from 0 to 6"):
        write_bytecode(parse_module(""), version=7)


def test_a_distinct_attribute_stays_one():
    """Two scopes of one domain: the domain's identity is what says that they may alias."""
    module, context = module_of("""
    #domain = #llvm.alias_scope_domain<id = distinct[0]<>>
    #read = #llvm.alias_scope<id = distinct[1]<>, domain = #domain>
    #written = #llvm.alias_scope<id = distinct[2]<>, domain = #domain>
    llvm.func @f(%p: !llvm.ptr) {
      %0 = llvm.load %p {alias_scopes = [#read], noalias_scopes = [#written]} : !llvm.ptr -> f32
      llvm.return
    }
    """)
    found = read_bytecode(write_bytecode(module, context), Context())
    assert print_op(found) == print_op(module)
