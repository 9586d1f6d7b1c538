"""Symbols: names that are free."""

import mlirlite
from mlirlite.dsl import SymbolTables


def test_a_free_name_is_the_one_that_was_asked_for_or_it_with_a_number():
    module = mlirlite.parse(
        "module { func.func private @a() func.func private @a_0() func.func private @c() }"
    )
    inner = next(op for op in module.walk() if op.name == "func.func")
    names = [SymbolTables().free_name(inner, name) for name in ("a", "b", "c")]
    assert names == ["a_1", "b", "c_0"]
