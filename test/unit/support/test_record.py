"""Records behave like dataclasses."""

import inspect
import pickle

import pytest

from mlirlite.support.record import Record, field, replace


class Point(Record):
    x: int
    y: int = 0


class Named(Point, kw_only=True):
    name: str


class Bag(Record, frozen=False):
    items: list[int] = field(factory=list)


def test_fields_defaults_and_bases():
    assert (Point(1).x, Point(1).y, Named(1, name="p").name) == (1, 0, "p")
    assert repr(Named(1, name="p")) == "Named(x=1, y=0, name='p')"
    assert str(inspect.signature(Point)) == "(x, y=0)"


def test_equality_hash_replacement_and_copies():
    assert Point(1) == Point(1, 0) != Point(2)
    assert Point(1) != Named(1, name="")
    assert hash(Point(1)) == hash(Point(x=1))
    assert replace(Point(1), y=3) == Point(1, 3)
    assert pickle.loads(pickle.dumps(Point(1, 2))) == Point(1, 2)


@pytest.mark.parametrize(
    ("values", "named", "message"),
    [
        ((), {}, "Point misses argument 'x'"),
        ((1, 2, 3), {}, "Point takes 2 arguments, got 3"),
        ((1,), {"x": 2}, "Point got argument 'x' twice"),
        ((), {"z": 2}, "Point got argument 'z' which it does not have"),
    ],
)
def test_arguments_that_do_not_fit(values, named, message):
    with pytest.raises(TypeError, match=message):
        Point(*values, **named)


def test_only_some_change():
    with pytest.raises(AttributeError, match="does not change"):
        Point(1).x = 2
    bag = Bag()
    bag.items.append(1)
    bag.items = [*bag.items, 2]
    assert (bag.items, Bag().items) == ([1, 2], [])
    with pytest.raises(TypeError, match="unhashable"):
        hash(bag)
