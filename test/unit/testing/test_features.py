"""Feature expressions of REQUIRES:, UNSUPPORTED: and XFAIL:."""

import pytest

from mlirlite.testing.features import FeatureError, evaluate


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("a", True),
        ("c", False),
        ("!c", True),
        ("a && c", False),
        ("a || c && c", True),
        ("(a || c) && c", False),
        ("!(a && b)", False),
        ("!!a", True),
        ("*", True),
        ("true && !false", True),
        ("mlir-opt", True),
        (" a&&b ", True),
    ],
)
def test_evaluate(expression, expected):
    assert evaluate(expression, {"a", "b", "mlir-opt"}) is expected


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        ("a &&", "expected a feature name"),
        ("(a", "expected ')'"),
        ("a b", "unexpected 'b'"),
        ("a & b", "unexpected '&'"),
        ("", "expected a feature name"),
    ],
)
def test_errors_name_the_expression(expression, message):
    with pytest.raises(FeatureError) as error:
        evaluate(expression, set())
    assert str(error.value) == f"{message} in the feature expression {expression!r}"
