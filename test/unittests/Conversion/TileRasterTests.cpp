//===- TileRasterTests.cpp - Tests of the order of tiles ------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The lowered arithmetic itself is run, operation by operation: a kernel that
// stores the coordinates of its tile of one element, for each number of a CTA.
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Backends/NVVM/Passes.h"
#include "mlir-autotune/Dialect/Tile/TileDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/TypeSwitch.h"
#include "gtest/gtest.h"

#include <set>

using namespace mlir;

namespace {
using Place = std::pair<uint32_t, uint32_t>;

/// The kernel of a raster, lowered.
class Raster {
public:
  explicit Raster(const std::string &raster) {
    context.loadDialect<arith::ArithDialect, autotune::tile::TileDialect,
                        gpu::GPUDialect, memref::MemRefDialect, scf::SCFDialect,
                        LLVM::LLVMDialect, NVVM::NVVMDialect>();
    module = parseSourceString<ModuleOp>(R"mlir(
      gpu.module @kernels {
        tile.kernel @k(%A: memref<?x?xi32>) threads(32) {
          %c0 = arith.constant 0 : index
          %c1 = arith.constant 1 : index
          %M = memref.dim %A, %c0 : memref<?x?xi32>
          %N = memref.dim %A, %c1 : memref<?x?xi32>
          tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %N, %N) tile(1, 1, 1)
              raster()mlir" + raster + R"mlir() {
            %row = arith.index_cast %m : index to i32
            %column = arith.index_cast %n : index to i32
            memref.store %row, %A[%c0, %c0] : memref<?x?xi32>
            memref.store %column, %A[%c0, %c1] : memref<?x?xi32>
          }
        }
      })mlir",
                                         &context);
    PassManager passes(&context);
    passes.addNestedPass<gpu::GPUModuleOp>(autotune::createConvertTileToNVVM());
    if (!module || failed(passes.run(*module)))
      return;
    module->walk([&](LLVM::LLVMFuncOp op) { func = op; });
  }

  /// Place of tile number `index`.
  Place getPlace(uint32_t rows, uint32_t columns, uint32_t index) {
    values.clear();
    stored.clear();
    cta = index;
    // The pointer's place, then both sizes.
    values[func.getArgument(1)] = rows;
    values[func.getArgument(2)] = columns;
    run(func.getBody().front());
    EXPECT_EQ(stored.size(), 2u);
    return stored.size() == 2 ? Place(stored[0], stored[1]) : Place();
  }

  /// That each tile of the grid has one number.
  void expectAll(uint32_t rows, uint32_t columns) {
    std::vector<bool> seen(size_t(rows) * columns);
    for (uint32_t i = 0; i < rows * columns; ++i) {
      auto [row, column] = getPlace(rows, columns, i);
      ASSERT_TRUE(row < rows && column < columns)
          << i << " of " << rows << " x " << columns << " is at " << row << ", "
          << column;
      ASSERT_FALSE(seen[row * columns + column])
          << i << " of " << rows << " x " << columns << " is again at " << row
          << ", " << column;
      seen[row * columns + column] = true;
    }
  }

  LLVM::LLVMFuncOp func;

private:
  void run(Block &block) {
    for (Operation &op : block)
      TypeSwitch<Operation *>(&op)
          .Case([&](NVVM::BlockIdXOp id) { values[id] = cta; })
          .Case([&](LLVM::StoreOp store) {
            if (isKnown(store.getValue()))
              stored.push_back(values[store.getValue()]);
          })
          .Case([&](scf::ForOp loop) { runLoop(loop); })
          .Default([&](Operation *) { compute(&op); });
  }

  void runLoop(scf::ForOp loop) {
    SmallVector<uint64_t> carried;
    for (Value value : loop.getInitArgs())
      carried.push_back(values[value]);
    for (uint64_t i = values[loop.getLowerBound()];
         i < values[loop.getUpperBound()]; i += values[loop.getStep()]) {
      values[loop.getInductionVar()] = i;
      for (auto [argument, value] :
           llvm::zip(loop.getRegionIterArgs(), carried))
        values[argument] = value;
      run(*loop.getBody());
      Operation *yield = loop.getBody()->getTerminator();
      for (auto [value, operand] : llvm::zip(carried, yield->getOperands()))
        value = values[operand];
    }
    for (auto [result, value] : llvm::zip(loop.getResults(), carried))
      values[result] = value;
  }

  /// Addresses are not known, nor who the thread is.
  bool isKnown(Value value) { return values.contains(value); }

  void compute(Operation *op) {
    if (op->getNumResults() != 1 ||
        !llvm::all_of(op->getOperands(), [&](Value v) { return isKnown(v); }))
      return;
    SmallVector<uint64_t, 3> in;
    for (Value operand : op->getOperands())
      in.push_back(values[operand]);
    std::optional<uint64_t> out =
        TypeSwitch<Operation *, std::optional<uint64_t>>(op)
            .Case([](arith::ConstantOp constant) -> std::optional<uint64_t> {
              auto number = dyn_cast<IntegerAttr>(constant.getValue());
              if (!number)
                return std::nullopt;
              return number.getValue().getZExtValue();
            })
            .Case([&](arith::AddIOp) { return in[0] + in[1]; })
            .Case([&](arith::SubIOp) { return in[0] - in[1]; })
            .Case([&](arith::MulIOp) { return in[0] * in[1]; })
            .Case([&](arith::DivUIOp) { return in[0] / in[1]; })
            .Case([&](arith::MinUIOp) { return std::min(in[0], in[1]); })
            .Case([&](arith::AndIOp) { return in[0] & in[1]; })
            .Case([&](arith::XOrIOp) { return in[0] ^ in[1]; })
            .Case([&](arith::ShLIOp) { return in[0] << in[1]; })
            .Case([&](arith::ShRUIOp) { return in[0] >> in[1]; })
            .Case([&](arith::SelectOp) { return in[0] ? in[1] : in[2]; })
            .Case([&](arith::IndexCastOp) { return in[0]; })
            .Case([&](arith::CmpIOp compare) -> std::optional<uint64_t> {
              switch (compare.getPredicate()) {
              case arith::CmpIPredicate::eq:
                return in[0] == in[1];
              case arith::CmpIPredicate::ne:
                return in[0] != in[1];
              case arith::CmpIPredicate::ult:
                return in[0] < in[1];
              default:
                return std::nullopt;
              }
            })
            .Default([](Operation *) { return std::nullopt; });
    if (!out)
      return;
    bool isNarrow = op->getResult(0).getType().isInteger(32);
    values[op->getResult(0)] = isNarrow ? uint32_t(*out) : *out;
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  llvm::DenseMap<Value, uint64_t> values;
  std::vector<uint64_t> stored;
  uint32_t cta = 0;
};

void expectAllGrids(const std::string &name, uint32_t limit) {
  Raster raster(name);
  ASSERT_TRUE(raster.func) << name;
  for (uint32_t rows = 1; rows <= limit; ++rows)
    for (uint32_t columns = 1; columns <= limit; ++columns)
      ASSERT_NO_FATAL_FAILURE(raster.expectAll(rows, columns)) << name;
}

TEST(TileRaster, VisitsEachTileOnce) {
  for (const char *name : {"along_m, 8", "along_n, 4", "hilbert, 1",
                           "hilbert, 2", "hilbert, 4", "hilbert, 16"})
    expectAllGrids(name, 18);
  expectAllGrids("hilbert, 8", 40);
}

TEST(TileRaster, VisitsEachTileOfLargeGridsOnce) {
  Raster eight("hilbert, 8"), many("hilbert, 32");
  ASSERT_TRUE(eight.func && many.func);
  for (auto [rows, columns] : {Place(1, 5000), Place(5000, 1), Place(448, 40),
                               Place(41, 451), Place(95, 97), Place(129, 64)}) {
    eight.expectAll(rows, columns);
    many.expectAll(rows, columns);
  }
}

/// What makes it a Hilbert curve: each tile of a square touches the one before
/// it, and squares follow each other without a gap, mirrored or not.
TEST(TileRaster, GoesFromTileToTile) {
  Raster raster("hilbert, 8");
  ASSERT_TRUE(raster.func);
  constexpr uint32_t kRows = 24, kColumns = 40;
  Place last = raster.getPlace(kRows, kColumns, 0);
  EXPECT_EQ(last, Place(0, 0));
  int jumps = 0;
  for (uint32_t i = 1; i < kRows * kColumns; ++i) {
    Place place = raster.getPlace(kRows, kColumns, i);
    int64_t down = int64_t(place.first) - last.first;
    int64_t right = int64_t(place.second) - last.second;
    jumps += std::abs(down) + std::abs(right) != 1;
    // From one row of squares to the next, it stays in its column.
    EXPECT_TRUE(std::abs(down) + std::abs(right) == 1 ||
                (down == 8 && right == 0))
        << i;
    last = place;
  }
  EXPECT_EQ(jumps, 2);
}

/// Any 64 numbers in a row lie in few rows and columns together, wherever they
/// begin; along_m has up to 8 and 17.
TEST(TileRaster, RunsAreCompact) {
  Raster raster("hilbert, 16");
  ASSERT_TRUE(raster.func);
  constexpr uint32_t kSide = 64, kRun = 64;
  std::vector<Place> places;
  for (uint32_t i = 0; i < kSide * kSide; ++i)
    places.push_back(raster.getPlace(kSide, kSide, i));
  size_t most = 0, total = 0, runs = 0;
  for (uint32_t i = 0; i + kRun <= places.size(); i += 16) {
    std::set<uint32_t> rows, columns;
    for (uint32_t j = i; j < i + kRun; ++j) {
      rows.insert(places[j].first);
      columns.insert(places[j].second);
    }
    most = std::max(most, rows.size() + columns.size());
    total += rows.size() + columns.size();
    ++runs;
  }
  EXPECT_LE(most, 40u);
  EXPECT_LE(total, 21 * runs);
}

} // namespace
