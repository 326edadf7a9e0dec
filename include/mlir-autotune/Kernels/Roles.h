//===- Roles.h - What some warps of a kernel do --------------- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_KERNELS_ROLES_H
#define MLIR_AUTOTUNE_KERNELS_ROLES_H

#include "mlir-autotune/Dialect/Tile/TileDialect.h"

#include "mlir/IR/ImplicitLocOpBuilder.h"

#include <array>
#include <optional>

namespace mlir::autotune {

/// The warps of a role; see tile.role.
struct RoleShape {
  int64_t warps;
  int64_t copies = 1;
  std::optional<int64_t> registers = std::nullopt;
  bool elect = false;
  std::optional<std::array<int64_t, 2>> grid = std::nullopt;
};

/// Opens a role and moves the builder into its body; the caller restores the
/// insertion point.
inline void createRole(ImplicitLocOpBuilder &b, StringRef name,
                       const RoleShape &shape) {
  auto role = tile::RoleOp::create(
      b, b.getStringAttr(name), b.getI64IntegerAttr(shape.warps),
      b.getI64IntegerAttr(shape.copies),
      shape.registers ? b.getI64IntegerAttr(*shape.registers) : IntegerAttr(),
      shape.elect ? b.getUnitAttr() : UnitAttr(),
      shape.grid ? b.getDenseI64ArrayAttr(*shape.grid) : DenseI64ArrayAttr());
  Block *body = b.createBlock(&role.getBody());
  tile::YieldOp::create(b);
  b.setInsertionPointToStart(body);
}

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_KERNELS_ROLES_H
