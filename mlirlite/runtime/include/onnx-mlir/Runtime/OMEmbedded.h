/* SPDX-License-Identifier: Apache-2.0 */
/* Models without memory at run time (--static-arena, --no-malloc, --no-libc). Tensors are made by
 * the program (OMLayout.h). Results are the library's, until the next run: one run at a time, and
 * nothing to destroy. */
#ifndef ONNX_MLIR_OMEMBEDDED_H
#define ONNX_MLIR_OMEMBEDDED_H

#include "onnx-mlir/Runtime/OMLayout.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Bytes of memory that the object sets aside for a run. */
OM_EXTERNAL_VISIBILITY extern const int64_t omArenaSize;

#ifdef __cplusplus
}
#endif

#endif
