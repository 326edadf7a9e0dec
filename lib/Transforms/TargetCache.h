//===- TargetCache.h - The target of each operation, looked up once -------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_TRANSFORMS_TARGETCACHE_H
#define MLIR_AUTOTUNE_LIB_TRANSFORMS_TARGETCACHE_H

#include "mlir-autotune/Analysis/TargetInfo.h"

#include "mlir/IR/Operation.h"

#include <map>
#include <optional>

namespace mlir::autotune {

/// What a pass option or the IR names as the target. Operations with the same
/// symbol table around them have the same target, so that it is looked up once
/// for each of those; a module of thousands of functions stays linear.
class TargetCache {
public:
  /// The target for all operations, from the text of an option; with an empty
  /// text the IR is asked. Fails with an error at `op`.
  LogicalResult setOption(StringRef text, Operation *op);

  /// nullptr after an error, which is reported once for each place. The pointer
  /// is good as long as the cache.
  const TargetInfo *get(Operation *op);

private:
  std::optional<TargetInfo> option;
  /// Nothing where there is none. A std::map, for addresses are handed out.
  std::map<Operation *, std::optional<TargetInfo>> targets;
};

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_TRANSFORMS_TARGETCACHE_H
