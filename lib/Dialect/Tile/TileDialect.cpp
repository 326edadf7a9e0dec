//===- TileDialect.cpp - The tile dialect and its types -------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Dialect/Tile/TileDialect.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

//===----------------------------------------------------------------------===//
// Shapes in angle brackets: 128x64xbf16
//===----------------------------------------------------------------------===//

static ParseResult parseShape(AsmParser &parser,
                              SmallVectorImpl<int64_t> &shape,
                              Type &elementType) {
  return failure(parser.parseDimensionList(shape, /*allowDynamic=*/false) ||
                 parser.parseType(elementType));
}

static void printShape(AsmPrinter &printer, ArrayRef<int64_t> shape,
                       Type elementType) {
  for (int64_t size : shape)
    printer << size << 'x';
  printer << elementType;
}

static LogicalResult verifyShape(function_ref<InFlightDiagnostic()> emitError,
                                 ArrayRef<int64_t> shape, Type elementType) {
  if (shape.size() != 2)
    return emitError() << "a tile has two dimensions, not " << shape.size();
  for (int64_t size : shape)
    if (size <= 0 || size > 65536)
      return emitError() << "a tile's sizes are between 1 and 65536, not "
                         << size;
  // Those that have an address of their own, and that registers hold.
  unsigned bits =
      elementType.isIntOrFloat() ? elementType.getIntOrFloatBitWidth() : 0;
  if (bits != 8 && bits != 16 && bits != 32 && bits != 64)
    return emitError() << "elements are integers or floats of 8, 16, 32 or 64 "
                          "bits, not "
                       << elementType;
  return success();
}

static ParseResult parseShapes(AsmParser &parser,
                               SmallVectorImpl<VectorType> &tiles) {
  return parser.parseCommaSeparatedList(
      AsmParser::Delimiter::LessGreater, [&]() -> ParseResult {
        SmallVector<int64_t> shape;
        Type elementType;
        SMLoc loc = parser.getCurrentLocation();
        if (parseShape(parser, shape, elementType))
          return failure();
        auto emitError = [&] { return parser.emitError(loc); };
        if (failed(verifyShape(emitError, shape, elementType)))
          return failure();
        tiles.push_back(VectorType::get(shape, elementType));
        return success();
      });
}

static void printShapes(AsmPrinter &printer, ArrayRef<VectorType> tiles) {
  printer << '<';
  llvm::interleaveComma(tiles, printer, [&](VectorType tile) {
    printShape(printer, tile.getShape(), tile.getElementType());
  });
  printer << '>';
}

static LogicalResult verifyShapes(function_ref<InFlightDiagnostic()> emitError,
                                  ArrayRef<VectorType> tiles) {
  if (tiles.empty())
    return emitError() << "a slot holds at least one tile";
  for (VectorType tile : tiles)
    if (failed(verifyShape(emitError, tile.getShape(), tile.getElementType())))
      return failure();
  return success();
}

template <typename T> static Type parseShapesType(AsmParser &parser) {
  SmallVector<VectorType> tiles;
  SMLoc loc = parser.getCurrentLocation();
  if (parseShapes(parser, tiles))
    return {};
  auto emitError = [&] { return parser.emitError(loc); };
  return T::getChecked(emitError, parser.getContext(), tiles);
}

template <typename T> static Type parseShapeType(AsmParser &parser) {
  SmallVector<int64_t> shape;
  Type elementType;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess() || parseShape(parser, shape, elementType) ||
      parser.parseGreater())
    return {};
  auto emitError = [&] { return parser.emitError(loc); };
  return T::getChecked(emitError, parser.getContext(), shape, elementType);
}

static void printShapeType(AsmPrinter &printer, ArrayRef<int64_t> shape,
                           Type elementType) {
  printer << '<';
  printShape(printer, shape, elementType);
  printer << '>';
}

//===----------------------------------------------------------------------===//
// The dialect and its types
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Dialect/Tile/TileDialect.cpp.inc"
#include "mlir-autotune/Dialect/Tile/TileEnums.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "mlir-autotune/Dialect/Tile/TileTypes.cpp.inc"

void TileDialect::initialize() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "mlir-autotune/Dialect/Tile/TileTypes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "mlir-autotune/Dialect/Tile/TileOps.cpp.inc"
      >();
}

LogicalResult RingType::verify(function_ref<InFlightDiagnostic()> emitError,
                               ArrayRef<VectorType> tiles) {
  return verifyShapes(emitError, tiles);
}

LogicalResult SlotType::verify(function_ref<InFlightDiagnostic()> emitError,
                               ArrayRef<VectorType> tiles) {
  return verifyShapes(emitError, tiles);
}

LogicalResult OperandsType::verify(function_ref<InFlightDiagnostic()> emitError,
                                   ArrayRef<VectorType> tiles) {
  if (failed(verifyShapes(emitError, tiles)))
    return failure();
  if (tiles.size() != 2 || tiles[0].getDimSize(1) != tiles[1].getDimSize(1))
    return emitError() << "operands are rows of A and columns of B, of one "
                          "size along K";
  return success();
}

LogicalResult FragmentType::verify(function_ref<InFlightDiagnostic()> emitError,
                                   ArrayRef<int64_t> shape, Type elementType) {
  return verifyShape(emitError, shape, elementType);
}

LogicalResult RowsType::verify(function_ref<InFlightDiagnostic()> emitError,
                               ArrayRef<int64_t> shape, Type elementType) {
  return verifyShape(emitError, shape, elementType);
}

LogicalResult ColumnsType::verify(function_ref<InFlightDiagnostic()> emitError,
                                  ArrayRef<int64_t> shape, Type elementType) {
  if (failed(verifyShape(emitError, shape, elementType)))
    return failure();
  if (shape[1] != 1 && shape[1] % 8)
    return emitError() << "blocks must have 1 column or a multiple of 8, not "
                       << shape[1];
  return success();
}

LogicalResult StagingType::verify(function_ref<InFlightDiagnostic()> emitError,
                                  ArrayRef<int64_t> shape, Type elementType) {
  return verifyShape(emitError, shape, elementType);
}
