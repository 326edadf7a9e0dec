#ifndef MLIR_AUTOTUNE_DIALECT_AUTOTUNE_FACTNAME_H
#define MLIR_AUTOTUNE_DIALECT_AUTOTUNE_FACTNAME_H

#include "mlir-autotune/Dialect/Autotune/AutotuneDialect.h"

namespace mlir::autotune {
inline constexpr StringLiteral kFactAttrName = "autotune.fact";
} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_DIALECT_AUTOTUNE_FACTNAME_H
