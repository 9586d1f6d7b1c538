"""Attributes that are computed once, whatever the threads do."""

import threading
import time

from mlirlite.support.once import once, single


class Counted:
    def __init__(self) -> None:
        self.calls = 0

    @once
    def value(self) -> int:
        """Takes long enough for all threads to ask."""
        self.calls += 1
        time.sleep(0.01)
        return self.calls


def in_threads(function):
    """What eight threads get that call at the same time."""
    found = []
    threads = [threading.Thread(target=lambda: found.append(function())) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


def test_threads_get_one_value() -> None:
    counted = Counted()
    assert (in_threads(lambda: counted.value), counted.calls) == ([1] * 8, 1)


def test_a_single_result_for_all_threads() -> None:
    @single
    def made(name: str) -> list[str]:
        time.sleep(0.01)
        return [name]

    assert len({id(result) for result in in_threads(lambda: made("a"))}) == 1
    assert made("b") is not made("a")


def test_a_value_may_be_set_and_the_class_shows_the_attribute() -> None:
    counted = Counted()
    counted.__dict__["value"] = 7
    assert counted.value == 7
    assert isinstance(Counted.value, once)
