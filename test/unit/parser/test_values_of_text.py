"""Types and attributes: what a text means, and that upstream's tool reads our print of it as it
reads the text."""

import struct
import subprocess

import pytest

from mlirlite.ir.affine import AffineDim, AffineMap, AffineSymbol
from mlirlite.ir.attribute import OpaqueAttr, OpaqueType
from mlirlite.ir.attributes import (
    TRUE,
    UNIT,
    ArrayAttr,
    DenseArrayAttr,
    DictionaryAttr,
    FloatAttr,
    IntegerAttr,
    StridedLayoutAttr,
    StringAttr,
    SymbolRefAttr,
    i64_attr,
)
from mlirlite.ir.context import Context
from mlirlite.ir.dense import DenseElementsAttr, DenseStringElementsAttr
from mlirlite.ir.locations import UNKNOWN, CallSiteLoc, FileLineColRange, FusedLoc, NameLoc
from mlirlite.ir.types import (
    BF16,
    DYNAMIC,
    F32,
    F64,
    I1,
    I8,
    I32,
    I64,
    INDEX,
    NONE,
    ComplexType,
    FunctionType,
    IntegerType,
    MemRefType,
    RankedTensorType,
    Signedness,
    TupleType,
    UnrankedMemRefType,
    UnrankedTensorType,
    VectorType,
)
from mlirlite.parser import parse_affine_map, parse_attribute, parse_module, parse_type
from mlirlite.printer import print_op

CONTEXT = Context(allow_unregistered=True)

TYPES = {
    "i32": I32,
    "si8": IntegerType(8, Signedness.SIGNED),
    "ui16777215": IntegerType(16777215, Signedness.UNSIGNED),
    "bf16": BF16,
    "index": INDEX,
    "none": NONE,
    "complex<f32>": ComplexType(F32),
    "tuple<>": TupleType(()),
    "tuple<i32, tuple<f32>>": TupleType((I32, TupleType((F32,)))),
    "() -> ()": FunctionType((), ()),
    "(i32, f32) -> i1": FunctionType((I32, F32), (I1,)),
    "() -> (() -> i1, i1)": FunctionType((), (FunctionType((), (I1,)), I1)),
    "vector<4x[8]xf32>": VectorType((4, 8), F32, (False, True)),
    "vector<f32>": VectorType((), F32),
    "tensor<4x?xf32>": RankedTensorType((4, DYNAMIC), F32),
    "tensor< 4 x ? x f32 >": RankedTensorType((4, DYNAMIC), F32),
    "tensor<0x4xi8>": RankedTensorType((0, 4), I8),
    "tensor<4xf32, 1>": RankedTensorType((4,), F32, i64_attr(1)),
    "tensor<*xf32>": UnrankedTensorType(F32),
    "memref<2xf32>": MemRefType((2,), F32),
    "memref<2xf32, 0>": MemRefType((2,), F32),
    "memref<2xf32, affine_map<(d0) -> (d0)>, 3>": MemRefType((2,), F32, None, i64_attr(3)),
    "memref<?xf32, strided<[?], offset: 4>>": MemRefType(
        (DYNAMIC,), F32, StridedLayoutAttr((DYNAMIC,), 4)
    ),
    "memref<*xf32, 1>": UnrankedMemRefType(F32, i64_attr(1)),
    "!foo.bar<x, [y]>": OpaqueType("foo", "bar<x, [y]>"),
    '!foo<"a>b">': OpaqueType("foo", '"a>b"'),
}

ATTRIBUTES = {
    "1": i64_attr(1),
    "-0x10": i64_attr(-16),
    "- 3 : index": IntegerAttr(-3, INDEX),
    "255 : i8": IntegerAttr(-1, I8),
    "true": TRUE,
    "1 : i1": TRUE,
    "1.5": FloatAttr(1.5, F64),
    "2. : f32": FloatAttr(2.0, F32),
    "0x3F80 : bf16": FloatAttr(1.0, BF16),
    "unit": UNIT,
    "i32": I32,
    r'"a\22\5C\n\C3\A9"': StringAttr('a"\\\né'),
    '"a" : i32': StringAttr("a", I32),
    "@a": SymbolRefAttr("a"),
    '@a::@"b c" :: @d': SymbolRefAttr("a", ("b c", "d")),
    "[]": ArrayAttr(()),
    "[1, [unit]]": ArrayAttr((i64_attr(1), ArrayAttr((UNIT,)))),
    '{a, "b c" = 1, index = i32}': DictionaryAttr(
        (("a", UNIT), ("b c", i64_attr(1)), ("index", I32))
    ),
    "array<i32: 1, -2>": DenseArrayAttr(I32, (1, -2)),
    "array<i1: true, false>": DenseArrayAttr(I1, (1, 0)),
    "array<f32: 1.0, 0x40000000>": DenseArrayAttr(F32, (1.0, 2.0)),
    "array<i8: 200>": DenseArrayAttr(I8, (-56,)),
    "array<f64>": DenseArrayAttr(F64, ()),
    "strided<[?, 1], offset: ?>": StridedLayoutAttr((DYNAMIC, 1), DYNAMIC),
    "#foo.bar<1>": OpaqueAttr("foo", "bar<1>", NONE),
    '#foo<"1"> : i32': OpaqueAttr("foo", '"1"', I32),
    "loc(unknown)": UNKNOWN,
    'loc("a")': NameLoc("a"),
    'loc("a"("f":1:2))': NameLoc("a", FileLineColRange("f", 1, 2)),
    'loc("f":1)': FileLineColRange("f", 1, 0),
    'loc("f":1:2 to :4)': FileLineColRange("f", 1, 2, 1, 4),
    'loc("f":1:2 to 3:4)': FileLineColRange("f", 1, 2, 3, 4),
    'loc(callsite("a" at unknown))': CallSiteLoc(NameLoc("a"), UNKNOWN),
    'loc(fused<1>["a", "b"])': FusedLoc((NameLoc("a"), NameLoc("b")), i64_attr(1)),
    'loc(fused["a", fused["b", "a"], unknown])': FusedLoc((NameLoc("a"), NameLoc("b"))),
    "loc(fused[])": UNKNOWN,
}


@pytest.mark.parametrize(("text", "expected"), TYPES.items(), ids=TYPES)
def test_types(text, expected):
    assert parse_type(text, CONTEXT) is expected
    assert parse_attribute(text, CONTEXT) is expected


@pytest.mark.parametrize(("text", "expected"), ATTRIBUTES.items(), ids=ATTRIBUTES)
def test_attributes(text, expected):
    assert parse_attribute(text, CONTEXT) is expected


def test_affine_maps():
    d0, d1, s0 = AffineDim(0), AffineDim(1), AffineSymbol(0)
    text = "(mod, j)[n] -> (mod + j * 2 - 3, (mod - j) floordiv 4, -mod, mod mod n, mod ceildiv 8)"
    expected = AffineMap(
        2, 1, (d0 + d1 * 2 - 3, (d0 - d1) // 4, -d0, d0 % s0, d0.ceildiv(8))
    )  # keywords are names too
    assert parse_affine_map(text) is expected
    assert parse_affine_map(f"affine_map<{text}>") is expected
    assert parse_affine_map("() -> ()") is AffineMap(0, 0, ())


def test_integer_sets():
    found = parse_attribute("affine_set<(d0)[s0] : (d0 - s0 >= 0, d0 == 3, d0 <= 9)>").set
    assert [found.contains([d], [2]) for d in (1, 3, 4)] == [False, True, False]


def elements(text):
    return parse_attribute(text, CONTEXT)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("dense<[1, 2, 3]> : tensor<3xi32>", [1, 2, 3]),
        ("dense<[ 1 ,\n2 // two\n, 3]> : tensor<3xi32>", [1, 2, 3]),
        ("dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>", [1, 2, 3, 4]),
        ("dense<[[[1], [2]]]> : vector<1x2x1xi16>", [1, 2]),
        ("dense<7> : tensor<2xi8>", [7, 7]),
        ("dense<[-1, 255, 0x7F]> : tensor<3xi8>", [-1, -1, 127]),
        ("dense<[1, 0x10, -3]> : tensor<3xi7>", [1, 16, -3]),
        ("dense<[1, 2]> : tensor<2xui8>", [1, 2]),
        ("dense<[true, false]> : tensor<2xi1>", [1, 0]),
        ("dense<[1.5, -2.0e3, 0x3F800000]> : tensor<3xf32>", [1.5, -2000.0, 1.0]),
        ("dense<[1.5, 2.5]> : tensor<2xf64>", [1.5, 2.5]),
        ("dense<[1.0, 0x4000]> : tensor<2xbf16>", [1.0, 2.0]),
        ("dense<[(1, 2), (3, 4)]> : tensor<2xcomplex<i8>>", [(1, 2), (3, 4)]),
        ("dense<(1.0, 2.0)> : tensor<2xcomplex<f32>>", [1 + 2j, 1 + 2j]),
        ("dense<> : tensor<0x3xf32>", []),
        ("dense<[]> : tensor<0xi32>", []),
        ('dense<"0x0000803F00000040"> : tensor<2xf32>', [1.0, 2.0]),
        ('dense<"0x0000803F"> : tensor<2xf32>', [1.0, 1.0]),
        ('dense<"0x05"> : tensor<3xi1>', [1, 0, 1]),
        ('dense<"0xFF"> : tensor<2xi1>', [1, 1]),
    ],
)
def test_dense(text, values):
    assert elements(text).values() == values


def test_dense_lists_become_raw_bytes_and_splats():
    long = ", ".join(f"{i}.5" for i in range(30000))  # several pieces
    found = elements(f"dense<[{long}]> : tensor<30000xf32>")
    assert found.raw == struct.pack("<30000f", *[i + 0.5 for i in range(30000)])
    assert elements("dense<[3, 3, 3]> : tensor<3xi32>").is_splat
    assert elements('dense<["a", "b"]> : tensor<2x!x.s>') is DenseStringElementsAttr(
        RankedTensorType((2,), OpaqueType("x", "s")), ("a", "b")
    )


def test_sparse():
    found = elements("sparse<[[0, 1], [2, 3]], [5, 6]> : tensor<3x4xi32>")
    assert found.indices.values() == [0, 1, 2, 3]
    assert found.values.values() == [5, 6]
    one = elements("sparse<1, 2.0> : vector<4xf32>")
    assert one.indices.type.shape == (1, 1)
    assert elements("sparse<> : tensor<3xi32>").values.values() == []


def test_distinct_attributes_are_told_apart_by_number():
    found = parse_attribute("[distinct[0]<1>, distinct[1]<1>, distinct[0]<1>]", CONTEXT)
    assert found[0] is found[2]
    assert found[0] is not found[1]


def test_nesting_is_not_limited_by_the_stack():
    depth = 10_000
    found = parse_attribute("[" * depth + "]" * depth)
    for _ in range(depth - 1):
        (found,) = found
    assert found.value == ()
    assert isinstance(parse_type("tuple<" * depth + ">" * depth), TupleType)


def test_text_is_the_same_to_upstream(mlir_opt):
    """mlir-opt reads what we print of each text as it reads the text."""
    texts = [
        *TYPES,
        *ATTRIBUTES,
        *("dense<[1.0, 2.0]> : tensor<2xf80>", "dense<[0.1, 2.0]> : tensor<2xf8E4M3FN>"),
        *('dense<"0x05"> : tensor<3xi1>', "dense<[(1.0, 2.0)]> : tensor<1xcomplex<f32>>"),
        *("sparse<[[0, 0]], [1]> : tensor<2x2xi32>", "0x7FC00000 : f32", "-0.0", "0.1 : f16"),
        *("affine_map<(i, j)[n] -> (i + j + i, 3 - i, -(i * 2), (i + n) mod 8)>",),
        *("affine_set<(i)[n] : (i <= n, i - 1 >= n * 2, i == 3)>", "340282366920938463463 : i128"),
    ]
    chunks = [f'"t.op"() {{a = {text}}} : () -> ()' for text in texts]
    ours = [print_op(parse_module(c, CONTEXT), generic=True) for c in chunks]
    theirs = [_reprint(mlir_opt, "\n// -----\n".join(c)) for c in (chunks, ours)]
    assert theirs[1].split("// -----") == theirs[0].split("// -----")
    assert theirs[0].count("t.op") == len(texts)


def _reprint(mlir_opt, text):
    flags = ["--allow-unregistered-dialect", "--mlir-print-op-generic", "--split-input-file"]
    return subprocess.run(
        [mlir_opt, *flags], input=text, capture_output=True, text=True, check=True
    ).stdout


def test_dense_elements_compare_by_value():
    text = "dense<[1, 2]> : tensor<2xi64>"
    assert elements(text) == DenseElementsAttr.of(RankedTensorType((2,), I64), [1, 2])
