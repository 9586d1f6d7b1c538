"""The common part of named structured ops: their text leaves out the body."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from mlirlite.dialects.linalg.enums import TypeFn, TypeFnAttr
from mlirlite.dialects.linalg.forms import ARITY, Named, loops_of, maps_of
from mlirlite.dialects.linalg.structured import (
    HIDDEN,
    MEMOIZED,
    SegmentedOp,
    element_or_self,
    fill_region,
    parse_parts,
    print_ins_outs,
    shape_of,
)
from mlirlite.ir.affine import AffineMap
from mlirlite.ir.attributes import AffineMapAttr, ArrayAttr
from mlirlite.support.diagnostics import DiagnosticError

if TYPE_CHECKING:
    from mlirlite.parser import OpParser, OpState
    from mlirlite.printer import Printer


def _wrong_count(p: "OpParser", state: "OpState", wanted: int) -> DiagnosticError:
    return p.error(
        f"[parseNamedStructuredOpRegion] ods-gen generated region expects {wanted} args, got "
        f"{len(state.operands)}"
    )


class NamedOp(SegmentedOp):
    """Base of named structured ops: their text leaves out the body."""

    named: ClassVar[Named]

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> None:
        """Read what follows the name."""
        where = p.here()
        cls.parse_maps(p, state)
        cls.parse_rest(p, state, where)

    @classmethod
    def parse_rest(cls, p: "OpParser", state: "OpState", where: Any) -> None:
        """Read what follows the maps, and make the body."""
        parse_parts(p, state)
        state.result_types = p.arrow_types(optional=True)
        cls.complete(state)
        cls.fill(p, state, where)

    @classmethod
    def parse_maps(cls, p: "OpParser", state: "OpState") -> None:
        """Read what precedes the attributes."""

    @classmethod
    def complete(cls, state: "OpState") -> None:
        """Add properties that the text left out."""

    @classmethod
    def fill(cls, p: "OpParser", state: "OpState", where: Any) -> None:
        """Make the body."""
        count = len(cls.named.form.split(",")) if cls.named.form else 0
        wanted = count + 1 if count else ARITY.get(cls.name, 1) + 1
        if len(state.operands) != wanted:
            raise _wrong_count(p, state, wanted)
        cast = state.properties.get("cast")
        unsigned = isinstance(cast, TypeFnAttr) and cast.value is TypeFn.cast_unsigned
        fill_region(p, state, cls.named.body, where, unsigned=unsigned)

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        hidden = self.print_maps(p)
        p.attr_dict(self, (*HIDDEN, *hidden))
        print_ins_outs(p, self.inputs, self.outputs)
        p.arrow_types(self.result_types)

    def print_maps(self, p: "Printer") -> Sequence[str]:
        """Print what precedes the attributes; returns the names of the printed properties."""
        return ()

    def maps(self) -> Sequence[AffineMap]:
        if not self.named.form:
            rank = len(shape_of(self.operands[-1].type))
            identity, scalar = AffineMap.identity(rank), AffineMap(rank, 0, ())
            return [
                scalar if element_or_self(v.type) is v.type else identity for v in self.operands
            ]
        known = self.attributes.get(MEMOIZED)
        if isinstance(known, ArrayAttr):
            return [m.map for m in known if isinstance(m, AffineMapAttr)]
        maps = maps_of(self.named.form, self.factors())
        self.attributes[MEMOIZED] = ArrayAttr(tuple([AffineMapAttr(m) for m in maps]))
        return maps

    def factors(self) -> Sequence[Sequence[int]]:
        """Strides and dilations."""
        return ()

    def num_loops(self) -> int:
        if not self.named.form:
            return len(shape_of(self.operands[-1].type))
        return loops_of(self.named.form)
