//===- FakeNvMatmulHeuristics.cpp - A library that suggests kernels -------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The entry points of nvMatmulHeuristics that are called, for
// AUTOTUNE_LIBNVMATMULHEURISTICS. It suggests the same kernels for each
// product, and prints each question if FAKE_NVMATMUL_PRINTS is set.
//
//===----------------------------------------------------------------------===//

#include "NvMatmulLibrary.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

using mlir::autotune::nvmatmul::Kernel;
using mlir::autotune::nvmatmul::Product;

#define FAKE extern "C" __attribute__((visibility("default")))

static constexpr int kSuccess = 1;
static int gpuNumber = 0;

FAKE unsigned nvMatmulHeuristicsGetVersionMajor() { return 0; }
FAKE unsigned nvMatmulHeuristicsGetVersionMinor() {
#ifdef FAKE_IS_LATER
  return 2;
#else
  return 1;
#endif
}
FAKE unsigned nvMatmulHeuristicsGetVersionPatch() { return 7; }
FAKE int nvMatmulHeuristicsCreate(void **handle) {
  *handle = handle;
  return kSuccess;
}
FAKE int nvMatmulHeuristicsHardwareDescriptorCreate(void **gpu) {
  *gpu = gpu;
  return kSuccess;
}
FAKE int nvMatmulHeuristicsHardwareDescriptorSetPredefinedGpu(void *,
                                                              int number) {
  gpuNumber = number;
  return kSuccess;
}
/// There is no profile, which is no error.
FAKE int nvMatmulHeuristicsLoadInternalDiscoverySet(void *, const char *, int,
                                                    int, void *) {
  return 2;
}

#ifndef FAKE_IS_LACKING
/// Tiles, warp tiles and instructions; split K, stages, swizzle, order and
/// cluster.
static const Kernel kKernels[] = {
    // Two warpgroups, in a cluster.
    {{128, 128, 64}, {64, 32, 64}, {64, 8, 16}, 1, 7, 1, 0, {2, 1}},
    // The same but for the depth of a warp, which no config has.
    {{128, 128, 64}, {64, 32, 32}, {64, 8, 16}, 1, 7, 1, 0, {2, 1}},
    // Three parts of K, which become two, and a group with an order.
    {{64, 64, 64}, {64, 16, 64}, {64, 8, 16}, 3, 8, 4, 0, {1, 1}},
    // More columns than there are.
    {{128, 512, 64}, {64, 64, 64}, {64, 8, 16}, 1, 2, 1, 0, {1, 1}},
    // Rows that only columns can be.
    {{16, 128, 64}, {16, 32, 64}, {64, 8, 16}, 1, 4, 1, 0, {1, 1}},
    // A cluster that is too large.
    {{128, 128, 64}, {64, 32, 64}, {64, 8, 16}, 1, 4, 1, 0, {4, 4}},
};

FAKE unsigned nvMatmulHeuristicsGetGemmConfig(void *, const char *precision,
                                              unsigned flags, int generator,
                                              const Product *product,
                                              Kernel *kernels, unsigned count,
                                              void *) {
  if (std::getenv("FAKE_NVMATMUL_PRINTS"))
    std::fprintf(stderr,
                 "asked: %s flags %u generator %d: %ux%ux%u batch %u layout %u "
                 "on %d\n",
                 precision, flags, generator, product->m, product->n,
                 product->k, product->batch, product->layout, gpuNumber);
  unsigned found = std::min<unsigned>(count, std::size(kKernels));
  std::copy_n(kKernels, found, kernels);
  return found;
}
#endif
