"""C++ expressions of predicates, by the names of a dialect of the package."""

from types import SimpleNamespace

import pytest

from mlirlite.dialects import spirv
from mlirlite.ir.context import builtin_dialect
from mlirlite.ir.types import F32, I32, VectorType
from mlirlite.ods.cpp import Unknown, compiled

NAMES = builtin_dialect("spirv").upstream
OP = SimpleNamespace(
    lhs=SimpleNamespace(type=I32), mask=None, properties={"scope": spirv.Scope.Subgroup}
)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("cast<VectorType>($_self).getShape() == ::llvm::ArrayRef<int64_t>({4})", True),
        ("cast<VectorType>($_self).getShape() == ::llvm::ArrayRef<int64_t>{}", False),
        ("is_contained({::mlir::spirv::Dim::Cube}, ::mlir::spirv::Dim::Rect)", False),
        ("getProperties().scope == ::mlir::spirv::Scope::Subgroup", True),
        ("getLhsType().getIntOrFloatBitWidth() * 2", 64),
        ("SmallVector<Type, 2>(2, getLhsType())", (I32, I32)),
        ("bool(getLhs()) == bool(getMask())", False),
        ("::mlir::spirv::bitEnumContainsAny(6, 4 | 8)", True),
    ],
)
def test_what_predicates_use(text, value):
    assert compiled(text, NAMES)({"$_self": VectorType((4,), F32), "$_op": OP}) == value


@pytest.mark.parametrize(
    "text",
    [
        "::mlir::spirv::Dim::Dim9D",
        "getRhs()",
        "unheardOf($_self)",
        "SmallVector<Type, 2>(1, 2, 3)",
        "SmallVector<Type, 2>(1000000000, 2)",
        "cast<VectorType>(1, 2)",
    ],
)
def test_what_is_not_known_is_not_true(text):
    with pytest.raises(Unknown):
        compiled(text, NAMES)({"$_op": OP})
