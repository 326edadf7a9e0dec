//===- LibraryRows.cpp - Host code that calls a plan's libraries ----------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rows of libraries come first, one after the other, and then the rows of
// kernels as in any plan. A kernel that stands before a library's row keeps its
// sizes, because the condition of the library's row excludes them.
//
// A call gets the destination and gives it on, changed or not. The launch of a
// kernel is thus in the same buffer, and bufferization copies nothing.
//
//===----------------------------------------------------------------------===//

#include "LibraryRows.h"
#include "PlanDispatch.h"

#include "mlir-autotune/Dialect/Tile/TileDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::autotune;

static LibraryResult createCall(OpBuilder &builder, problem::ContractOp op,
                                const LibraryRow &row, ValueRange inits) {
  SmallVector<Value> factors(op.getFactors());
  SmallVector<Value> extras(op.getEpilogueInputs());
  auto call = tile::CallLibraryOp::create(
      builder, op.getLoc(), op.getResultTypes(), builder.getI1Type(),
      builder.getStringAttr(row.library), builder.getStringAttr(row.call),
      factors, inits, extras, row.sums ? TypeAttr::get(row.sums) : TypeAttr(),
      row.kernel);
  if (call.getResults().empty())
    return {llvm::to_vector(inits), call.getDone()};
  return {SmallVector<Value>(call.getResults()), call.getDone()};
}

/// The call where `condition` holds; otherwise nothing is done.
static LibraryResult createCallIf(OpBuilder &builder, problem::ContractOp op,
                                  Value condition, const LibraryRow &row,
                                  ValueRange inits) {
  Location loc = op.getLoc();
  bool hasResults = op->getNumResults() != 0;
  SmallVector<Type> types(op.getResultTypes());
  types.push_back(builder.getI1Type());
  auto yield = [&](OpBuilder &b, const LibraryResult &result) {
    SmallVector<Value> values;
    if (hasResults)
      values = result.inits;
    values.push_back(result.done);
    scf::YieldOp::create(b, loc, values);
  };
  auto called = scf::IfOp::create(builder, loc, types, condition,
                                  /*withElseRegion=*/true);
  OpBuilder inThen = called.getThenBodyBuilder();
  yield(inThen, createCall(inThen, op, row, inits));
  OpBuilder inElse = called.getElseBodyBuilder();
  yield(inElse, {llvm::to_vector(inits),
                 arith::ConstantIntOp::create(inElse, loc, 0, 1)});
  SmallVector<Value> results(called.getResults());
  Value done = results.pop_back_val();
  if (!hasResults)
    return {llvm::to_vector(inits), done};
  return {results, done};
}

LibraryResult autotune::createLibraryCalls(OpBuilder &builder,
                                           problem::ContractOp op,
                                           ArrayRef<LibraryRow> rows) {
  Location loc = op.getLoc();
  LibraryResult result{llvm::to_vector(op.getInits()), Value()};
  for (const LibraryRow &row : rows) {
    Value condition = createRowCondition(builder, op, row.before, row.guard);
    Value before = result.done;
    if (before) {
      Value isTrue = arith::ConstantIntOp::create(builder, loc, 1, 1);
      Value isLeft = arith::XOrIOp::create(builder, loc, before, isTrue);
      condition = condition
                      ? arith::AndIOp::create(builder, loc, condition, isLeft)
                            .getResult()
                      : isLeft;
    }
    result = condition ? createCallIf(builder, op, condition, row, result.inits)
                       : createCall(builder, op, row, result.inits);
    if (before)
      result.done = arith::OrIOp::create(builder, loc, before, result.done);
  }
  return result;
}

ValueRange
autotune::createUnlessDone(OpBuilder &builder, problem::ContractOp op,
                           const LibraryResult &result,
                           function_ref<ValueRange(OpBuilder &)> createElse) {
  Location loc = op.getLoc();
  auto chosen = scf::IfOp::create(builder, loc, op.getResultTypes(),
                                  result.done, /*withElseRegion=*/true);
  bool hasResults = chosen.getNumResults() != 0;
  if (hasResults) {
    OpBuilder inThen = chosen.getThenBodyBuilder();
    scf::YieldOp::create(inThen, loc, result.inits);
  }
  OpBuilder inElse = chosen.getElseBodyBuilder();
  ValueRange results = createElse(inElse);
  if (hasResults)
    scf::YieldOp::create(inElse, loc, results);
  return chosen.getResults();
}

void autotune::dropLibraryCalls(Operation *root,
                                const AllowedLibraries &allowed) {
  root->walk([&](tile::CallLibraryOp call) {
    if (allowed.allow(call.getLibrary()))
      return;
    call.emitRemark("calls ") << call.getLibrary()
                              << ", which 'libraries' does not allow: the call "
                                 "is left out, as if the library were missing";
    OpBuilder builder(call);
    call.getDone().replaceAllUsesWith(
        arith::ConstantIntOp::create(builder, call.getLoc(), 0, 1));
    for (auto [result, init] : llvm::zip(call.getResults(), call.getInits()))
      result.replaceAllUsesWith(init);
    call.erase();
  });
}
