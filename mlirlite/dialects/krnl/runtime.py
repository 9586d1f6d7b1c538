"""Ops of krnl that need the runtime: entry points, calls, printing, strings, random numbers."""

from collections.abc import Sequence
from typing import Annotated, Any

from mlirlite.dialects.krnl.types import STRING, String
from mlirlite.ir.attributes import (
    UNIT,
    IntegerAttr,
    StringAttr,
    SymbolRefAttr,
    UnitAttr,
    i32_attr,
    symbol_ref,
)
from mlirlite.ir.constraints import (
    AnyFloat,
    AnyMemRef,
    AnyType,
    Bool,
    Constraint,
    Index,
    Int32,
    Int64,
    exactly,
)
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import (
    Operand,
    OptOperand,
    OptProp,
    Prop,
    RegionField,
    Result,
    VarOperand,
    VarResult,
    default,
)
from mlirlite.ir.interfaces import Effect, EffectKind, FunctionLike, MemoryEffects, SymbolUser
from mlirlite.ir.locations import AnyLocation
from mlirlite.ir.traits import AffineScope, NoTerminator, Pure, SingleBlock
from mlirlite.ir.types import I32, I64, NONE, IntegerType, MemRefType, NoneType, Signedness
from mlirlite.support.diagnostics import Diagnostic

SI64 = IntegerType(64, Signedness.SIGNED)
_SOMEWHERE = (Effect(EffectKind.WRITE),)


class EntryPointOp(Op, SymbolUser, name="krnl.entry_point"):
    """Names a function as a model's entry and describes its inputs and outputs in JSON:
    `inputs\\00@outputs\\00`.

    ```mlir
    "krnl.entry_point"() {func = @main_graph, numInputs = 1 : i32, numOutputs = 1 : i32,
                          signature = "[in]\\00@[out]\\00"} : () -> ()
    ```
    """

    @classmethod
    def of(
        cls,
        function: str,
        num_inputs: int,
        num_outputs: int,
        signature: str,
        loc: AnyLocation | None = None,
    ) -> "EntryPointOp":
        """The entry point for a function with this signature."""
        attributes = {
            "func": symbol_ref(function),
            "numInputs": i32_attr(num_inputs),
            "numOutputs": i32_attr(num_outputs),
            "signature": StringAttr(signature),
        }
        return cls.create(attributes=attributes, location=loc)

    @property
    def function(self) -> str:
        """The function's name."""
        function: Any = self.attributes["func"]
        return str(function.leaf)

    @property
    def signature(self) -> tuple[str, str]:
        """JSON of the inputs and of the outputs."""
        signature: Any = self.attributes["signature"]
        inputs, _, outputs = signature.value.partition("\0@")
        return inputs, outputs.removesuffix("\0")

    def verify_op(self) -> Diagnostic | None:
        wanted = (
            ("func", SymbolRefAttr, "a symbol reference"),
            ("numInputs", IntegerAttr, "an integer"),
            ("numOutputs", IntegerAttr, "an integer"),
            ("signature", StringAttr, "a string"),
        )
        for name, cls, words in wanted:
            if not isinstance(self.attributes.get(name), cls):
                return self.error(f"requires attribute '{name}', {words}")
        return None

    def verify_symbol_uses(self, tables: Any) -> Diagnostic | None:
        found = tables.lookup(self, self.attributes["func"])
        if not isinstance(found, FunctionLike):
            return self.error(f"'{self.function}' does not reference a function")
        return None


class RegionOp(Op, name="krnl.region", traits=(NoTerminator, SingleBlock(), AffineScope)):
    """A scope for affine loops: values made directly in it may be symbols of their bounds.

    ```mlir
    "krnl.region"() ({
    }) : () -> ()
    ```
    """

    bodyRegion: RegionField


class CallOp(Op, MemoryEffects, name="krnl.call"):
    """Calls a function of the runtime. The first `numOfOutput` parameters are buffers it writes;
    it neither allocates nor frees any. Other attributes are passed on as parameters.

    ```mlir
    "krnl.call"(%r, %a) <{funcName = "f", numOfOutput = 1 : si64}>
        : (memref<4xf32>, memref<4xf32>) -> ()
    ```
    """

    funcName: Prop[str]
    numOfOutput: Prop[Annotated[int, SI64]] = default(1)
    parameters: VarOperand[AnyType]
    returnValue: VarResult[
        Annotated[
            IntegerType,
            Constraint(
                "floating-point or integer",
                lambda t: hasattr(t, "width"),
            ),
        ]
    ]

    def effects(self) -> Sequence[Effect]:
        outputs = self.numOfOutput
        return [
            Effect(EffectKind.WRITE if i < outputs else EffectKind.READ, value)
            for i, value in enumerate(self.operands)
            if isinstance(value.type, MemRefType)
        ]


MOST_VALUES = 5
"""How many values a message can show: as many as fit into registers beside its address."""


class RequireOp(Op, MemoryEffects, name="krnl.require"):
    """Ends the run with a message when a condition does not hold.

    The message is a printf format: `%lld` stands for the next of the values, at most five, and `%%`
    for a per cent sign. An empty message means out of memory.

    ```mlir
    krnl.require %ok, "onnx.Add: sizes %lld and %lld do not broadcast"(%a, %b)
    ```
    """

    # MLIR differs: onnx-mlir checks nothing at run time.
    condition: Operand[Bool]
    values: VarOperand[Index]
    message: Prop[str]
    assembly_format = "$condition `,` $message (`(` $values^ `)`)? attr-dict"

    def verify_op(self) -> Diagnostic | None:
        wanted, found = self.message.count("%lld"), len(self.values)
        if wanted != found or wanted > MOST_VALUES:
            return self.error(
                f"has a message for {wanted} values, found {found}, at most {MOST_VALUES}"
            )
        return None

    def effects(self) -> Sequence[Effect]:
        return _SOMEWHERE


class PollOp(Op, MemoryEffects, name="krnl.poll"):
    """Checks now and then whether the user wants the run to end, and ends it then. Libraries for C
    never check.

    ```mlir
    krnl.poll
    ```
    """

    # MLIR differs: onnx-mlir has no such op.
    assembly_format = "attr-dict"

    def effects(self) -> Sequence[Effect]:
        return _SOMEWHERE


class NoneOp(Op, name="krnl.noValue"):
    """Stands for an optional parameter that is not given.

    ```mlir
    %none = "krnl.noValue"() <{value}> : () -> none
    ```
    """

    value: Prop[UnitAttr] = default(UNIT)
    none_val: Result[Annotated[NoneType, exactly(NONE, "none type")]]


class PrintOp(Op, MemoryEffects, name="krnl.print"):
    """Prints a value by a printf format, or the format alone.

    ```mlir
    "krnl.print"(%x) <{format = "x = %f"}> : (f32) -> ()
    ```
    """

    format: Prop[str]
    input: OptOperand[AnyType]

    def effects(self) -> Sequence[Effect]:
        return _SOMEWHERE


class PrintTensorOp(Op, MemoryEffects, name="krnl.print_tensor"):
    """Prints a buffer; `%s` before the message prints the signature, `%t` the type, `%d` the data.

    ```mlir
    "krnl.print_tensor"(%m) <{msg = "%s%d result"}> : (memref<4xf32>) -> ()
    ```
    """

    msg: Prop[str]
    input: Operand[AnyMemRef]

    def effects(self) -> Sequence[Effect]:
        return (Effect(EffectKind.READ, self.operands[0]), *_SOMEWHERE)


class InstrumentOp(Op, MemoryEffects, name="krnl.runtime_instrument"):
    """Tells the runtime that an op of the model begins or ends.

    ```mlir
    "krnl.runtime_instrument"() <{nodeName = "add1", opName = "onnx.Add", tag = 5 : i64}> : () -> ()
    ```
    """

    opName: Prop[str]
    tag: Prop[int]
    nodeName: OptProp[str]

    def effects(self) -> Sequence[Effect]:
        return _SOMEWHERE


class InstrumentInitOp(Op, MemoryEffects, name="krnl.runtime_instrument_init"):
    """Starts the runtime's instrumentation, before the first `krnl.runtime_instrument`.

    ```mlir
    "krnl.runtime_instrument_init"() <{tag = 4 : i64}> : () -> ()
    ```
    """

    tag: Prop[int]

    def effects(self) -> Sequence[Effect]:
        return _SOMEWHERE


class StrlenOp(Op, name="krnl.strlen", traits=(Pure,)):
    """The number of bytes of a string.

    ```mlir
    %n = "krnl.strlen"(%s) : (!krnl.string) -> i64
    ```
    """

    str: Operand[String]
    res: Result[Int64]


class StrncmpOp(Op, name="krnl.strncmp", traits=(Pure,)):
    """Compares two strings up to a number of bytes; 0 when they are equal.

    ```mlir
    %c = "krnl.strncmp"(%a, %b, %n) : (!krnl.string, !krnl.string, i64) -> i32
    ```
    """

    str1: Operand[String]
    str2: Operand[String]
    len: Operand[Int64]
    res: Result[Int32]


I32MemRef = Annotated[
    MemRefType,
    Constraint(
        "memref of 32-bit signless integer values",
        lambda t: isinstance(t, MemRefType) and t.element_type is I32,
    ),
]


class FindIndexOp(Op, name="krnl.find_index", traits=(Pure,)):
    """The index of a string or number in a dictionary; G and V describe a perfect hash table of it.

    ```mlir
    %i = "krnl.find_index"(%x, %G, %V, %n) : (i64, memref<3xi32>, memref<3xi32>, i32) -> index
    ```
    """

    input: Operand[
        Annotated[
            IntegerType,
            Constraint("string type or 64-bit signless integer", lambda t: t in (STRING, I64)),
        ]
    ]
    G: Operand[I32MemRef]
    V: Operand[I32MemRef]
    len: Operand[Int32]
    index: Result[Index]


class RandomNormalOp(Op, MemoryEffects, name="krnl.random_normal"):
    """Fills a buffer with normally distributed random numbers.

    ```mlir
    "krnl.random_normal"(%m, %n, %mean, %scale, %seed)
        : (memref<3x4xf32>, index, f32, f32, f32) -> ()
    ```
    """

    output: Operand[AnyMemRef]
    numberOfValues: Operand[Index]
    mean: Operand[AnyFloat]
    scale: Operand[AnyFloat]
    seed: Operand[AnyFloat]

    def effects(self) -> Sequence[Effect]:
        # MLIR differs: onnx-mlir does not declare this, and its passes must assume any effect.
        return (Effect(EffectKind.WRITE, self.operands[0]),)
