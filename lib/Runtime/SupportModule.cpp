//===- SupportModule.cpp - Helper kernels: fill, check, compare -----------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Runtime/SupportModule.h"
#include "SupportParams.h"

#include <algorithm>

using namespace mlir::autotune::cuda;
using namespace mlir::autotune::support;

// Generated: each is a NUL-terminated PTX text.
static const char kFillPtx[] = {
#include "Fill.ptx.inc"
};
static const char kReferencePtx[] = {
#include "Reference.ptx.inc"
};
static const char kReferenceMmaPtx[] = {
#include "ReferenceMma.ptx.inc"
};
static const char kComparePtx[] = {
#include "Compare.ptx.inc"
};

static const char kShufflePtx[] = {
#include "Shuffle.ptx.inc"
};

static constexpr unsigned kThreads = 256;
/// Enough blocks to fill any GPU; the kernels stride over the rest.
static constexpr uint64_t kMaxBlocks = 4096;
/// Elements of a matrix that are work enough for a launch.
static constexpr uint64_t kFullLaunch = uint64_t(1) << 20;
/// Of a block of Shuffle.cu: some microseconds.
static constexpr uint64_t kShuffleCycles = 8192;
/// The tiles that one block of Reference.cu and of ReferenceMma.cu computes.
static constexpr int64_t kReferenceTile = 64, kReferenceMmaTile = 128;
/// Products and K from which on ReferenceMma.cu computes a reference. CUDA
/// cores take 10 ms for so many products.
static constexpr double kLargeProducts = 0x1p36;
static constexpr int64_t kLargeDepth = 2048;

DeviceMatrix DeviceMatrix::getInBytes() const {
  DeviceMatrix bytes = *this;
  if (!isInt4Index(elementKind))
    return bytes;
  bytes.elementKind = kI8;
  bytes.columns /= 2;
  bytes.rowStride /= 2;
  bytes.batchStride /= 2;
  return bytes;
}

/// What is filled at once: elements, or bytes of two.
static u64 countFilled(const DeviceMatrix &matrix) {
  return u64(matrix.getInBytes().getStoredElements());
}

Status SupportModule::load(StreamHandle stream, SupportModule &module) {
  module.stream = stream;
  struct Part {
    const char *ptx;
    const char *name;
    Module *module;
  } parts[] = {
      {kFillPtx, "helper kernels: fill", &module.fillModule},
      {kReferencePtx, "helper kernels: reference", &module.referenceModule},
      {kReferenceMmaPtx, "helper kernels: reference of large products",
       &module.referenceMmaModule},
      {kComparePtx, "helper kernels: compare", &module.compareModule},
      {kShufflePtx, "helper kernels: shuffle", &module.shuffleModule}};
  for (const Part &part : parts)
    if (Status status = Module::create(part.ptx, part.name, *part.module))
      return status;
  struct Entry {
    const Module *module;
    const char *name;
    FunctionHandle *function;
  } entries[] = {
      {&module.fillModule, "autotune_fill", &module.fillFunction},
      {&module.fillModule, "autotune_verify", &module.verifyFunction},
      {&module.fillModule, "autotune_guard", &module.guardFunction},
      {&module.compareModule, "autotune_compare", &module.compareFunction},
      {&module.compareModule, "autotune_compare_results",
       &module.compareResultsFunction},
      {&module.shuffleModule, "autotune_shuffle", &module.shuffleFunction},
      {&module.referenceModule, "autotune_reference_f32", &module.referenceF32},
      {&module.referenceModule, "autotune_reference_f64", &module.referenceF64},
      {&module.referenceModule, "autotune_reference_int", &module.referenceInt},
      {&module.referenceMmaModule, "autotune_reference_bf16",
       &module.referenceBF16},
      {&module.referenceMmaModule, "autotune_reference_f16",
       &module.referenceF16}};
  for (const Entry &entry : entries)
    if (Status status = entry.module->getFunction(entry.name, *entry.function))
      return status;
  return DeviceBuffer::create(sizeof(CompareResult), module.result);
}

Status SupportModule::run(FunctionHandle function, uint64_t work,
                          void *params) const {
  Launch shape;
  shape.grid = unsigned(
      std::clamp<uint64_t>((work + kThreads - 1) / kThreads, 1, kMaxBlocks));
  shape.threads = kThreads;
  void *kernelParams[] = {params};
  return launch(function, shape, kernelParams, stream);
}

Status SupportModule::readResult(void *host, size_t bytes,
                                 DevicePtr device) const {
  const Driver &driver = *Driver::get();
  Status status = check(driver.memcpyDtoHAsync(host, device, bytes, stream),
                        "cuMemcpyDtoHAsync", std::to_string(bytes) + " bytes");
  if (status.failed())
    return status;
  return check(driver.streamSynchronize(stream), "cuStreamSynchronize", "");
}

Status SupportModule::fill(const DeviceMatrix &matrix, Content content,
                           uint64_t seed) const {
  return fillSets(matrix, content, seed, 1, 0, 0);
}

Status SupportModule::fillSets(const DeviceMatrix &first, Content content,
                               uint64_t seed, uint64_t sets, uint64_t setStride,
                               uint64_t seedStep) const {
  FillParams params = {};
  params.base = asPointer(first.base);
  params.count = countFilled(first);
  params.seed = seed;
  params.sets = params.count < kFullLaunch ? sets : 1;
  params.setStride = setStride;
  params.seedStep = seedStep;
  params.kind = first.elementKind;
  params.mode = getMode(content);
  params.limit = uint64_t(first.limit);
  for (uint64_t done = 0; done < sets; done += params.sets) {
    if (Status status = run(fillFunction, params.sets * params.count, &params))
      return status;
    params.base = asPointer(first.base + (done + 1) * setStride);
    params.seed += seedStep;
  }
  return {};
}

Status SupportModule::countChanged(const DeviceMatrix &matrix, Content content,
                                   uint64_t seed, uint64_t &changed) const {
  FillParams params = {};
  params.base = asPointer(matrix.base);
  params.count = countFilled(matrix);
  params.seed = seed;
  params.kind = matrix.elementKind;
  params.mode = getMode(content);
  params.limit = uint64_t(matrix.limit);
  params.mismatches = static_cast<u64 *>(asPointer(result.get()));
  if (Status status = check(
          Driver::get()->memsetD8Async(result.get(), 0, sizeof(u64), stream),
          "cuMemsetD8Async", "result"))
    return status;
  if (Status status = run(verifyFunction, params.count, &params))
    return status;
  return readResult(&changed, sizeof(changed), result.get());
}

Status SupportModule::writeGuards(DevicePtr base, uint64_t setStride,
                                  uint64_t sets, uint64_t bytes) const {
  GuardParams params = {asPointer(base), setStride, sets, bytes, nullptr};
  return run(guardFunction, sets * bytes, &params);
}

Status SupportModule::countTouched(DevicePtr base, uint64_t setStride,
                                   uint64_t sets, uint64_t bytes,
                                   uint64_t &touched) const {
  GuardParams params = {asPointer(base), setStride, sets, bytes,
                        static_cast<u64 *>(asPointer(result.get()))};
  if (Status status = check(
          Driver::get()->memsetD8Async(result.get(), 0, sizeof(u64), stream),
          "cuMemsetD8Async", "result"))
    return status;
  if (Status status = run(guardFunction, sets * bytes, &params))
    return status;
  return readResult(&touched, sizeof(touched), result.get());
}

/// ReferenceMma.cu loads 8 elements at a time, at multiples of 16 bytes, stores
/// two, and counts in i32.
bool SupportModule::isLargeProduct(const DeviceMatrix &a, bool aTransposed,
                                   const DeviceMatrix &b, bool bTransposed,
                                   const DeviceMatrix *c, int64_t batch,
                                   int64_t m, int64_t n, int64_t k,
                                   int accumulatorKind) {
  auto isVectored = [](const DeviceMatrix &matrix, int64_t length) {
    return matrix.base % 16 == 0 && matrix.rowStride % 8 == 0 &&
           matrix.rowStride < (int64_t(1) << 24) && length % 8 == 0;
  };
  return a.elementKind == b.elementKind &&
         (a.elementKind == kBF16 || a.elementKind == kF16) &&
         accumulatorKind == kF32 && batch == 1 && !c && n % 2 == 0 &&
         k >= kLargeDepth &&
         double(m) * double(n) * double(k) >= kLargeProducts &&
         isVectored(a, aTransposed ? m : k) &&
         isVectored(b, bTransposed ? k : n);
}

Status SupportModule::multiply(
    const DeviceMatrix &a, bool aTransposed, const DeviceMatrix &b,
    bool bTransposed, const DeviceMatrix *c, int64_t batch, int64_t m,
    int64_t n, int64_t k, int accumulatorKind, DevicePtr out, bool zeroExtend,
    const std::array<DeviceScales, 2> *scales) const {
  bool isInt = !isFloatIndex(accumulatorKind);
  bool isWide = accumulatorKind == kF64;
  for (auto [kind, other] : {std::pair(a.elementKind, b.elementKind),
                             std::pair(b.elementKind, a.elementKind)})
    if (!isSummedIn(accumulatorKind, kind, other) || (kind == kF64 && !isWide))
      return {kErrorInvalidValue, "no reference kernel for elements of kind " +
                                      std::to_string(kind) +
                                      " summed in kind " +
                                      std::to_string(accumulatorKind)};
  ReferenceParams params = {};
  params.a = asPointer(a.base);
  params.b = asPointer(b.base);
  params.out = asPointer(out);
  params.m = m;
  params.n = n;
  params.k = k;
  params.aRowStride = aTransposed ? 1 : a.rowStride;
  params.aColumnStride = aTransposed ? a.rowStride : 1;
  params.bRowStride = bTransposed ? 1 : b.rowStride;
  params.bColumnStride = bTransposed ? b.rowStride : 1;
  params.batch = batch;
  params.aBatchStride = a.batchStride;
  params.bBatchStride = b.batchStride;
  params.aKind = a.elementKind;
  params.bKind = b.elementKind;
  params.zeroExtend = zeroExtend;
  if (c) {
    params.c = asPointer(c->base);
    params.cRowStride = c->rowStride;
    params.cBatchStride = c->batchStride;
    params.cKind = c->elementKind;
  }
  if (scales && (isInt || isWide))
    return {kErrorInvalidValue, "no reference kernel has scales of sums in "
                                "kind " +
                                    std::to_string(accumulatorKind)};
  if (scales)
    for (auto [to, from] : {std::pair(&params.aScales, &scales->front()),
                            std::pair(&params.bScales, &scales->back())})
      *to = {static_cast<const float *>(asPointer(from->base)), from->rowStride,
             from->depthStride, int(from->rowBlock), int(from->depthBlock)};
  bool isMma = !scales && isLargeProduct(a, aTransposed, b, bTransposed, c,
                                         batch, m, n, k, accumulatorKind);
  int64_t tile = isMma ? kReferenceMmaTile : kReferenceTile;
  Launch shape;
  shape.grid =
      unsigned((m + tile - 1) / tile * ((n + tile - 1) / tile) * batch);
  shape.threads = kThreads;
  void *kernelParams[] = {&params};
  FunctionHandle function =
      isInt ? referenceInt : (isWide ? referenceF64 : referenceF32);
  if (isMma)
    function = params.aKind == kBF16 ? referenceBF16 : referenceF16;
  return launch(function, shape, kernelParams, stream);
}

Status SupportModule::shuffle(uint64_t seed) const {
  ShuffleParams params = {seed, kShuffleCycles};
  return run(shuffleFunction, kMaxBlocks * kThreads, &params);
}
