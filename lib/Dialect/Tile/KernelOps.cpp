//===- KernelOps.cpp - Kernels, roles, launches ---------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostOperands.h"
#include "Windows.h"

#include "mlir-autotune/Core/PlanRows.h"
#include "mlir-autotune/Dialect/Tile/TileDialect.h"

#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/Interfaces/FunctionImplementation.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

/// The threads of a warp.
static constexpr int64_t kWarpSize = 32;
/// CUDA's limit on the threads of a CTA, the same on every chip so far.
static constexpr int64_t kMaxThreads = 1024;
/// CTAs that an SM can hold at most (CUDA C++ Programming Guide, "Technical
/// Specifications per Compute Capability").
static constexpr int64_t kMaxCtasPerSM = 32;

//===----------------------------------------------------------------------===//
// KernelOp
//===----------------------------------------------------------------------===//

int64_t KernelOp::getNumThreads() {
  if (std::optional<int64_t> threads = getThreads())
    return *threads;
  int64_t warps = 0;
  for (RoleOp role : getBody().getOps<RoleOp>())
    warps += role.getTotalWarps();
  return warps * kWarpSize;
}

/// `word(1, 2, 3)`, if `word` comes next.
static ParseResult parseOptionalClause(OpAsmParser &parser, StringRef word,
                                       SmallVectorImpl<int64_t> &values) {
  if (failed(parser.parseOptionalKeyword(word)))
    return success();
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, [&] {
    return parser.parseInteger(values.emplace_back());
  });
}

static ParseResult parseOptionalClause(OpAsmParser &parser, StringRef word,
                                       std::optional<int64_t> &value) {
  SmallVector<int64_t> values;
  SMLoc loc = parser.getCurrentLocation();
  if (parseOptionalClause(parser, word, values))
    return failure();
  if (values.size() > 1)
    return parser.emitError(loc) << word << " takes one number";
  if (!values.empty())
    value = values.front();
  return success();
}

ParseResult KernelOp::parse(OpAsmParser &parser, OperationState &result) {
  StringAttr name;
  SmallVector<OpAsmParser::Argument> arguments;
  SmallVector<Type> resultTypes;
  SmallVector<DictionaryAttr> resultAttrs;
  bool isVariadic = false;
  if (parser.parseSymbolName(name, getSymNameAttrName(result.name),
                             result.attributes) ||
      function_interface_impl::parseFunctionSignatureWithArguments(
          parser, /*allowVariadic=*/false, arguments, isVariadic, resultTypes,
          resultAttrs))
    return failure();
  if (!resultTypes.empty())
    return parser.emitError(parser.getNameLoc(), "a kernel has no results");

  Builder &builder = parser.getBuilder();
  SmallVector<Type> types;
  for (OpAsmParser::Argument &argument : arguments)
    types.push_back(argument.type);
  result.addAttribute(getFunctionTypeAttrName(result.name),
                      TypeAttr::get(builder.getFunctionType(types, {})));
  call_interface_impl::addArgAndResultAttrs(
      builder, result, arguments, resultAttrs, getArgAttrsAttrName(result.name),
      getResAttrsAttrName(result.name));

  SmallVector<int64_t> cluster;
  std::optional<int64_t> threads, ctasPerSM, group;
  if (parseOptionalClause(parser, "cluster", cluster) ||
      parseOptionalClause(parser, "threads", threads) ||
      parseOptionalClause(parser, "ctas_per_sm", ctasPerSM) ||
      parseOptionalClause(parser, "group", group))
    return failure();
  if (!cluster.empty())
    result.addAttribute(getClusterAttrName(result.name),
                        builder.getDenseI64ArrayAttr(cluster));
  if (threads)
    result.addAttribute(getThreadsAttrName(result.name),
                        builder.getI64IntegerAttr(*threads));
  if (ctasPerSM)
    result.addAttribute(getCtasPerSmAttrName(result.name),
                        builder.getI64IntegerAttr(*ctasPerSM));
  if (group)
    result.addAttribute(getGroupAttrName(result.name),
                        builder.getI64IntegerAttr(*group));
  if (parser.parseOptionalAttrDictWithKeyword(result.attributes))
    return failure();

  Region *body = result.addRegion();
  if (parser.parseRegion(*body, arguments))
    return failure();
  ensureTerminator(*body, builder, result.location);
  return success();
}

void KernelOp::print(OpAsmPrinter &printer) {
  printer << ' ';
  printer.printSymbolName(getSymName());
  function_interface_impl::printFunctionSignature(
      printer, *this, getArgumentTypes(), /*isVariadic=*/false,
      getResultTypes());
  if (getClusterSize() != 1) {
    printer << " cluster(";
    llvm::interleaveComma(getCluster(), printer);
    printer << ')';
  }
  if (getThreads())
    printer << " threads(" << *getThreads() << ')';
  if (getCtasPerSm() != 1)
    printer << " ctas_per_sm(" << getCtasPerSm() << ')';
  if (getGroup())
    printer << " group(" << *getGroup() << ')';
  printer.printOptionalAttrDictWithKeyword(
      (*this)->getAttrs(),
      {getSymNameAttrName(), getFunctionTypeAttrName(), getArgAttrsAttrName(),
       getResAttrsAttrName(), getClusterAttrName(), getThreadsAttrName(),
       getCtasPerSmAttrName(), getGroupAttrName()});
  printer << ' ';
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false,
                      /*printBlockTerminators=*/false);
}

LogicalResult KernelOp::verify() {
  if (getCluster().size() != 3)
    return emitOpError("'cluster' takes three sizes: along M, N and K");
  for (int64_t size : getCluster())
    if (size < 1 || size > 16)
      return emitOpError("cluster sizes are between 1 and 16, not ") << size;
  // 16 CTAs is what Hopper can hold in one cluster at all (8 portably).
  if (getClusterSize() > 16)
    return emitOpError("a cluster holds at most 16 CTAs, not ")
           << getClusterSize();
  if (static_cast<int64_t>(getCtasPerSm()) < 1 ||
      getCtasPerSm() > kMaxCtasPerSM)
    return emitOpError("'ctas_per_sm' is between 1 and ")
           << kMaxCtasPerSM << ", not " << static_cast<int64_t>(getCtasPerSm());
  if (!getResultTypes().empty())
    return emitOpError("has no results, not ") << getFunctionType();
  if (getBody().empty())
    return emitOpError("has no body");
  for (Type type : getArgumentTypes()) {
    auto memref = dyn_cast<MemRefType>(type);
    if (getGroup() && (!memref || memref.getRank() != 3))
      return emitOpError("of a group takes memrefs of three dimensions, with "
                         "the number of the problem first, not ")
             << type;
    if (memref && isMatrix(memref) && memref.getElementType().isIntOrFloat())
      continue;
    if (type.isIntOrIndexOrFloat())
      continue;
    return emitOpError("arguments are two-dimensional memrefs of integers or "
                       "floats, batches of them, or scalars, not ")
           << type;
  }
  return success();
}

LogicalResult KernelOp::verifyRegions() {
  bool hasRoles = !getBody().getOps<RoleOp>().empty();
  if (hasRoles && getThreads())
    return emitOpError("takes its threads from its roles: 'threads' must not "
                       "be given");
  if (!hasRoles && !getThreads())
    return emitOpError("without roles needs 'threads'");
  int64_t threads = getNumThreads();
  if (threads < kWarpSize || threads > kMaxThreads || threads % kWarpSize)
    return emitOpError(
               "needs between 32 and 1024 threads, in whole warps; has ")
           << threads;
  return success();
}

//===----------------------------------------------------------------------===//
// YieldOp
//===----------------------------------------------------------------------===//

LogicalResult YieldOp::verify() {
  if (getNumOperands() &&
      !isa<MapOp, MmaOp, EpilogueOp>((*this)->getParentOp()))
    return emitOpError(
        "may yield values only in a tile.map, tile.mma or tile.epilogue");
  return success();
}

//===----------------------------------------------------------------------===//
// RoleOp
//===----------------------------------------------------------------------===//

LogicalResult RoleOp::verify() {
  int64_t warps = getWarps(), copies = getCopies();
  if (warps < 1 || warps > kMaxThreads / kWarpSize)
    return emitOpError("'warps' is between 1 and ")
           << kMaxThreads / kWarpSize << ", not " << warps;
  if (copies < 1 || copies > 2)
    return emitOpError("must have 1 or 2 copies, not ") << copies;
  if (getElect() && getCopies() != 1)
    return emitOpError("is run by one elected thread: it can't have copies");
  if (std::optional<int64_t> registers = getRegisters()) {
    // PTX ISA, setmaxnreg: 24 to 256, a multiple of 8.
    if (*registers < 24 || *registers > 256 || *registers % 8)
      return emitOpError("'registers' is a multiple of 8 between 24 and 256, "
                         "not ")
             << *registers;
    // It is executed by all warps of a warpgroup together.
    if (getWarps() % 4)
      return emitOpError("grants registers to whole warpgroups: 'warps' must "
                         "be a multiple of 4");
  }
  std::optional<ArrayRef<int64_t>> grid = getGrid();
  if (!grid)
    return success();
  if (grid->size() != 2 || (*grid)[0] < 1 || (*grid)[0] > warps ||
      (*grid)[1] < 1 || (*grid)[1] > warps || (*grid)[0] * (*grid)[1] != warps)
    return emitOpError("'grid' must be two numbers with the product 'warps' = ")
           << warps << ", not [" << *grid << "]";
  if (getElect() || copies > 1)
    return emitOpError("has a 'grid', in which all warps do the same: it can't "
                       "have 'elect' or 'copies'");
  if (*(*this)->getBlock()->getOps<RoleOp>().begin() != *this)
    return emitOpError("has a 'grid', which needs the first warps of the "
                       "kernel: it must be the first role");
  return success();
}

//===----------------------------------------------------------------------===//
// WaitForPreviousOp
//===----------------------------------------------------------------------===//

LogicalResult WaitForPreviousOp::verify() {
  for (Operation &before : *(*this)->getBlock()) {
    if (&before == *this)
      return success();
    if (isa<RingOp, StagingOp>(before) || isMemoryEffectFree(&before))
      continue;
    if (isa<WaitForPreviousOp>(before))
      return emitOpError("may stand only once in its kernel");
    return emitOpError(
               "must stand before every operation that may access memory")
               .attachNote(before.getLoc())
           << "'" << before.getName() << "' may access memory";
  }
  return success();
}

//===----------------------------------------------------------------------===//
// LaunchOp
//===----------------------------------------------------------------------===//

LogicalResult LaunchOp::verify() {
  if (failed(verifyWindow(*this)))
    return failure();
  return verifyHostOperands(*this, getInits().getTypes(), getResultTypes());
}

/// A batch of one matrix is one; of a group each operand is a matrix.
static bool canBePassedAs(ShapedType operand, MemRefType argument,
                          bool isGroup) {
  if (isGroup)
    return operand.getRank() == 2;
  return operand.getRank() == argument.getRank() ||
         (operand.getRank() == 3 && argument.getRank() == 2 &&
          operand.getDimSize(0) == 1);
}

/// Integers of 4 bits are two to a byte, and bytes to a kernel. A boolean is a
/// byte.
static bool isPassedAs(Type operand, Type argument) {
  return operand == argument ||
         (argument.isSignlessInteger(8) &&
          (operand.isSignlessInteger(4) || operand.isSignlessInteger(1)));
}

/// The columns of a tile that the launch chooses.
static LogicalResult verifyColumns(LaunchOp op, KernelOp kernel) {
  ChosenColumnsOp chosen;
  kernel.walk([&](ChosenColumnsOp each) { chosen = each; });
  std::optional<int64_t> columns = op.getColumns();
  if (!chosen && columns)
    return op.emitOpError("has 'columns', but ")
           << op.getKernel() << " has no tile.chosen_columns";
  if (!chosen || (columns && llvm::is_contained(chosen.getChoices(), *columns)))
    return success();
  InFlightDiagnostic diagnostic = op.emitOpError("needs 'columns', one of ");
  llvm::interleaveComma(chosen.getChoices(), diagnostic);
  if (columns)
    diagnostic << ", not " << *columns;
  return diagnostic;
}

LogicalResult LaunchOp::verifySymbolUses(SymbolTableCollection &symbols) {
  Operation *symbol = symbols.lookupNearestSymbolFrom(*this, getKernel());
  if (!symbol)
    return emitOpError("launches ") << getKernel() << ", which does not exist";
  // Once the kernels are lowered the symbol is a function of another dialect.
  auto kernel = dyn_cast<KernelOp>(symbol);
  if (!kernel)
    return success();
  int64_t each = kernel.getGroup().value_or(1);
  if (kernel.getNumArguments() * each != getNumOperands())
    return emitOpError("has ")
           << getNumOperands() << " operands, but " << getKernel() << " takes "
           << kernel.getNumArguments() * each;
  for (auto [index, operand] : llvm::enumerate(getOperandTypes())) {
    Type expected = kernel.getArgumentTypes()[index / each];
    auto shaped = cast<ShapedType>(operand);
    auto memref = dyn_cast<MemRefType>(expected);
    if (!memref ||
        !isPassedAs(shaped.getElementType(), memref.getElementType()) ||
        (shaped.getElementType() != memref.getElementType() &&
         isDpsInit(&getOperation()->getOpOperand(index))) ||
        !canBePassedAs(shaped, memref, kernel.getGroup().has_value()))
      return emitOpError("operand of type ")
             << operand << " can't be the kernel's argument of type "
             << expected;
  }
  if (failed(verifyWindowUse(*this, kernel)))
    return failure();
  return verifyColumns(*this, kernel);
}

void LaunchOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  addBufferEffects(
      *this, [&](OpOperand *operand) { return isDpsInit(operand); }, effects);
}

//===----------------------------------------------------------------------===//
// ChosenColumnsOp
//===----------------------------------------------------------------------===//

LogicalResult ChosenColumnsOp::verify() {
  ArrayRef<int64_t> choices = getChoices();
  if (choices.empty())
    return emitOpError("has no choices; it needs one or more");
  for (int64_t choice : choices)
    if (choice < 8 || choice > 256 || choice % 8)
      return emitOpError("has choices from 8 to 256 in steps of 8, not ")
             << choice;
  for (size_t i = 1; i < choices.size(); ++i)
    if (choices[i - 1] >= choices[i])
      return emitOpError("has choices in ascending order, not ")
             << choices[i] << " after " << choices[i - 1];
  if (!(*this)->getParentOfType<KernelOp>())
    return emitOpError("must stand in a tile.kernel");
  return success();
}

//===----------------------------------------------------------------------===//
// PlanRowOp
//===----------------------------------------------------------------------===//

LogicalResult PlanRowOp::verify() {
  size_t rows = getEverywhere().size();
  if (rows < 1 || rows > kMaxPlanRows)
    return emitOpError("has ")
           << rows << " rows; legal are 1 to " << kMaxPlanRows;
  if (getBounds().size() != rows * 3 * kNumSizeDims)
    return emitOpError("has ")
           << getBounds().size() << " numbers in 'bounds' for " << rows
           << " rows, each of which has " << 3 * kNumSizeDims;
  for (size_t unit = 2; unit < getBounds().size(); unit += 3)
    if (getBounds()[unit] < 1)
      return emitOpError("has a unit of ")
             << getBounds()[unit] << " in 'bounds'; legal are units from 1";
  return success();
}

//===----------------------------------------------------------------------===//
// PermuteOp
//===----------------------------------------------------------------------===//

void PermuteOp::build(OpBuilder &builder, OperationState &state, Value source,
                      ArrayRef<int64_t> order) {
  auto type = cast<RankedTensorType>(source.getType());
  build(builder, state, type.clone(applyPermutation(type.getShape(), order)),
        source, order);
}

LogicalResult PermuteOp::verify() {
  auto source = cast<RankedTensorType>(getSource().getType());
  if (!isPermutationVector(getOrder()) ||
      static_cast<int64_t>(getOrder().size()) != source.getRank())
    return emitOpError("'order' must have each of the ")
           << source.getRank() << " dimensions of the source once";
  Type expected = source.clone(applyPermutation(source.getShape(), getOrder()));
  if (getResult().getType() != expected)
    return emitOpError("the result must be of type ")
           << expected << ", not " << getResult().getType();
  return success();
}

OpFoldResult PermuteOp::fold(FoldAdaptor) {
  return isIdentityPermutation(getOrder()) ? getSource() : Value();
}

MemRefType PermuteOp::permuteType(MemRefType type, ArrayRef<int64_t> order) {
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(type.getStridesAndOffset(strides, offset)))
    return {};
  return MemRefType::get(
      applyPermutation(type.getShape(), order), type.getElementType(),
      StridedLayoutAttr::get(type.getContext(), offset,
                             applyPermutation(strides, order)),
      type.getMemorySpace());
}

#define GET_OP_CLASSES
#include "mlir-autotune/Dialect/Tile/TileOps.cpp.inc"
