//===- GroupMatmuls.cpp - Matmuls of one type as one operation ------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block is gone through once. Matmuls of one type are gathered as long as
// nothing stands between them that a matmul must not be moved beyond; all then
// become one operation where the last of them stands. So matmuls are only ever
// delayed: what is to be proved is that nothing until then needs their results
// or changes what they read.
//
//===----------------------------------------------------------------------===//

#include "Permissions.h"
#include "Remarks.h"
#include "TargetCache.h"
#include "mlir-autotune/Analysis/HostCode.h"
#include "mlir-autotune/Analysis/Memory.h"
#include "mlir-autotune/Dialect/Autotune/AutotuneDialect.h"
#include "mlir-autotune/FormProblems/FormProblems.h"
#include "mlir-autotune/FormProblems/MatmulMatcher.h"
#include "mlir-autotune/FormProblems/ProblemFact.h"
#include "mlir-autotune/Proposers/Propose.h"
#include "mlir-autotune/Proposers/Serving.h"
#include "mlir-autotune/Transforms/Passes.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::autotune {
#define GEN_PASS_DEF_AUTOTUNEGROUPMATMULS
#include "mlir-autotune/Transforms/Passes.h.inc"
} // namespace mlir::autotune

using namespace mlir;
using namespace mlir::autotune;

static constexpr StringLiteral kGroupMatmuls = "GroupMatmuls";

namespace {
/// Matmuls that may become one operation.
struct Group {
  SmallVector<MatmulPattern, 0> members;
  SmallVector<ProblemFact, 0> facts;
  /// Results of the members, and of what was computed of them since: all of it
  /// can be moved behind them.
  DenseSet<Value> dependents;
  /// Why no more come to them.
  StringRef whyEnded;

  bool isOfBuffers() const {
    linalg::LinalgOp first = members.front().matmul;
    return first.hasPureBufferSemantics();
  }
};

/// What is known of scales in a group, for a target and a config, if there is
/// one.
struct ScalesVerdict {
  ProblemFact scaled;
  const TargetInfo *target;
  ConfigAttr config;
  bool isAsked;
  std::string whyNot;
};

class GroupMatmuls
    : public autotune::impl::AutotuneGroupMatmulsBase<GroupMatmuls> {
public:
  using AutotuneGroupMatmulsBase::AutotuneGroupMatmulsBase;

  void runOnOperation() override;

private:
  LogicalResult visit(Block &block);
  LogicalResult rewrite(Group &group);
  std::string getWhyNotScaled(Operation *op, const ProblemFact &scaled,
                              bool isAsked);

  TargetCache targets;
  /// Why groups of such products have no scales.
  std::vector<ScalesVerdict> verdicts;
};
} // namespace

static void remarkLeft(Operation *op, const Twine &why) {
  if (areRemarksOn(op))
    remark::missed(op->getLoc(), getRemarkOptions(op, kGroupMatmuls))
        << ("left alone: " + why).str();
}

static void remarkDequantized(Operation *op, const Twine &why) {
  if (areRemarksOn(op))
    remark::missed(op->getLoc(), getRemarkOptions(op, kGroupMatmuls))
        << ("reads dequantized operands, instead of scaling sums in the "
            "kernel: " +
            why)
               .str();
}

//===----------------------------------------------------------------------===//
// What may be gathered
//===----------------------------------------------------------------------===//

/// Whether `op`, or what is in it, uses one of the values.
static bool usesAny(Operation *op, const DenseSet<Value> &values) {
  WalkResult result = op->walk([&](Operation *inner) {
    return llvm::any_of(inner->getOperands(),
                        [&](Value value) { return values.contains(value); })
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  return result.wasInterrupted();
}

/// Why what has this effect can't come before the members, or empty.
static StringRef getWhyNotBefore(const Group &group,
                                 const MemoryEffects::EffectInstance &effect) {
  if (isa<MemoryEffects::Allocate>(effect.getEffect()))
    return "";
  Value value = effect.getValue();
  if (!value)
    return "an operation between may touch any memory";
  if (!isa<MemRefType>(value.getType()))
    return "";
  bool isRead = isa<MemoryEffects::Read>(effect.getEffect());
  for (const MatmulPattern &member : group.members) {
    linalg::LinalgOp matmul = member.matmul;
    if (!shareNoMemory(value, matmul.getDpsInits()[0]))
      return "a result of another matmul of the group may be in memory that is "
             "used before this matmul";
    for (Value input : matmul.getDpsInputs())
      if (!isRead && !shareNoMemory(value, input))
        return "an operand of another matmul of the group may be in memory "
               "that is written before this matmul";
  }
  return "";
}

/// Whether `op`, which may be one more of them, can come before the members;
/// else why not.
static StringRef getWhyNotBefore(Group &group, Operation *op, bool isMatmul) {
  if (usesAny(op, group.dependents)) {
    if (isMatmul)
      return "it depends on the result of another matmul of the group";
    if (!isMemoryEffectFree(op) || op->hasTrait<OpTrait::IsTerminator>())
      return "an operation between uses the result of another matmul of the "
             "group";
    group.dependents.insert(op->result_begin(), op->result_end());
    return "";
  }
  if (!group.isOfBuffers() || isMemoryEffectFree(op))
    return "";
  auto effects = getEffectsRecursively(op);
  if (!effects)
    return "an operation between may touch any memory";
  for (const MemoryEffects::EffectInstance &effect : *effects)
    if (StringRef why = getWhyNotBefore(group, effect); !why.empty())
      return why;
  return "";
}

/// Whether all that is said of two matmuls is the same but for what a fact
/// says.
static bool agree(const MatmulPattern &first, const MatmulPattern &other) {
  linalg::LinalgOp a = first.matmul, b = other.matmul;
  for (StringRef name :
       {kConfigAttrName, kAllowTf32AttrName, kAccumulatorAttrName})
    if (a->getAttr(name) != b->getAttr(name))
      return false;
  // Guards can't speak of the sizes of a group.
  if (isa_and_nonnull<PlanAttr>(a->getAttr(kConfigAttrName)))
    return false;
  // What is rounded to f16 behind its product is summed in f32, whatever is
  // allowed: beside one that may be summed in f16 nothing would say so.
  if (first.fact.c.element == ElementKind::F16 &&
      bool(first.cast) != bool(other.cast))
    return false;
  return a.hasPureBufferSemantics() == b.hasPureBufferSemantics();
}

static bool isOfType(const Group &group, const MatmulPattern &other) {
  SmallVector<ProblemFact, 0> facts(group.facts);
  facts.push_back(other.fact);
  return agree(group.members.front(), other) && succeeded(mergeGroup(facts));
}

/// As getWhyNotServed. It does not depend on rows, so that products that differ
/// only in these are decided once.
std::string GroupMatmuls::getWhyNotScaled(Operation *op,
                                          const ProblemFact &scaled,
                                          bool isAsked) {
  const TargetInfo *target = targets.get(op);
  if (!target)
    return "there is no target";
  ProblemFact ofAnyRows = withUnknownRows(scaled);
  ConfigAttr config = getConfigForAll(op);
  for (const ScalesVerdict &verdict : verdicts)
    if (verdict.scaled == ofAnyRows && verdict.target == target &&
        verdict.config == config && verdict.isAsked == isAsked)
      return verdict.whyNot;
  // No time is compared with that of dequantizing first.
  verdicts.push_back(
      {ofAnyRows, target, config, isAsked,
       getWhyNotServed(ofAnyRows, ApartMatmuls(), *target, config, isAsked)});
  return verdicts.back().whyNot;
}

LogicalResult GroupMatmuls::visit(Block &block) {
  std::vector<Group> open, done;
  for (Operation &op : block) {
    auto matmul = dyn_cast<linalg::MatmulOp>(op);
    std::string why;
    FailureOr<MatmulPattern> pattern = failure();
    if (matmul) {
      pattern = matchForGroup(
          matmul,
          [&](const ProblemFact &scaled, bool isAsked) {
            return getWhyNotScaled(matmul, scaled, isAsked);
          },
          &why);
      if (failed(pattern))
        remarkLeft(&op, why);
      else if (!pattern->whyNotStored.empty())
        remarkDequantized(&op, pattern->whyNotStored);
    }
    // Those that this operation ends.
    for (size_t i = 0; i < open.size();) {
      open[i].whyEnded = getWhyNotBefore(open[i], &op, matmul != nullptr);
      if (open[i].whyEnded.empty()) {
        ++i;
        continue;
      }
      done.push_back(std::move(open[i]));
      open.erase(open.begin() + i);
    }
    if (failed(pattern))
      continue;
    auto isOfItsType = [&](const Group &group) {
      return isOfType(group, *pattern);
    };
    auto joined = llvm::find_if(open, isOfItsType);
    if (joined == open.end()) {
      auto ended = llvm::find_if(llvm::reverse(done), isOfItsType);
      if (ended != done.rend())
        remarkLeft(&op,
                   "not in a group with matmuls before it: " + ended->whyEnded);
      joined = open.emplace(open.end());
    }
    joined->facts.push_back(pattern->fact);
    joined->dependents.insert(op.result_begin(), op.result_end());
    joined->members.push_back(std::move(*pattern));
  }
  done.insert(done.end(), std::make_move_iterator(open.begin()),
              std::make_move_iterator(open.end()));
  for (Group &group : done)
    if (failed(rewrite(group)))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// The operation of all
//===----------------------------------------------------------------------===//

/// Moves what uses the results, and stands before them, behind them.
static void moveUsers(Operation *group) {
  DenseSet<Value> values(group->result_begin(), group->result_end());
  SmallVector<Operation *> users;
  for (Operation &op : *group->getBlock()) {
    if (&op == group)
      break;
    if (!usesAny(&op, values))
      continue;
    users.push_back(&op);
    values.insert(op.result_begin(), op.result_end());
  }
  Operation *last = group;
  for (Operation *user : users) {
    user->moveAfter(last);
    last = user;
  }
}

LogicalResult GroupMatmuls::rewrite(Group &group) {
  linalg::LinalgOp last = group.members.back().matmul;
  if (group.members.size() < minProblems)
    return success();
  FailureOr<ProblemFact> fact = mergeGroup(group.facts);
  const TargetInfo *target = targets.get(last);
  if (!target)
    return failure();
  std::string whyNone = getWhyNone(*fact, *target);
  if (!whyNone.empty()) {
    remarkLeft(last, "no kernel serves it in a group: " + whyNone);
    return success();
  }
  numGrouped += group.members.size();
  ++numGroups;
  bool isScaled = group.members.front().scaled.has_value();
  auto made = formGroup(group.members);
  if (areRemarksOn(made))
    remark::passed(made.getLoc(), getRemarkOptions(made, kGroupMatmuls))
        << ("made one of " + Twine(group.members.size()) + " matmuls" +
            (isScaled ? " of 8-bit floats with scales" : ""))
               .str();
  moveUsers(made);
  return success();
}

void GroupMatmuls::runOnOperation() {
  eraseUnreachableBlocks(getOperation());
  targets = TargetCache();
  verdicts.clear();
  if (failed(targets.setOption(target, getOperation())))
    return signalPassFailure();
  if (std::string why = getWhyNotAllowed(allowTf32); !why.empty()) {
    emitError(getOperation()->getLoc()) << "allow-tf32" << why;
    return signalPassFailure();
  }
  if (allowTf32 != "none")
    permit(getOperation(), allowTf32, /*accumulator=*/"f32");
  SmallVector<Block *> blocks;
  getOperation()->walk([&](Block *block) { blocks.push_back(block); });
  for (Block *block : blocks)
    if (failed(visit(*block)))
      return signalPassFailure();
}
