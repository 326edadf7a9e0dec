//===- TileLoopOp.cpp - The loop over output tiles ------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Core/Workspace.h"
#include "mlir-autotune/Dialect/Tile/TileDialect.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

/// As for the tiles of types.
static constexpr int64_t kMaxTileSize = 65536;
/// Parts of a split K: their counter has a bit for each (tile.contribute).
static constexpr int64_t kMaxSplit = 16;

/// Axes along which tiles fit: "fit(m)", "fit(n)", or "fit(m, n)".
static ParseResult parseFit(OpAsmParser &parser, OperationState &result) {
  if (failed(parser.parseOptionalKeyword("fit")))
    return success();
  return parser.parseCommaSeparatedList(
      AsmParser::Delimiter::Paren, [&]() -> ParseResult {
        StringRef axis;
        SMLoc loc = parser.getCurrentLocation();
        if (parser.parseKeyword(&axis))
          return failure();
        if (axis != "m" && axis != "n")
          return parser.emitError(loc, "expected m or n");
        result.addAttribute(axis == "m"
                                ? ForEachTileOp::getFitMAttrName(result.name)
                                : ForEachTileOp::getFitNAttrName(result.name),
                            parser.getBuilder().getUnitAttr());
        return success();
      });
}

ParseResult ForEachTileOp::parse(OpAsmParser &parser, OperationState &result) {
  Builder &builder = parser.getBuilder();
  Type index = builder.getIndexType();
  SmallVector<OpAsmParser::Argument> arguments;
  SmallVector<OpAsmParser::UnresolvedOperand> sizes;
  SmallVector<int64_t> tile;
  if (parser.parseArgumentList(arguments, AsmParser::Delimiter::Paren) ||
      parser.parseKeyword("in") ||
      parser.parseOperandList(sizes, 3, AsmParser::Delimiter::Paren) ||
      parser.resolveOperands(sizes, index, result.operands))
    return failure();
  bool hasBatch = succeeded(parser.parseOptionalKeyword("batch"));
  if (hasBatch) {
    OpAsmParser::UnresolvedOperand batch;
    if (parser.parseLParen() || parser.parseOperand(batch) ||
        parser.parseRParen() ||
        parser.resolveOperand(batch, index, result.operands))
      return failure();
  }
  if (parser.parseKeyword("tile") ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, [&] {
        return parser.parseInteger(tile.emplace_back());
      }))
    return failure();
  result.addAttribute(getTileAttrName(result.name),
                      builder.getDenseI64ArrayAttr(tile));
  if (succeeded(parser.parseOptionalKeyword("raster"))) {
    StringRef word;
    SMLoc loc = parser.getCurrentLocation();
    int64_t group = 1;
    if (parser.parseLParen())
      return failure();
    loc = parser.getCurrentLocation();
    if (parser.parseKeyword(&word) || parser.parseComma() ||
        parser.parseInteger(group) || parser.parseRParen())
      return failure();
    std::optional<RasterOrder> order = symbolizeRasterOrder(word);
    if (!order)
      return parser.emitError(loc, "expected along_m, along_n or hilbert");
    result.addAttribute(getRasterAttrName(result.name),
                        RasterOrderAttr::get(builder.getContext(), *order));
    result.addAttribute(getGroupAttrName(result.name),
                        builder.getI64IntegerAttr(group));
  }
  if (succeeded(parser.parseOptionalKeyword("persistent")))
    result.addAttribute(getPersistentAttrName(result.name),
                        builder.getUnitAttr());
  if (succeeded(parser.parseOptionalKeyword("split"))) {
    int64_t split;
    if (parser.parseLParen() || parser.parseInteger(split) ||
        parser.parseRParen())
      return failure();
    result.addAttribute(getSplitAttrName(result.name),
                        builder.getI64IntegerAttr(split));
  }
  if (parseFit(parser, result))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("chosen")))
    result.addAttribute(getChosenAttrName(result.name), builder.getUnitAttr());
  if (parser.parseOptionalAttrDictWithKeyword(result.attributes))
    return failure();
  for (auto [number, argument] : llvm::enumerate(arguments))
    argument.type = number < 4u + hasBatch
                        ? index
                        : Type(PartsType::get(builder.getContext()));
  Region *body = result.addRegion();
  if (parser.parseRegion(*body, arguments))
    return failure();
  ensureTerminator(*body, builder, result.location);
  return success();
}

void ForEachTileOp::print(OpAsmPrinter &printer) {
  printer << " (";
  printer.printOperands(getBody().getArguments());
  printer << ") in (" << getMSize() << ", " << getNSize() << ", " << getKSize()
          << ")";
  if (getBatchSize())
    printer << " batch(" << getBatchSize() << ")";
  printer << " tile(";
  llvm::interleaveComma(getTile(), printer);
  printer << ") raster(" << getRaster() << ", " << getGroup() << ")";
  if (getPersistent())
    printer << " persistent";
  if (getSplit() != 1)
    printer << " split(" << getSplit() << ")";
  if (getFitM() || getFitN())
    printer << " fit(" << (getFitM() ? "m" : "")
            << (getFitM() && getFitN() ? ", " : "") << (getFitN() ? "n" : "")
            << ")";
  if (getChosen())
    printer << " chosen";
  printer.printOptionalAttrDictWithKeyword(
      (*this)->getAttrs(),
      {getTileAttrName(), getRasterAttrName(), getGroupAttrName(),
       getPersistentAttrName(), getSplitAttrName(), getFitMAttrName(),
       getFitNAttrName(), getChosenAttrName()});
  printer << ' ';
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false,
                      /*printBlockTerminators=*/false);
}

LogicalResult ForEachTileOp::verify() {
  if (getTile().size() != 3)
    return emitOpError("'tile' takes three sizes: along M, N and K");
  for (int64_t size : getTile())
    if (size < 1 || size > kMaxTileSize)
      return emitOpError("tile sizes are between 1 and ")
             << kMaxTileSize << ", not " << size;
  int64_t group = getGroup();
  if (group < 1 || group > kMaxTileSize)
    return emitOpError("the raster's group is between 1 and ")
           << kMaxTileSize << ", not " << group;
  if (getRaster() == RasterOrder::Hilbert && !llvm::isPowerOf2_64(group))
    return emitOpError("a Hilbert curve needs squares with a side that is a "
                       "power of two, not ")
           << group;
  int64_t split = getSplit();
  if (split < 1 || split > kMaxSplit || !llvm::isPowerOf2_64(split))
    return emitOpError("'split' is a power of two between 1 and ")
           << kMaxSplit << ", not " << split;
  if (split > 1 && getPersistent())
    return emitOpError("with 'split' gives each cluster one part of a tile: it "
                       "can't be persistent");
  if (hasParts() && getTile()[0] * getTile()[1] > cuda::kMaxSharedTile)
    return emitOpError("CTAs can share only tiles of at most ")
           << cuda::kMaxSharedTile
           << " elements, as many sums as registers hold, not of "
           << getTile()[0] << "x" << getTile()[1];
  unsigned coordinates = getNumCoordinates();
  StringRef count = getBatchSize() ? "five" : "four";
  if (!hasParts() && getBody().getNumArguments() != coordinates)
    return emitOpError("binds ") << count << " coordinates (m, n, k0, k1"
                                 << (getBatchSize() ? ", batch" : "")
                                 << "), not " << getBody().getNumArguments();
  if (hasParts() && getBody().getNumArguments() != coordinates + 1)
    return emitOpError("with 'split' binds ")
           << count << " coordinates and the parts of the tile, not "
           << getBody().getNumArguments();
  for (BlockArgument argument :
       getBody().getArguments().take_front(coordinates))
    if (!argument.getType().isIndex())
      return emitOpError("coordinates are of type index");
  if (hasParts() && !isa<PartsType>(getParts().getType()))
    return emitOpError("must bind parts of type !tile.parts, not ")
           << getParts().getType();
  if (!(*this)->getParentOfType<KernelOp>())
    return emitOpError("must stand in a tile.kernel");
  if ((*this)->getParentOfType<ForEachTileOp>())
    return emitOpError("must not stand in another tile loop");
  return success();
}
