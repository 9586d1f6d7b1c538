"""The krnl dialect: loops with a schedule, and the ops that ONNX ops become before they are only
loops."""

from mlirlite.dialects.krnl.boxes import (
    ArenaAllocOp as ArenaAllocOp,
    ArenaFreeOp as ArenaFreeOp,
    ArenaOp as ArenaOp,
    BoxOp as BoxOp,
    FormatOp as FormatOp,
    StringBytesOp as StringBytesOp,
    StringOfOp as StringOfOp,
    UnboxOp as UnboxOp,
)
from mlirlite.dialects.krnl.dot import DotOp as DotOp
from mlirlite.dialects.krnl.lookup import LookupOp as LookupOp
from mlirlite.dialects.krnl.loops import (
    Bound as Bound,
    DefineLoopsOp as DefineLoopsOp,
    IterateOp as IterateOp,
    LoopRange as LoopRange,
    YieldOp as YieldOp,
    bound_map as bound_map,
)
from mlirlite.dialects.krnl.math import (
    AcoshOp as AcoshOp,
    AcosOp as AcosOp,
    AsinhOp as AsinhOp,
    AsinOp as AsinOp,
    AtanhOp as AtanhOp,
    AtanOp as AtanOp,
    ErfOp as ErfOp,
    IsInfOp as IsInfOp,
    IsNaNOp as IsNaNOp,
    RoundEvenOp as RoundEvenOp,
    TanOp as TanOp,
)
from mlirlite.dialects.krnl.memory import (
    GetLinearOffsetIndexOp as GetLinearOffsetIndexOp,
    GlobalOp as GlobalOp,
    LoadOp as LoadOp,
    MayOverwriteOp as MayOverwriteOp,
    MemcpyOp as MemcpyOp,
    MemsetOp as MemsetOp,
    OwnedOp as OwnedOp,
    PrefetchOp as PrefetchOp,
    StoreOp as StoreOp,
    VectorTypeCastOp as VectorTypeCastOp,
)
from mlirlite.dialects.krnl.pair_dot import PairDotOp as PairDotOp
from mlirlite.dialects.krnl.runtime import (
    MOST_VALUES as MOST_VALUES,
    CallOp as CallOp,
    EntryPointOp as EntryPointOp,
    FindIndexOp as FindIndexOp,
    InstrumentInitOp as InstrumentInitOp,
    InstrumentOp as InstrumentOp,
    NoneOp as NoneOp,
    PollOp as PollOp,
    PrintOp as PrintOp,
    PrintTensorOp as PrintTensorOp,
    RandomNormalOp as RandomNormalOp,
    RegionOp as RegionOp,
    RequireOp as RequireOp,
    StrlenOp as StrlenOp,
    StrncmpOp as StrncmpOp,
)
from mlirlite.dialects.krnl.schedule import (
    BlockOp as BlockOp,
    GetInductionVariableValueOp as GetInductionVariableValueOp,
    MovableOp as MovableOp,
    ParallelClauseOp as ParallelClauseOp,
    ParallelOp as ParallelOp,
    PermuteOp as PermuteOp,
    SpecializedKernelOp as SpecializedKernelOp,
    TerminatorOp as TerminatorOp,
    UnrollOp as UnrollOp,
)
from mlirlite.dialects.krnl.sequence import (
    SeqAllocOp as SeqAllocOp,
    SeqDeallocOp as SeqDeallocOp,
    SeqExtractOp as SeqExtractOp,
    SeqStoreOp as SeqStoreOp,
)
from mlirlite.dialects.krnl.tiles import (
    CopyFromBufferOp as CopyFromBufferOp,
    CopyToBufferOp as CopyToBufferOp,
    MatMulOp as MatMulOp,
    sizes_of as sizes_of,
)
from mlirlite.dialects.krnl.types import (
    BOX as BOX,
    LOOP as LOOP,
    STRING as STRING,
    BoxType as BoxType,
    LoopType as LoopType,
    StringType as StringType,
)
from mlirlite.ir.dialect import Dialect


class KrnlDialect(Dialect):
    """The loops between onnx and affine."""

    registered_in_bytecode = False  # no tool but this one has these declarations


DIALECT = KrnlDialect("krnl", __name__)
