/* SPDX-License-Identifier: Apache-2.0 */
/* What can be run, and why a run failed. */
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

/* Why the last run on this thread that failed did so, as it was written to the standard error
 * stream (mlirlite's own; cut at 1023 bytes). "" when none has failed, and where there is no C
 * library. The text is the model's own, until the next run on the thread. In a program with several
 * models, omLastError_<tag> is that of one. */
OM_EXTERNAL_VISIBILITY const char *omLastError(void);

/* From now on, runs on this thread write their errors to this file descriptor, -1: to none
 * (mlirlite's own). Returns the one before, at first 2. In a program with several models,
 * omErrorStream_<tag> is that of one. */
OM_EXTERNAL_VISIBILITY int omErrorStream(int file);

#ifdef __cplusplus
}
#endif

#endif
