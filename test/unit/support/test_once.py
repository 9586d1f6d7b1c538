"""Attributes that are computed once, whatever the threads do."""

import threading
import time

from mlirlite.support.once import once


class Counted:
    def __init__(self) -> None:
        self.calls = 0

    @once
    def value(self) -> int:
        """Takes long enough for all threads to ask."""
        self.calls += 1
        time.sleep(0.01)
        return self.calls


def test_threads_get_one_value() -> None:
    counted = Counted()
    found: list[int] = []
    threads = [threading.Thread(target=lambda: found.append(counted.value)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (found, counted.calls) == ([1] * 8, 1)


def test_a_value_may_be_set_and_the_class_shows_the_attribute() -> None:
    counted = Counted()
    counted.__dict__["value"] = 7
    assert counted.value == 7
    assert isinstance(Counted.value, once)
