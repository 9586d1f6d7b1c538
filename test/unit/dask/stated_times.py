"""Trials with stated times, in a file of their own that workers can import."""

import random
import time
from functools import partial

from mlirlite.dask.models import Source
from mlirlite.runtime.trials import Trials, key_of


class Stated(Trials):
    """Times that depend on the schedule only, and not on who measures it; some schedules fail."""

    seconds = 0.0

    def default_ms(self, op):
        return 1.0 + len(op) % 7

    def time(self, op, schedule):
        time.sleep(self.seconds)
        chance = random.Random(op + key_of(schedule))
        if chance.random() < 0.1:
            return {"error": "it fails"}
        ratio = 0.5 + chance.random()
        return {"ms": ratio, "default_ms": 1.0, "ratio": ratio}

    def in_model(self, schedules):
        return {n: (1.0, 0.9) for t in self.tasks.values() for n in t.nodes}


class Slow(Stated):
    """The same, long enough to be killed."""

    seconds = 0.05


def source(model, kind=Stated):
    """What workers are given."""
    return Source.of(partial(kind, model))
