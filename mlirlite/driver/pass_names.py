"""Upstream's names of passes in dumps and time tables: `cse` is CSE, `sccp` SCCP, …"""

from __future__ import annotations

_NAMES = {
    "affine-loop-coalescing": "LoopCoalescing",
    "affine-loop-tile": "AffineLoopTiling",
    "affine-loop-unroll-jam": "AffineLoopUnrollAndJam",
    "affine-raise-from-memref": "RaiseMemrefDialect",
    "affine-scalrep": "AffineScalarReplacement",
    "affine-simplify-structures": "SimplifyAffineStructures",
    "affine-super-vectorize": "AffineVectorize",
    "arith-unsigned-when-equivalent": "ArithUnsignedWhenEquivalentPass",
    "arith-expand": "ArithExpandOpsPass",
    "canonicalize": "Canonicalizer",
    "convert-arith-to-llvm": "ArithToLLVMConversionPass",
    "convert-cf-to-llvm": "ConvertControlFlowToLLVMPass",
    "convert-complex-to-libm": "ConvertComplexToLibm",
    "convert-complex-to-llvm": "ConvertComplexToLLVMPass",
    "convert-func-to-llvm": "ConvertFuncToLLVMPass",
    "convert-index-to-llvm": "ConvertIndexToLLVMPass",
    "convert-math-to-libm": "ConvertMathToLibmPass",
    "convert-math-to-llvm": "ConvertMathToLLVMPass",
    "convert-nvvm-to-llvm": "ConvertNVVMToLLVMPass",
    "convert-openmp-to-llvm": "ConvertOpenMPToLLVMPass",
    "convert-scf-to-cf": "SCFToControlFlowPass",
    "convert-scf-to-openmp": "ConvertSCFToOpenMPPass",
    "convert-to-llvm": "ConvertToLLVMPass",
    "convert-ub-to-llvm": "UBToLLVMConversionPass",
    "convert-vector-to-llvm": "ConvertVectorToLLVMPass",
    "convert-vector-to-scf": "ConvertVectorToSCF",
    "cse": "CSE",
    "finalize-memref-to-llvm": "FinalizeMemRefToLLVMConversionPass",
    "fold-memref-alias-ops": "FoldMemRefAliasOpsPass",
    "inline": "Inliner",
    "int-range-optimizations": "ArithIntRangeOpts",
    "mem2reg": "Mem2Reg",
    "memref-expand": "ExpandOpsPass",
    "normalize-memrefs": "NormalizeMemRefsPass",
    "sccp": "SCCP",
    "scf-for-loop-canonicalization": "SCFForLoopCanonicalization",
    "scf-for-loop-peeling": "SCFForLoopPeeling",
    "scf-for-to-while": "SCFForToWhileLoop",
    "scf-forall-to-for": "SCFForallToForLoop",
    "scf-forall-to-parallel": "SCFForallToParallelLoop",
    "scf-parallel-for-to-nested-fors": "SCFParallelForToNestedFors",
    "snapshot-op-locations": "LocationSnapshot",
    "strip-debuginfo": "StripDebugInfo",
    "symbol-dce": "SymbolDCE",
}
_WITH_SUFFIX = {
    "buffer-hoisting",
    "buffer-loop-hoisting",
    "buffer-results-to-out-params",
    "drop-equivalent-buffer-results",
    "empty-tensor-to-alloc-tensor",
    "expand-strided-metadata",
    "lower-affine",
    "one-shot-bufferize",
    "optimize-allocation-liveness",
    "reconcile-unrealized-casts",
}


def pass_name(flag: str) -> str:
    """Upstream's name of the class; the flag in CamelCase for a pass that upstream lacks."""
    camel = "".join(word.capitalize() for word in flag.split("-"))
    return _NAMES.get(flag) or (camel + "Pass" if flag in _WITH_SUFFIX else camel)
