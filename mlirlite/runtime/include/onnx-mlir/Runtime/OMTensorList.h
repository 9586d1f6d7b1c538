/* SPDX-License-Identifier: Apache-2.0 */
/* A list of tensors: what a model takes and gives. */
#ifndef ONNX_MLIR_OMTENSORLIST_H
#define ONNX_MLIR_OMTENSORLIST_H

#include "onnx-mlir/Runtime/OMTensor.h"

struct OMTensorList;
#ifndef __cplusplus
typedef struct OMTensorList OMTensorList;
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* A list of n tensors; the array is copied, the tensors are taken over. NULL when memory is out
 * (errno ENOMEM), and for a negative n or no array (EINVAL). */
OM_EXTERNAL_VISIBILITY OMTensorList *omTensorListCreate(OMTensor **tensors, int64_t n);

/* Frees a list and its tensors. NULL is allowed. */
OM_EXTERNAL_VISIBILITY void omTensorListDestroy(OMTensorList *list);

/* Frees a list and none of its tensors. NULL is allowed. */
OM_EXTERNAL_VISIBILITY void omTensorListDestroyShallow(OMTensorList *list);

/* The list's own array. */
OM_EXTERNAL_VISIBILITY OMTensor **omTensorListGetOmtArray(OMTensorList *list);

OM_EXTERNAL_VISIBILITY int64_t omTensorListGetSize(OMTensorList *list);

/* A tensor of the list, NULL beyond its end. */
OM_EXTERNAL_VISIBILITY OMTensor *omTensorListGetOmtByIndex(OMTensorList *list, int64_t index);

#ifdef __cplusplus
}
#endif

#endif
