/* SPDX-License-Identifier: Apache-2.0 */
/* Visibility of the model's symbols. */
#ifndef ONNX_MLIR_OMCOMPILERMACROS_H
#define ONNX_MLIR_OMCOMPILERMACROS_H

#if defined(_WIN32)
#define OM_EXTERNAL_VISIBILITY
#else
#define OM_EXTERNAL_VISIBILITY __attribute__((visibility("default")))
#endif
#define ONNX_MLIR_EXPORT OM_EXTERNAL_VISIBILITY

#endif
