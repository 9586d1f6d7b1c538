/* SPDX-License-Identifier: Apache-2.0 */
/* The C interface of a compiled model: everything in one include.
 *
 *   OMTensorList *run_main_graph(OMTensorList *);
 *
 * A program includes this file, links the model's library, and calls the model:
 *
 *   OMTensor *x = omTensorCreate(data, shape, 2, ONNX_TYPE_FLOAT);
 *   OMTensorList *in = omTensorListCreate(&x, 1);
 *   OMTensorList *out = run_main_graph(in);
 *   float *y = (float *)omTensorGetDataPtr(omTensorListGetOmtByIndex(out, 0));
 */
#ifndef ONNX_MLIR_RUNTIME_H
#define ONNX_MLIR_RUNTIME_H

#ifdef __cplusplus
#include <cstdint>
#else
#include <stdbool.h>
#include <stdint.h>
#endif

#include "onnx-mlir/Runtime/OMCompilationInfo.h"
#include "onnx-mlir/Runtime/OMEntryPoint.h"
#include "onnx-mlir/Runtime/OMSignature.h"
#include "onnx-mlir/Runtime/OMTensor.h"
#include "onnx-mlir/Runtime/OMTensorList.h"
#include "onnx-mlir/Runtime/OnnxDataType.h"

#endif
