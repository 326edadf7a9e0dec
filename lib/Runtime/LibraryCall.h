//===- LibraryCall.h - A call of a library, as a wrapper makes it ---------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_RUNTIME_LIBRARYCALL_H
#define MLIR_AUTOTUNE_LIB_RUNTIME_LIBRARYCALL_H

#include "mlir-autotune/Core/LibraryABI.h"
#include "mlir-autotune/Runtime/CudaTypes.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace mlir::autotune::cuda {

/// The text of a call in compiled host code: words `key=value`.
using CallWords = std::map<std::string, std::string>;
/// The word's value; empty if there is none.
std::string getWord(const CallWords &words, const char *key);
/// 0 if there is none.
int64_t getNumber(const CallWords &words, const char *key);

/// The operands as they are stored, C after A and B.
using CallMatrices = std::vector<LibraryMatrix>;
/// What messages call operand number `i`: A, B, C and the bias.
const char *getOperandName(size_t i);

/// Memory from the first element of a matrix, or a batch, to the last.
struct CallSpan {
  uintptr_t begin = 0, end = 0;
  CallSpan(const LibraryMatrix &matrix, int64_t elementBytes,
           const void *address);
};
/// Why C, which is operand 2, can't be written: it lies between elements of
/// another operand. Empty if it can.
std::string getWhyOverlap(const std::vector<CallSpan> &operands);

/// A call that was checked for the device of its creation, and for one layout
/// of its matrices.
class LibraryCall {
public:
  virtual ~LibraryCall() = default;
  struct Result {
    /// Why nothing was done; empty for success.
    std::string whyNot;
    /// Whether it would be so again, whatever the addresses.
    bool isFinal = false;
  };
  /// Enqueues the call on the stream. One call at a time. The context of the
  /// device is current.
  virtual Result run(void *const *addresses, StreamHandle stream) = 0;
};

/// Creates the call of one library. Null, with the reason in `whyNot`, if the
/// library is missing, or does not make the call. The context of the device is
/// current.
using CreateLibraryCall = std::unique_ptr<LibraryCall> (*)(
    const CallWords &words, const CallMatrices &matrices, std::string &whyNot);

} // namespace mlir::autotune::cuda

#endif // MLIR_AUTOTUNE_LIB_RUNTIME_LIBRARYCALL_H
