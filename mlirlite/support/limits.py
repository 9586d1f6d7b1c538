"""The compiler's limits, all in one table: a model that exceeds one is an error that names the
limit, or its work is left to run time. `MLIRLITE_LIMITS=inlined-ops=2000000,graph-depth=900` sets
others."""

from __future__ import annotations

from dataclasses import dataclass

from mlirlite.support.diagnostics import DiagnosticError, did_you_mean
from mlirlite.support.env import declare

SETTING = declare("MLIRLITE_LIMITS", "other limits for models, as inlined-ops=2000000")


@dataclass(frozen=True, slots=True)
class Limit:
    """A limit: what it counts, and what to do beyond it."""

    name: str
    most: int
    what: str
    advice: str
    fixed: bool = False

    def get(self) -> int:
        """The number in force."""
        return _settings().get(self.name, self.most)

    def error(self, found: object) -> str:
        """The error for a model that has more."""
        other = "" if self.fixed else f", or set {SETTING.name}={self.name}=…"
        return f"{found} {self.what}, the limit is {self.get()}: {self.advice}{other}"


LIMITS: dict[str, Limit] = {}


def _limit(name: str, most: int, what: str, advice: str, fixed: bool = False) -> Limit:
    limit = LIMITS[name] = Limit(name, most, what, advice, fixed)
    return limit


_LEFT = "what is beyond is computed when the model runs"
RANK = _limit("rank", 64, "dimensions", "numpy has no arrays of more", True)
TYPE_DEPTH = _limit("type-depth", 16, "types in one another", "take sequences apart")
GRAPH_DEPTH = _limit("graph-depth", 250, "graphs in one another", "put less into branches")
CALL_DEPTH = _limit("call-depth", 1000, "functions that wait for one another", "inline some")
INLINED_OPS = _limit(
    "inlined-ops", 500_000, "nodes when its functions are inlined", "let functions call less"
)
VARYING_RANK_OPS = _limit(
    "varying-rank-ops",
    2000,
    "operators in an If whose branches give tensors of different ranks",
    "let both branches give one rank, by Reshape or Unsqueeze",
)
CONSTANT_BYTES = _limit(
    "constant-bytes",
    1 << 28,
    "bytes read and made to evaluate constants, besides four times what they take in the model",
    _LEFT,
)
CONSTANT_STEPS = _limit(
    "constant-steps", 1 << 32, "steps of compiled code to evaluate constants", _LEFT
)
CONSTANT_SECONDS = _limit("constant-seconds", 20, "seconds to evaluate constants by numpy", _LEFT)
THREADS = _limit("threads", 1024, "threads", "more of them than processors make runs slower")
TD_ENTRIES = _limit(
    "td-entries", 300_000, "records, checks and rounds of loops", "let the .td file make fewer"
)
TD_STEPS = _limit(
    "td-steps", 10_000_000, "steps in operators of lists", "let the .td file compute less"
)
TD_PARTS = _limit("td-parts", 1 << 22, "parts", "let the .td file make smaller values", True)


def _settings() -> dict[str, int]:
    """The limits that the environment sets. DiagnosticError for an unknown name or a text that is
    not a number."""
    found = {}
    for part in filter(None, SETTING.get().split(",")):
        name, _, number = part.partition("=")
        if name not in LIMITS or LIMITS[name].fixed:
            raise DiagnosticError(
                f"{SETTING.name}: unknown limit '{name}'{did_you_mean(name, LIMITS)}"
            )
        if not number.isdigit() or len(number) > 18:
            raise DiagnosticError(f"{SETTING.name}: expected a number for {name}, found '{number}'")
        found[name] = int(number)
    return found
