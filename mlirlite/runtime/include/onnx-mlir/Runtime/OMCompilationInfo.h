/* SPDX-License-Identifier: Apache-2.0 */
/* How a model was compiled. */
#ifndef ONNX_MLIR_OMCOMPILATIONINFO_H
#define ONNX_MLIR_OMCOMPILATIONINFO_H

#ifdef __cplusplus
extern "C" {
#endif
#include "onnx-mlir/Compiler/OMCompilerMacros.h"

/* JSON with "compiler_version", "compile_options", "target" and "op_stats". */
OM_EXTERNAL_VISIBILITY const char *omCompilationInfo(void);

#ifdef __cplusplus
}
#endif

#endif
