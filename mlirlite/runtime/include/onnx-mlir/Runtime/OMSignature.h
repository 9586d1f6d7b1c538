/* SPDX-License-Identifier: Apache-2.0 */
/* What entry points take and give, as JSON:
 * [ { "type" : "f32" , "dims" : [1 , -1] , "name" : "x" } ] where -1 is any size. */
#ifndef ONNX_MLIR_OMSIGNATURE_H
#define ONNX_MLIR_OMSIGNATURE_H

#ifdef __cplusplus
extern "C" {
#endif
#include "onnx-mlir/Compiler/OMCompilerMacros.h"

/* The inputs of an entry point; NULL for a name that is none. The text is the model's own. */
OM_EXTERNAL_VISIBILITY const char *omInputSignature(const char *entryPoint);

/* The outputs of an entry point; NULL for a name that is none. */
OM_EXTERNAL_VISIBILITY const char *omOutputSignature(const char *entryPoint);

#ifdef __cplusplus
}
#endif

#endif
