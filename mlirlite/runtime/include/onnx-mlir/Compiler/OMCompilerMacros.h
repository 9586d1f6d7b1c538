/* SPDX-License-Identifier: Apache-2.0 */
/* Visibility of the model's symbols, and words that not every compiler has. */
#ifndef ONNX_MLIR_OMCOMPILERMACROS_H
#define ONNX_MLIR_OMCOMPILERMACROS_H

#if defined(_WIN32)
#define OM_EXTERNAL_VISIBILITY
#else
#define OM_EXTERNAL_VISIBILITY __attribute__((visibility("default")))
#endif
#define ONNX_MLIR_EXPORT OM_EXTERNAL_VISIBILITY

/* C89 has no `inline`; compilers that offer C89 with 64-bit integers have this one. */
#if defined(__cplusplus) || (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 199901L)
#define OM_INLINE inline
#else
#define OM_INLINE __inline
#endif

#endif
