/* SPDX-License-Identifier: Apache-2.0 */
/* What can be run. */
#ifndef ONNX_MLIR_OMENTRYPOINT_H
#define ONNX_MLIR_OMENTRYPOINT_H

#ifdef __cplusplus
#include <cstdint>
extern "C" {
#else
#include <stdint.h>
#endif
#include "onnx-mlir/Compiler/OMCompilerMacros.h"

/* Names of the model's functions such as run_main_graph, then NULL; their number in *n unless n is
 * NULL. The array is the model's own. */
OM_EXTERNAL_VISIBILITY const char *const *omQueryEntryPoints(int64_t *n);

#ifdef __cplusplus
}
#endif

#endif
