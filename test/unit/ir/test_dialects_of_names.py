"""Dialects check ops and attributes that belong to them by name only, also dialects of plugins."""

from mlirlite.ir.context import Context
from mlirlite.ir.dialect import Dialect
from mlirlite.ir.verifier import verify
from mlirlite.parser import parse_module

TEXT = '"mine.unknown"() {mine.bad} : () -> ()\n"other.unknown"() : () -> ()'


class Mine(Dialect):
    allows_unknown_operations = True

    def check_attribute(self, op, name, value):
        return op.error(f"does not like '{name}'") if name == "mine.bad" else None


def test_a_plugin_is_asked():
    context = Context(allow_unregistered=True)
    context.register(Mine("mine", __name__))
    module = parse_module(TEXT, context)
    found = verify(module, allow_unregistered=False, dialect=context.dialect)
    assert [d.message for d in found] == [
        "'mine.unknown' op does not like 'mine.bad'",
        "unregistered operation 'other.unknown' found in dialect ('other') that does not allow "
        "unknown operations",
    ]


def test_without_it_nothing_is_known():
    module = parse_module(TEXT, Context(allow_unregistered=True))
    assert verify(module) == []
    assert len(verify(module, allow_unregistered=False)) == 2
