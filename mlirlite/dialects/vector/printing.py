"""vector.print."""

from collections.abc import Sequence

from mlirlite.dialects.vector._constraints import Printable
from mlirlite.dialects.vector.enums import NEWLINE, PrintPunctuationAttr
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import OptOperand, OptProp, Prop
from mlirlite.ir.interfaces import Effect, EffectKind, MemoryEffects
from mlirlite.ir.traits import Predicate


class PrintOp(
    Op,
    MemoryEffects,
    name="vector.print",
    traits=(
        Predicate(
            "`source` or `punctuation` are not set when printing strings",
            lambda op: (
                op.stringLiteral is None or (op.source is None and op.punctuation is NEWLINE)
            ),
        ),
    ),
):
    """Prints a value, a string or punctuation while the program runs.

    ```mlir
    vector.print %v : vector<4xf32>
    ```
    """

    source: OptOperand[Printable]
    punctuation: Prop[PrintPunctuationAttr] = NEWLINE
    stringLiteral: OptProp[str]
    assembly_format = (
        "($source^ `:` type($source))? oilist(`str` $stringLiteral | `punctuation` $punctuation) "
        "attr-dict"
    )

    def effects(self) -> Sequence[Effect]:
        return (Effect(EffectKind.WRITE),)
