"""transform.structured: ops on structured ops, those of linalg and others that can be tiled."""

from mlirlite.dialects.transform.extensions.structured.match import (
    MatchStructuredBodyOp as MatchStructuredBodyOp,
    MatchStructuredClassifyContractionDimsOp as MatchStructuredClassifyContractionDimsOp,
    MatchStructuredClassifyConvolutionDimsOp as MatchStructuredClassifyConvolutionDimsOp,
    MatchStructuredDimOp as MatchStructuredDimOp,
    MatchStructuredElementalBitwidthOp as MatchStructuredElementalBitwidthOp,
    MatchStructuredInitOp as MatchStructuredInitOp,
    MatchStructuredInputOp as MatchStructuredInputOp,
    MatchStructuredNumInitsOp as MatchStructuredNumInitsOp,
    MatchStructuredNumInputsOp as MatchStructuredNumInputsOp,
    MatchStructuredOp as MatchStructuredOp,
    MatchStructuredRankOp as MatchStructuredRankOp,
    MatchStructuredResultOp as MatchStructuredResultOp,
    MatchStructuredYieldOp as MatchStructuredYieldOp,
)
from mlirlite.dialects.transform.extensions.structured.memory import (
    BufferizeToAllocationOp as BufferizeToAllocationOp,
    EliminateLinalgOpAnchoredEmptyTensorsOp as EliminateLinalgOpAnchoredEmptyTensorsOp,
    InsertSliceToCopyOp as InsertSliceToCopyOp,
    LinalgCopyToMemrefOp as LinalgCopyToMemrefOp,
    PromoteOp as PromoteOp,
    PromoteTensorOp as PromoteTensorOp,
    RewriteInDestinationPassingStyleOp as RewriteInDestinationPassingStyleOp,
)
from mlirlite.dialects.transform.extensions.structured.pack import (
    HoistPadBuildPackingLoopNestOp as HoistPadBuildPackingLoopNestOp,
    HoistPadOp as HoistPadOp,
    LowerPackOp as LowerPackOp,
    LowerUnPackOp as LowerUnPackOp,
    PackGreedilyOp as PackGreedilyOp,
    PackOp as PackOp,
    PackTransposeOp as PackTransposeOp,
    PadOp as PadOp,
    PadTilingInterfaceOp as PadTilingInterfaceOp,
)
from mlirlite.dialects.transform.extensions.structured.rewrite import (
    ConvertConv2DToImg2ColOp as ConvertConv2DToImg2ColOp,
    ConvertToLoopsOp as ConvertToLoopsOp,
    DecomposeInterfaceOp as DecomposeInterfaceOp,
    DecomposeOp as DecomposeOp,
    DecomposeWinogradOp as DecomposeWinogradOp,
    FlattenElementwiseLinalgOp as FlattenElementwiseLinalgOp,
    GeneralizeOp as GeneralizeOp,
    InterchangeOp as InterchangeOp,
    MatchOp as MatchOp,
    ReplaceOp as ReplaceOp,
    ScalarizeOp as ScalarizeOp,
    SpecializeOp as SpecializeOp,
    TransposeConv2DOp as TransposeConv2DOp,
    TransposeMatmulOp as TransposeMatmulOp,
    WinogradConv2DOp as WinogradConv2DOp,
)
from mlirlite.dialects.transform.extensions.structured.tile import (
    ContinuousTileSizesOp as ContinuousTileSizesOp,
    FuseIntoContainingOp as FuseIntoContainingOp,
    FuseOp as FuseOp,
    MapCopyToThreadsOp as MapCopyToThreadsOp,
    MultiTileSizesOp as MultiTileSizesOp,
    SplitOp as SplitOp,
    SplitReductionOp as SplitReductionOp,
    TileReductionUsingForallOp as TileReductionUsingForallOp,
    TileReductionUsingForOp as TileReductionUsingForOp,
    TileUsingForallOp as TileUsingForallOp,
    TileUsingForOp as TileUsingForOp,
)
from mlirlite.dialects.transform.extensions.structured.vectorize import (
    HoistRedundantVectorBroadcastsOp as HoistRedundantVectorBroadcastsOp,
    HoistRedundantVectorTransfersOp as HoistRedundantVectorTransfersOp,
    VectorizeChildrenAndApplyPatternsOp as VectorizeChildrenAndApplyPatternsOp,
    VectorizeOp as VectorizeOp,
)
