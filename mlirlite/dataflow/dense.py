"""Dense analyses: what holds at places between ops, of memory for example. A place is right after
an op, or at the start of a block."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Generic, TypeVar

from mlirlite.dataflow.flow import (
    Calls,
    is_function,
    is_region_branch,
    region_steps,
)
from mlirlite.dataflow.patience import Patience
from mlirlite.ir.block import Block, Region
from mlirlite.ir.interfaces import CallOp
from mlirlite.ir.operation import Operation

State = TypeVar("State")
Place = Operation | Block


class DenseAnalysis(Generic[State]):
    """The state at each place in an op; constructing an analysis solves it. States are a lattice,
    compared by `==`. The effect of a call of a known function comes from its body and the state
    before the call."""

    flag: ClassVar[str] = ""
    patience: ClassVar[int | None] = None
    """After this many changes the state of a place is widened."""

    def __init__(self, root: Operation) -> None:
        self.root = root
        self.states: dict[Place, State] = {}
        self.calls = Calls(root)
        self._patience = Patience(self.flag, self.patience)
        self.worklist: dict[Place, None] = {}
        self.begin()
        while self.worklist:
            place = self.worklist.popitem()[0]
            self.step(place, self.states[place])

    # To be defined by a subclass

    def unknown(self) -> State:
        """The state that holds whatever has happened, or may happen."""
        raise NotImplementedError

    def join(self, a: State, b: State) -> State:
        """The state that holds where either does."""
        raise NotImplementedError

    def transfer(self, op: Operation, state: State) -> State:
        """The state on the other side of an op: after it, for a forward analysis."""
        raise NotImplementedError

    def widen(self, old: State, new: State) -> State:
        """As `join`, but so that few such steps reach a fixed point."""
        return self.unknown()

    # Queries

    def after(self, op: Operation) -> State | None:
        """The state right after an op; None where control never gets."""
        return self.states.get(op)

    def before(self, op: Operation) -> State | None:
        """The state right before an op; None where control never gets."""
        place = _before(op)
        return None if place is None else self.states.get(place)

    # Solving

    def begin(self) -> None:
        """The places where facts start."""
        raise NotImplementedError

    def step(self, place: Place, state: State) -> None:
        """Propagate the state of a place."""
        raise NotImplementedError

    def arrive(self, place: Place | None, state: State) -> None:
        """Join a state into that of a place."""
        if place is None:
            return
        old = self.states.get(place)
        if old is not None:
            new = self.join(old, state)
            if new == old:
                return
            state = self.widen(old, new) if self._patience.is_over(place) else new
        self.states[place] = state
        self.worklist[place] = None

    def known_body(self, op: Operation) -> Operation | None:
        """The function whose body gives the effect of a call."""
        return self.calls.callee(op) if isinstance(op, CallOp) else None


class DenseForwardAnalysis(DenseAnalysis[State]):
    """The state at a place, from what comes before."""

    def entered(self) -> State:
        """The state at the start of a function that anybody may call."""
        return self.unknown()

    def begin(self) -> None:
        for region in self.root.regions:
            state = self.entered() if is_function(self.root) else self.unknown()
            self.arrive(region.first, state)

    def step(self, place: Place, state: State) -> None:
        op = place.first if isinstance(place, Block) else place.next
        function = None if op is None else self.known_body(op)
        if op is None:
            for target in self._behind_end(place):
                self.arrive(target, state)
        elif is_region_branch(op):
            for region in region_steps(op, None):
                self.arrive(op if region is None else region.first, state)
        elif function is not None:
            if not self.calls.is_open(function):
                self.arrive(function.regions[0].first, state)
            self.arrive(op, state)  # an allocation of a recursive call is not the one here
        elif is_function(op):
            if self.calls.is_open(op):
                self.arrive(op.regions[0].first, self.entered())
            self.arrive(op, state)
        else:
            for region in op.regions:
                self.arrive(region.first, self.unknown())
            self.arrive(op, self.transfer(op, state))

    def _behind_end(self, place: Place) -> Iterator[Place | None]:
        """Propagate from the end of a block."""
        block = place if isinstance(place, Block) else place.parent
        parent = None if block is None else block.parent_op
        if block is None or parent is None:
            return
        if block.successors:
            yield from block.successors
        elif is_region_branch(parent):
            for region in region_steps(parent, block.parent):
                yield parent if region is None else region.first
        elif is_function(parent):
            yield from self.calls.callers.get(parent, ())


class DenseBackwardAnalysis(DenseAnalysis[State]):
    """The state at a place, from what may come after. It exists also where control never leaves a
    loop."""

    def nothing(self) -> State:
        """The state where nothing follows."""
        raise NotImplementedError

    def begin(self) -> None:
        for op in self.root.walk():
            self.arrive(op, self.nothing())
            known = is_region_branch(op) or (is_function(op) and not self.calls.is_open(op))
            for region in op.regions:
                for block in region:
                    self.arrive(block, self.nothing())
                    if not block.successors and not known:
                        self.arrive(block.last or block, self.unknown())

    def step(self, place: Place, state: State) -> None:
        if isinstance(place, Block):
            for source in self._before_start(place):
                self.arrive(source, state)
            return
        function = self.known_body(place)
        if is_region_branch(place):
            for source in _enterers(place, None):
                self.arrive(source, state)
        elif function is not None:
            for end in _ends(function.regions[0]):
                self.arrive(end, state)
            self.arrive(_before(place), state)
        elif is_function(place):
            self.arrive(_before(place), state)
        else:
            self.arrive(_before(place), self.transfer(place, state))

    def _before_start(self, block: Block) -> Iterator[Place | None]:
        """Propagate from the start of a block to where control comes from."""
        yield from block.users
        parent = block.parent_op
        if parent is None or not block.is_entry:
            return
        if is_region_branch(parent):
            yield from _enterers(parent, block.parent)
        elif is_function(parent):
            for call in self.calls.callers.get(parent, ()):
                yield _before(call)


def _before(op: Operation) -> Place | None:
    return op.parent if op.prev is None else op.prev


def _ends(region: Region) -> Iterator[Place]:
    """Propagate to where control leaves a region."""
    for block in region:
        if not block.successors:
            yield block.last or block


def _enterers(op: Operation, target: Region | None) -> Iterator[Place | None]:
    """Propagate from a region of an op, or from after the op (None), to where control comes
    from."""
    if target in region_steps(op, None):
        yield _before(op)
    for region in op.regions:
        if target in region_steps(op, region):
            yield from _ends(region)
