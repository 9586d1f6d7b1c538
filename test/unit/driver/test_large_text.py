"""Short texts that print as huge ones, and numbers of a million digits: an error or the right
output, in memory bounded by the output."""

import io

import pytest

from mlirlite.driver import opt
from mlirlite.printer import attributes

DOUBLED = {
    "arrays": ("#a{0} = [#a{1}, #a{1}]", "#a0 = [1]", "#a{0}"),
    "dictionaries": ("#a{0} = {{x = #a{1}, y = #a{1}}}", "#a0 = {}", "#a{0}"),
    "tuples": ("!a{0} = tuple<!a{1}, !a{1}>", "!a0 = i32", "!a{0}"),
    "functions": ("!a{0} = (!a{1}, !a{1}) -> !a{1}", "!a0 = i32", "!a{0}"),
    "structs": ("!a{0} = !llvm.struct<(!a{1}, !a{1})>", "!a0 = i32", "!a{0}"),
    "locations": ("#a{0} = loc(fused[#a{1}, #b{1}])\n#b{0} = loc(fused[#b{1}, #a{1}])",
        "#a0 = loc(\"a\")\n#b0 = loc(\"b\")", "#a{0}"),
    "a thousand of a thousand": ("#a{0} = [" + ", ".join(["#a{1}"] * 1000) + "]", "#a0 = [1]",
        "#a{0}"),
}  # fmt: skip


def call(text, *words):
    out, err = io.StringIO(), io.StringIO()
    code = opt.main(["-", *words], stdin=io.StringIO(text), stdout=out, stderr=err)
    return code, out.getvalue(), err.getvalue()


@pytest.mark.parametrize("name", DOUBLED)
@pytest.mark.parametrize(
    "words", [[], ["--canonicalize"], ["--mlir-print-op-generic"], ["--mlir-print-local-scope"]]
)
def test_what_doubles_is_printed_or_refused(name, words, monkeypatch):
    monkeypatch.setattr(attributes, "_LARGEST", 1 << 22)
    monkeypatch.setattr(attributes, "_LARGE", 1 << 16)
    again, first, last = DOUBLED[name]
    levels = 6 if len(again) > 1000 else 60
    lines = [first, *(again.format(n, n - 1) for n in range(1, levels))]
    lines.append(f"module attributes {{t.x = {last.format(levels - 1)}}} {{}}")
    code, out, err = call("\n".join(lines) + "\n", *words)
    assert len(out) < 1 << 24
    if code:
        assert err.startswith("mlirlite-opt: error: an attribute has a text of ")
        assert len(err) < 200


NINES = "9" * 10_000
LONG = {
    "attribute": f"func.func private @f() attributes {{a = {NINES} : i64000}}",
    "dimension": f"func.func private @f(tensor<{NINES}xf32>)",
    "width": f"func.func private @f(i{NINES})",
    "count of results": f'%0:{NINES} = "a.b"() : () -> i32',
    "map": f"#m = affine_map<(d0) -> (d0 + {NINES})>",
    "elements": f"#m = dense<{NINES}> : tensor<2xi32>",
    "array": f"#m = array<i32: {NINES}>",
    "stride": f"#m = strided<[{NINES}]>",
    "constant": f"func.func @f() {{\n  %0 = arith.constant {NINES} : index\n  return\n}}",
}


@pytest.mark.parametrize("name", LONG)
def test_numbers_of_many_digits_have_a_limit(name):
    code, out, err = call(LONG[name] + "\n", "--allow-unregistered-dialect")
    assert (code, out) == (1, "")
    assert "expected an integer of at most 4300 digits, found 10000; write it in hex" in err
    assert "MLE0105" in err
    assert err.count("error:") == 1


def test_hexadecimal_has_none():
    digits = "7" + "f" * 1_000_000
    text = f"func.func private @f() attributes {{a = 0x{digits} : i16000000}}\n"
    code, out, err = call(text)
    assert (code, err) == (0, "")
    assert f"a = 0x{digits} : i16000000" in out
    assert call(out)[1] == out


def test_long_constants_are_computed_with():
    text = (
        f"func.func @f() -> i999999 {{\n  %0 = arith.constant 0x{'f' * 10_000} : i999999\n"
        "  %1 = arith.addi %0, %0 : i999999\n  return %1 : i999999\n}\n"
    )
    code, out, err = call(text, "--canonicalize")
    assert (code, err) == (0, "")
    assert f"arith.constant 0x1{'f' * 9_999}e : i999999" in out


def test_a_negative_one_is_read_back():
    text = f"func.func private @f() attributes {{a = 0xf{'0' * 9_999} : i40000}}\n"
    assert call(text)[1].count("0" * 9_999) == 1
    assert call(call(text)[1])[1] == call(text)[1]
