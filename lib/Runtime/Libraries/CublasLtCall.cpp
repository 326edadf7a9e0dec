//===- CublasLtCall.cpp - Calls of cuBLASLt for compiled host code --------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An algorithm is 64 bytes that one version of the library understands. Another
// version might read them as something else, so it is not asked.
//
//===----------------------------------------------------------------------===//

#include "LibraryCall.h"
#include "WrapperContext.h"

#include "mlir-autotune/Core/ElementIndex.h"
#include "mlir-autotune/Core/Elements.h"
#include "mlir-autotune/Core/Workspace.h"
#include "mlir-autotune/Runtime/CublasLt.h"

#include <cstdlib>
#include <cstring>
#include <limits>
#include <mutex>

using namespace mlir::autotune;
using namespace mlir::autotune::cuda;

// WorkspaceWrappers.cpp.
AUTOTUNE_EXPORT void mgpuAutotuneWorkspaceRelease(void *workspace);

/// Of cublasLtMatmulAlgoCapAttributes_t: the alignment of A, B, C and D.
static constexpr int kCapAlignment[] = {16, 17, 18, 19};
/// The alignment for which the library's heuristic proposes algorithms.
static constexpr uint32_t kProposedAlignment = 256;
/// Of cublasLtMatmulDescAttributes_t.
static constexpr int kDescBiasPointer = 8;
/// What a vectorized load of the bias may need.
static constexpr uint32_t kBiasAlignment = 16;

namespace {
class CublasLtCall : public LibraryCall {
public:
  /// Returns why the library does not make the call; empty if it does.
  std::string create(const CallWords &words, const CallMatrices &matrices);
  Result run(void *const *addresses, StreamHandle stream) override;

private:
  std::string read(const CallWords &words, const CallMatrices &matrices);
  std::string check();
  std::string setBias(const void *address);
  std::string getWhyNotAt(void *const *addresses) const;

  const cublaslt::Library &library = cublaslt::Library::get();
  cublaslt::Handle handle = nullptr;
  /// A, B, C, and the bias if there is one.
  CallMatrices stored;
  cublaslt::Product product;
  cublaslt::Descriptors descriptors;
  cublaslt::Algorithm algorithm = {};
  size_t workspaceBytes = 0;
  bool hasBias = false;
  /// In bytes, of A, B, C and the bias.
  uint32_t alignment[4];
};
} // namespace

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// The element's number; -1 if there is none of that name.
static int getElement(const CallWords &words, const char *key) {
  std::string name = getWord(words, key);
  int number = 0;
  for (const ElementInfo &info : kElementInfos) {
    if (name == info.name)
      return number;
    ++number;
  }
  return -1;
}

static cublaslt::Matrix getMatrix(const LibraryMatrix &stored, int element,
                                  bool transposed) {
  return {element,        transposed,       stored.rows,
          stored.columns, stored.rowStride, stored.batchStride};
}

/// The handle of the current device. It lives as long as the process.
static cublaslt::Handle getHandle(const cublaslt::Library &library) {
  static std::mutex mutex;
  static std::map<int, cublaslt::Handle> handles;
  std::lock_guard<std::mutex> lock(mutex);
  cublaslt::Handle &handle = handles[getDefaultDevice()];
  if (!handle && library.create(&handle))
    handle = nullptr;
  return handle;
}

//===----------------------------------------------------------------------===//
// Preparing
//===----------------------------------------------------------------------===//

std::string CublasLtCall::read(const CallWords &words,
                               const CallMatrices &matrices) {
  int elements[] = {getElement(words, "a"), getElement(words, "b"),
                    getElement(words, "c")};
  product.accumulator = getElement(words, "sums");
  for (int element : elements)
    if (element < 0 || product.accumulator < 0 || matrices.size() < 3)
      return "this runtime does not understand the call";
  for (const LibraryMatrix &matrix : matrices)
    if (matrix.columnStride != 1)
      return "a matrix has rows whose elements are not adjacent";
  stored = matrices;
  product.a =
      getMatrix(matrices[0], elements[0], getNumber(words, "transpose_a") != 0);
  product.b =
      getMatrix(matrices[1], elements[1], getNumber(words, "transpose_b") != 0);
  product.c = getMatrix(matrices[2], elements[2], /*transposed=*/false);
  product.batch = matrices[2].matrices;
  if (product.batch > std::numeric_limits<int32_t>::max())
    return "the library counts matrices of a batch with 32 bits";
  for (const LibraryMatrix &factor : {matrices[0], matrices[1]})
    if (factor.matrices != 1 && factor.matrices != product.batch)
      return "the batches of A, B and C have different numbers of matrices";
  std::string activation = getWord(words, "activation");
  if (activation == "relu")
    product.epilogue |= cublaslt::kRelu;
  else if (activation == "gelu")
    product.epilogue |= cublaslt::kGelu;
  else if (activation != "none")
    return "this runtime does not understand the call";
  hasBias = getNumber(words, "bias") != 0;
  if (hasBias && matrices.size() != 4)
    return "this runtime does not understand the call";
  if (product.epilogue != cublaslt::kNone || hasBias)
    product.epilogue &= ~cublaslt::kNone;
  if (hasBias) {
    product.epilogue |= cublaslt::kBias;
    product.bias = getMatrix(matrices[3], elements[2], /*transposed=*/false);
  }
  product.accumulate = getNumber(words, "accumulate") != 0;
  int64_t workspace = getNumber(words, "workspace");
  constexpr int64_t kMostWorkspace = int64_t(1) << 40;
  if (workspace < 0 || workspace > kMostWorkspace)
    return "this runtime does not understand the call";
  workspaceBytes = size_t(workspace);
  std::string list = getWord(words, "algorithm");
  const char *at = list.c_str();
  for (uint64_t &word : algorithm.data) {
    char *end = nullptr;
    word = uint64_t(std::strtoll(at, &end, 10));
    at = *end == ',' ? end + 1 : end;
  }
  return "";
}

std::string CublasLtCall::setBias(const void *address) {
  int status = library.descSet(descriptors.desc, kDescBiasPointer, &address,
                               sizeof(address));
  return status ? "it takes no bias (status " + std::to_string(status) + ")"
                : "";
}

/// That the algorithm runs here, and what it needs.
std::string CublasLtCall::check() {
  cublaslt::HeuristicResult result = {};
  // The check may ask for a bias that is aligned, and reads none.
  if (hasBias)
    if (std::string whyNot =
            setBias(reinterpret_cast<void *>(uintptr_t(kProposedAlignment)));
        !whyNot.empty())
      return whyNot;
  if (int status = library.checkAlgorithm(
          handle, descriptors.desc, descriptors.first, descriptors.second,
          descriptors.output, descriptors.output, &algorithm, &result))
    return "it refuses the algorithm (status " + std::to_string(status) + ")";
  workspaceBytes = std::max(workspaceBytes, result.workspaceSize);
  // The library's A is our B.
  auto get = [&](int capability) {
    uint32_t bytes = 0;
    size_t written = 0;
    if (library.getCapability(&algorithm, capability, &bytes, sizeof(bytes),
                              &written) ||
        bytes == 0)
      return kProposedAlignment;
    return bytes;
  };
  alignment[0] = get(kCapAlignment[1]);
  alignment[1] = get(kCapAlignment[0]);
  alignment[2] = std::max(get(kCapAlignment[2]), get(kCapAlignment[3]));
  alignment[3] = kBiasAlignment;
  return "";
}

std::string CublasLtCall::create(const CallWords &words,
                                 const CallMatrices &matrices) {
  if (!library.error.empty())
    return library.error;
  std::string wanted = getWord(words, "version");
  std::string version = std::to_string(library.getVersion());
  if (version != wanted)
    return "its version is " + version + ", and the algorithm is of version " +
           wanted;
  if (std::string whyNot = read(words, matrices); !whyNot.empty())
    return whyNot;
  handle = getHandle(library);
  if (!handle)
    return "it has no handle for the device";
  if (int status = descriptors.create(library, product))
    return "it does not describe the product (status " +
           std::to_string(status) + ")";
  return check();
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

std::string CublasLtCall::getWhyNotAt(void *const *addresses) const {
  const cublaslt::Matrix *matrices[] = {&product.a, &product.b, &product.c,
                                        &product.bias};
  std::vector<CallSpan> spans;
  for (size_t i = 0; i < stored.size(); ++i) {
    if (reinterpret_cast<uintptr_t>(addresses[i]) % alignment[i])
      return std::string(getOperandName(i)) + " is not aligned to " +
             std::to_string(alignment[i]) + " bytes";
    spans.emplace_back(stored[i], getElementBytes(matrices[i]->element),
                       addresses[i]);
  }
  return getWhyOverlap(spans);
}

LibraryCall::Result CublasLtCall::run(void *const *addresses,
                                      StreamHandle stream) {
  if (std::string whyNot = getWhyNotAt(addresses); !whyNot.empty())
    return {whyNot};
  if (hasBias)
    if (std::string whyNot = setBias(addresses[3]); !whyNot.empty())
      return {whyNot, /*isFinal=*/true};
  void *workspace = nullptr;
  if (workspaceBytes && !(workspace = acquireOptionalWorkspace(workspaceBytes)))
    return {"no memory for its workspace of " + bytesText(workspaceBytes)};
  int status = library.matmul(
      handle, descriptors.desc, &descriptors.alpha, addresses[1],
      descriptors.first, addresses[0], descriptors.second, &descriptors.beta,
      addresses[2], descriptors.output, addresses[2], descriptors.output,
      &algorithm,
      workspace ? static_cast<char *>(workspace) + kWorkspaceCounterBytes
                : nullptr,
      workspaceBytes, stream);
  if (workspace) {
    // Another call or launch may take it then.
    ScopedContext cuda;
    report(cuda->streamSynchronize(stream), "cuStreamSynchronize",
           "a call of cuBLASLt");
    mgpuAutotuneWorkspaceRelease(workspace);
  }
  if (!status)
    return {};
  return {"cublasLtMatmul returns status " + std::to_string(status),
          /*isFinal=*/true};
}

namespace mlir::autotune::cuda {
// LibraryWrappers.cpp declares it.
std::unique_ptr<LibraryCall> createCublasLtCall(const CallWords &words,
                                                const CallMatrices &matrices,
                                                std::string &whyNot) {
  auto call = std::make_unique<CublasLtCall>();
  whyNot = call->create(words, matrices);
  if (!whyNot.empty())
    return nullptr;
  return call;
}
} // namespace mlir::autotune::cuda
