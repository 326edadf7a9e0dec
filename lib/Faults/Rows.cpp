//===- Rows.cpp - Faults of kernels of rows -------------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowered.h"
#include "RowFaults.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::faults;

//===----------------------------------------------------------------------===//
// Purposes of operations
//===----------------------------------------------------------------------===//

/// Whether an operation is a conversion of one value, as around a shuffle.
static bool isConversion(Operation *op) {
  return isa<arith::BitcastOp, arith::IndexCastOp, arith::TruncIOp,
             arith::ExtUIOp>(op);
}

/// A thread gets a value by a shuffle, and an operation combines it with the
/// thread's own. Returns that operation, and the number of the operand that is
/// the thread's own. Null for values of 64 bits: they take two shuffles.
static Operation *getCombiner(gpu::ShuffleOp op, unsigned &own) {
  Value value = op.getShuffleResult();
  while (value.hasOneUse() && isConversion(*value.user_begin()))
    value = value.user_begin()->getResult(0);
  if (!value.hasOneUse() || value.user_begin()->getNumOperands() != 2)
    return nullptr;
  OpOperand &use = *value.use_begin();
  own = 1 - use.getOperandNumber();
  return use.getOwner();
}

/// Whether threads exchange values, as for a sum. Those of a scan take the
/// values of others before them.
static bool isExchange(gpu::ShuffleOp op) {
  return op.getMode() == gpu::ShuffleMode::XOR;
}

static bool hasCombiner(gpu::ShuffleOp op) {
  unsigned own;
  return isExchange(op) && getCombiner(op, own) != nullptr;
}

/// The shuffle that a value comes from, if any.
static gpu::ShuffleOp getShuffle(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (auto shuffle = dyn_cast<gpu::ShuffleOp>(op))
      return shuffle;
    if (!isConversion(op))
      break;
    value = op->getOperand(0);
  }
  return {};
}

/// Whether a selection is between nothing, for the first of a row, and what a
/// scan has come to before a lane (UP) or a warp (IDX).
static bool selectsBefore(arith::SelectOp op, gpu::ShuffleMode mode) {
  gpu::ShuffleOp shuffle = getShuffle(op.getFalseValue());
  return shuffle && shuffle.getMode() == mode &&
         op.getTrueValue().getDefiningOp<arith::ConstantOp>();
}

/// What a chunk of a scan of floats comes to, as all threads of the row get it;
/// null if a shuffle gets something else.
static Value getChunkTotal(gpu::ShuffleOp op) {
  Value value = op.getShuffleResult();
  while (value.hasOneUse() && isConversion(*value.user_begin()))
    value = value.user_begin()->getResult(0);
  bool isTotal = op.getMode() == gpu::ShuffleMode::IDX &&
                 isa<FloatType>(value.getType()) && !value.use_empty() &&
                 llvm::none_of(value.getUsers(), [](Operation *user) {
                   return isa<arith::SelectOp>(user);
                 });
  return isTotal ? value : Value();
}

/// Makes a constant number another one.
static void setNumber(OpOperand &operand, double value) {
  OpBuilder b(operand.getOwner());
  operand.set(arith::ConstantOp::create(
      b, operand.getOwner()->getLoc(),
      b.getFloatAttr(operand.get().getType(), value)));
}

/// Whether the operation adds what a reduction begins with to what threads have
/// combined.
static bool addsStart(arith::AddFOp op) {
  if (!op.getRhs().getDefiningOp<arith::ConstantOp>())
    return false;
  Operation *combined = op.getLhs().getDefiningOp();
  if (!combined)
    return false;
  bool isCombiner = false;
  op->getParentOfType<gpu::GPUFuncOp>().walk([&](gpu::ShuffleOp shuffle) {
    unsigned own;
    isCombiner |= getCombiner(shuffle, own) == combined;
  });
  return isCombiner;
}

/// Whether a comparison says which of a thread's columns, or its row, there
/// are: the same place is clamped for its loads.
static arith::MinUIOp getClamp(arith::CmpIOp op) {
  if (op.getPredicate() != arith::CmpIPredicate::ult ||
      !getConstant(op.getRhs()))
    return {};
  for (Operation *user : op.getLhs().getUsers())
    if (auto clamp = dyn_cast<arith::MinUIOp>(user))
      return clamp;
  return {};
}

static bool isRow(Value place) {
  // The number of the CTA's first row, and the thread's among these.
  auto sum = place.getDefiningOp<arith::AddIOp>();
  return sum && sum.getLhs().getDefiningOp<arith::MulIOp>() &&
         sum.getRhs().getDefiningOp<arith::DivUIOp>();
}
static bool boundsRows(arith::CmpIOp op) {
  return getClamp(op) && isRow(op.getLhs());
}
/// Whether it bounds the columns of a thread's last chunk. Other chunks are
/// never partly beyond the row.
static bool boundsColumns(arith::CmpIOp op) {
  auto isBound = [](arith::CmpIOp op) {
    return getClamp(op) && !isRow(op.getLhs());
  };
  bool isLast = true;
  for (auto next = getNext<arith::CmpIOp>(op); next;
       next = getNext<arith::CmpIOp>(next))
    isLast &= !isBound(next);
  return isBound(op) && isLast;
}

/// Whether an element beyond the last column counts as nothing of a sum.
static bool masksSum(arith::SelectOp op) {
  auto number = op.getFalseValue().getDefiningOp<arith::ConstantOp>();
  auto value = number ? dyn_cast<FloatAttr>(number.getValue()) : FloatAttr();
  auto bound = op.getCondition().getDefiningOp<arith::CmpIOp>();
  return value && value.getValue().isZero() && bound && boundsColumns(bound);
}

/// The shared memory of the kernel's first reduction.
static Value getFirstShared(Operation *op) {
  return op->getParentOfType<gpu::GPUFuncOp>()
      .getWorkgroupAttributions()
      .front();
}

static bool storesGlobal(LLVM::StoreOp op) { return !storesShared(op); }
static bool storesResult(scf::IfOp op) { return contains<LLVM::StoreOp>(op); }
static bool storesForWarps(scf::IfOp op) {
  return contains<memref::StoreOp>(op);
}

//===----------------------------------------------------------------------===//
// Faults
//===----------------------------------------------------------------------===//

/// Faults where the values of a row's warps meet in shared memory.
static void addRowWarps(FaultTable &table) {
  StringRef barrier = "each gpu.barrier";
  StringRef loads = "each load of the values of a row's warps";
  table.push_back(onRows<gpu::BarrierOp>(
      "rows-drop-barrier", "warps read values that others have not left yet",
      barrier, "race uninitialized", nullptr,
      [](gpu::BarrierOp op) { op.erase(); }));
  table.push_back(onRows<gpu::BarrierOp>(
      "rows-barrier-in-branch", "only the first warp comes to a barrier",
      barrier, "divergence deadlock race uninitialized", nullptr,
      moveIntoFirstWarp));
  table.push_back(onRows<scf::IfOp>("rows-all-lanes-leave",
                                    "all lanes of a warp leave its value",
                                    "each branch that leaves a warp's value",
                                    "race", storesForWarps, alwaysTaken));
  table.push_back(onRows<memref::StoreOp>(
      "rows-leave-next", "a warp leaves its value in the place of the next",
      "each store of a warp's value", "out-of-bounds uninitialized race",
      nullptr, [](memref::StoreOp op) {
        addToOperand(op, op.getIndicesMutable()[0], 1);
      }));
  table.push_back(onRows<memref::LoadOp>(
      "rows-read-next", "a lane reads the value of the next warp", loads,
      "out-of-bounds uninitialized wrong-result", nullptr,
      [](memref::LoadOp op) {
        addToOperand(op, op.getIndicesMutable()[0], 1);
      }));
  table.push_back(onRows<memref::LoadOp>(
      "rows-drop-warps", "a warp reads its own value, and not those of others",
      "each load of the values that a row's warps have for a reduction",
      "wrong-result",
      [](memref::LoadOp op) {
        return llvm::count_if(op.getMemref().getUsers(), [](Operation *user) {
                 return isa<memref::StoreOp>(user);
               }) == 1;
      },
      [](memref::LoadOp op) {
        for (Operation *user : op.getMemref().getUsers())
          if (auto store = dyn_cast<memref::StoreOp>(user))
            op.getIndicesMutable()[0].set(store.getIndices()[0]);
      }));
  table.push_back(onRows<memref::StoreOp>(
      "rows-share-memory", "a reduction leaves its values where another did",
      "each store of a warp's value behind another reduction's", "race",
      [](memref::StoreOp op) {
        Value first = getFirstShared(op);
        return op.getMemref() != first &&
               op.getMemref().getType() == first.getType();
      },
      [](memref::StoreOp op) {
        Value own = op.getMemref();
        own.replaceAllUsesWith(getFirstShared(op));
      }));
}

/// Faults where the values of a warp's threads meet.
static void addRowShuffles(FaultTable &table) {
  StringRef where = "each gpu.shuffle";
  table.push_back(onRows<gpu::ShuffleOp>(
      "rows-drop-lane", "a lane does not add the value of another", where,
      "wrong-result", hasCombiner, [](gpu::ShuffleOp op) {
        unsigned own = 0;
        Operation *combiner = getCombiner(op, own);
        drop(combiner, combiner->getOperand(own));
      }));
  table.push_back(onRows<gpu::ShuffleOp>(
      "rows-wrong-lane", "a lane adds the value of a lane at half the distance",
      where, "wrong-result",
      [](gpu::ShuffleOp op) {
        return isExchange(op) && *getConstant(op.getOffset()) > 1;
      },
      [](gpu::ShuffleOp op) {
        setConstant(op.getOffsetMutable(), *getConstant(op.getOffset()) / 2);
      }));
  table.push_back(onRows<gpu::ShuffleOp>(
      "rows-narrow-shuffle", "a shuffle names half of the lanes", where,
      "divergence", nullptr, [](gpu::ShuffleOp op) {
        setConstant(op.getWidthMutable(), *getConstant(op.getWidth()) / 2);
      }));
  table.push_back(onRows<arith::AddFOp>(
      "rows-wrong-start", "a sum begins with 1",
      "each addition of what a sum begins with", "wrong-result", addsStart,
      [](arith::AddFOp op) { setNumber(op->getOpOperand(1), 1); }));
}

/// Faults of scans, which know what stands before a thread.
static void addRowScans(FaultTable &table) {
  table.push_back(onRows<gpu::ShuffleOp>(
      "rows-scan-own-lane",
      "a lane takes its own columns for what stands before them",
      "each shuffle that gets what stands before a lane", "wrong-result",
      [](gpu::ShuffleOp op) {
        return op.getMode() == gpu::ShuffleMode::UP &&
               llvm::any_of(op->getBlock()->getOps<arith::SelectOp>(),
                            [&](arith::SelectOp select) {
                              return selectsBefore(select,
                                                   gpu::ShuffleMode::UP) &&
                                     getShuffle(select.getFalseValue()) == op;
                            });
      },
      [](gpu::ShuffleOp op) { setConstant(op.getOffsetMutable(), 0); }));
  auto dropBefore = [](arith::SelectOp op) { drop(op, op.getTrueValue()); };
  table.push_back(onRows<arith::SelectOp>(
      "rows-scan-drop-lanes", "a scan leaves out the lanes before",
      "each selection of what stands before a lane", "wrong-result",
      [](arith::SelectOp op) {
        return selectsBefore(op, gpu::ShuffleMode::UP);
      },
      dropBefore));
  table.push_back(onRows<arith::SelectOp>(
      "rows-scan-drop-warps", "a scan leaves out the warps before",
      "each selection of what stands before a warp", "wrong-result",
      [](arith::SelectOp op) {
        return selectsBefore(op, gpu::ShuffleMode::IDX);
      },
      dropBefore));
  table.push_back(onRows<gpu::ShuffleOp>(
      "rows-scan-drop-carry", "a scan carries no sum to the next chunk",
      "each shuffle that gets what a chunk comes to", "wrong-result",
      [](gpu::ShuffleOp op) { return getChunkTotal(op) != nullptr; },
      [](gpu::ShuffleOp op) {
        for (OpOperand &use :
             llvm::make_early_inc_range(getChunkTotal(op).getUses()))
          setNumber(use, 0);
      }));
}

/// Rows and columns that there are not.
static void addRowBounds(FaultTable &table) {
  StringRef columns = "each comparison of a column of the last chunk with the "
                      "number of columns";
  StringRef rows = "each comparison of a row with the number of rows";
  auto addToBound = [](int64_t offset) {
    return [offset](arith::CmpIOp op) {
      addToOperand(op, op.getRhsMutable(), offset);
    };
  };
  table.push_back(onRows<arith::CmpIOp>(
      "rows-one-column-more", "one column too many counts", columns,
      "output-doubled wrong-result", boundsColumns, addToBound(1)));
  table.push_back(onRows<arith::CmpIOp>(
      "rows-skip-last-vector", "the last vector of a row does not count",
      columns, "output-lost wrong-result", boundsColumns, [](arith::CmpIOp op) {
        // The last vector begins where places are clamped.
        op.getRhsMutable().set(getClamp(op).getRhs());
      }));
  table.push_back(onRows<arith::CmpIOp>(
      "rows-one-row-more", "a row behind the last is stored", rows,
      "output-doubled", boundsRows, addToBound(1)));
  table.push_back(
      onRows<arith::CmpIOp>("rows-lose-last-row", "the last row is not stored",
                            rows, "output-lost", boundsRows, addToBound(-1)));
  table.push_back(onRows<arith::MinUIOp>(
      "rows-drop-clamp",
      "elements of rows or columns that there are not are "
      "loaded",
      "each clamp of a row, or of a column of the last chunk", "out-of-bounds",
      [](arith::MinUIOp op) {
        return llvm::any_of(op.getLhs().getUsers(), [](Operation *user) {
          auto bound = dyn_cast<arith::CmpIOp>(user);
          return bound && (boundsRows(bound) || boundsColumns(bound));
        });
      },
      [](arith::MinUIOp op) { drop(op, op.getLhs()); }));
  StringRef masks = "each selection between an element of a sum and nothing";
  table.push_back(onRows<arith::SelectOp>(
      "rows-drop-mask", "elements beyond the last column are added", masks,
      "wrong-result", masksSum,
      [](arith::SelectOp op) { drop(op, op.getTrueValue()); }));
  table.push_back(onRows<arith::SelectOp>(
      "rows-wrong-neutral",
      "an element beyond the last column counts as 1 in a sum", masks,
      "wrong-result", masksSum,
      [](arith::SelectOp op) { setNumber(op->getOpOperand(2), 1); }));
}

/// Loads and stores of rows.
static void addRowAccesses(FaultTable &table) {
  StringRef stores = "each store of a result";
  StringRef branches = "each branch around stores of a result";
  auto addToPlace = [](auto op, int64_t offset) {
    auto place = op.getAddr().template getDefiningOp<LLVM::GEPOp>();
    addToOperand(place, place->getOpOperand(1), offset);
  };
  table.push_back(onRows<LLVM::StoreOp>(
      "rows-drop-store", "a result is not stored", stores, "output-lost",
      storesGlobal, [](LLVM::StoreOp op) { op.erase(); }));
  table.push_back(onRows<LLVM::StoreOp>(
      "rows-store-next", "a result is stored one element too far", stores,
      "misaligned out-of-bounds output-lost", storesGlobal,
      [=](LLVM::StoreOp op) { addToPlace(op, 1); }));
  table.push_back(onRows<scf::IfOp>(
      "rows-drop-store-guard", "threads that have no element of a result store",
      branches, "output-doubled", storesResult, alwaysTaken));
  table.push_back(onRows<LLVM::LoadOp>(
      "rows-load-next", "a load starts one element too far",
      "each load of an input", "misaligned out-of-bounds wrong-result",
      [](LLVM::LoadOp op) { return !loadsShared(op); },
      [=](LLVM::LoadOp op) { addToPlace(op, 1); }));
  table.push_back(onRows<arith::MulIOp>(
      "rows-load-next-row", "a load takes the row below",
      "each product of a row and the number of columns",
      "out-of-bounds output-lost wrong-result",
      [](arith::MulIOp op) {
        return op.getLhs().getDefiningOp<arith::IndexCastOp>() &&
               op.getType().isInteger(64);
      },
      [](arith::MulIOp op) { addToOperand(op, op->getOpOperand(0), 1); }));
}

void faults::addRows(FaultTable &table) {
  addRowWarps(table);
  addRowShuffles(table);
  addRowScans(table);
  addRowBounds(table);
  addRowAccesses(table);
  addRowPasses(table);
}
