# ruff: noqa: F401
"""transform.structured: ops on structured ops, those of linalg and others that can be tiled."""

from mlirlite.dialects.transform.extensions.structured.match import (
    MatchStructuredBodyOp,
    MatchStructuredClassifyContractionDimsOp,
    MatchStructuredClassifyConvolutionDimsOp,
    MatchStructuredDimOp,
    MatchStructuredElementalBitwidthOp,
    MatchStructuredInitOp,
    MatchStructuredInputOp,
    MatchStructuredNumInitsOp,
    MatchStructuredNumInputsOp,
    MatchStructuredOp,
    MatchStructuredRankOp,
    MatchStructuredResultOp,
    MatchStructuredYieldOp,
)
from mlirlite.dialects.transform.extensions.structured.memory import (
    BufferizeToAllocationOp,
    EliminateLinalgOpAnchoredEmptyTensorsOp,
    InsertSliceToCopyOp,
    LinalgCopyToMemrefOp,
    PromoteOp,
    PromoteTensorOp,
    RewriteInDestinationPassingStyleOp,
)
from mlirlite.dialects.transform.extensions.structured.pack import (
    HoistPadBuildPackingLoopNestOp,
    HoistPadOp,
    LowerPackOp,
    LowerUnPackOp,
    PackGreedilyOp,
    PackOp,
    PackTransposeOp,
    PadOp,
    PadTilingInterfaceOp,
)
from mlirlite.dialects.transform.extensions.structured.rewrite import (
    ConvertConv2DToImg2ColOp,
    ConvertToLoopsOp,
    DecomposeInterfaceOp,
    DecomposeOp,
    DecomposeWinogradOp,
    FlattenElementwiseLinalgOp,
    GeneralizeOp,
    InterchangeOp,
    MatchOp,
    ReplaceOp,
    ScalarizeOp,
    SpecializeOp,
    TransposeConv2DOp,
    TransposeMatmulOp,
    WinogradConv2DOp,
)
from mlirlite.dialects.transform.extensions.structured.tile import (
    ContinuousTileSizesOp,
    FuseIntoContainingOp,
    FuseOp,
    MapCopyToThreadsOp,
    MultiTileSizesOp,
    SplitOp,
    SplitReductionOp,
    TileReductionUsingForallOp,
    TileReductionUsingForOp,
    TileUsingForallOp,
    TileUsingForOp,
)
from mlirlite.dialects.transform.extensions.structured.vectorize import (
    HoistRedundantVectorBroadcastsOp,
    HoistRedundantVectorTransfersOp,
    VectorizeChildrenAndApplyPatternsOp,
    VectorizeOp,
)
