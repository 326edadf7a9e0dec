//===- KernelProgramTest.cpp - Names that stand for programs --------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The cases are those of test/Simulation/matrix, which have every template and
// everything that a kernel may do, and some by chance.
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Analysis/TargetInfo.h"
#include "mlir-autotune/Problem/ProblemText.h"
#include "mlir-autotune/Proposers/Propose.h"
#include "mlir-autotune/Simulation/Cases.h"
#include "mlir-autotune/Simulation/Reduction.h"
#include "mlir-autotune/Tuning/KernelCompiler.h"

#include "mlir/IR/Verifier.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"

#include <map>
#include <set>

using namespace mlir;
using namespace mlir::autotune;

namespace {
class KernelProgramTest : public ::testing::Test {
protected:
  static std::unique_ptr<MLIRContext> createContext() {
    DialectRegistry registry;
    registerKernelCompilerDialects(registry);
    auto context = std::make_unique<MLIRContext>(
        registry, MLIRContext::Threading::DISABLED);
    context->loadAllAvailableDialects();
    return context;
  }

  /// The cases of a file, for the target that its RUN line names.
  static void readCases(StringRef path) {
    auto file = llvm::MemoryBuffer::getFile(path);
    ASSERT_TRUE(bool(file)) << path.str();
    StringRef name = (*file)->getBuffer().split("--target=").second;
    const TargetInfo *target =
        lookupTarget(name.take_until([](char c) { return c == ' '; }));
    ASSERT_TRUE(target) << path.str();
    CaseReader reader(
        *context, *target,
        [](const llvm::Twine &message) { ADD_FAILURE() << message.str(); },
        /*covers=*/true);
    reader.addFile(path);
    for (const Case &each : reader.getCases())
      cases.emplace_back(each, target->chip);
  }

  /// Once for all tests: attaching what the cases leave open takes seconds.
  static void SetUpTestSuite() {
    context = createContext();
    namespace fs = llvm::sys::fs;
    std::error_code code;
    std::set<std::string> paths;
    for (fs::directory_iterator it(AUTOTUNE_MATRIX, code), end;
         !code && it != end; it.increment(code))
      if (StringRef(it->path()).ends_with(".cases"))
        paths.insert(it->path());
    ASSERT_FALSE(code) << code.message();
    for (const std::string &path : paths)
      readCases(path);
    TargetInfo target = *lookupTarget("h200");
    for (const Case &each : sampleCases(target, 300, /*seed=*/1))
      cases.emplace_back(each, target.chip);
    ASSERT_GT(cases.size(), 1000u);
  }
  static void TearDownTestSuite() {
    cases.clear();
    context.reset();
  }

  static KernelProgram build(MLIRContext &in, const Case &one, StringRef chip) {
    return cantFail(buildKernelProgram(in, one.fact, one.config, chip));
  }

  static inline std::unique_ptr<MLIRContext> context;
  static inline std::vector<std::pair<Case, std::string>> cases;
};
} // namespace

/// And unequal names are unequal programs, of whatever the names are made.
TEST_F(KernelProgramTest, EqualNamesAreEqualPrograms) {
  std::map<std::string, std::string> texts;
  std::map<std::string, std::string> names;
  llvm::StringSet<> templates;
  for (const auto &[one, chip] : cases) {
    KernelProgram program = build(*context, one, chip);
    std::string name = program.getName().str(), text = program.getText().str();
    EXPECT_EQ(texts.try_emplace(name, text).first->second, text) << name;
    EXPECT_EQ(names.try_emplace(text, name).first->second, name) << name;
    EXPECT_EQ(text.find(name), std::string::npos);
    templates.insert(one.config.getTemplateName());
  }
  // Every template for matmuls but those whose kernels are a library's.
  EXPECT_EQ(
      templates.size(),
      llvm::count_if(getKernelTemplates(), [](const KernelTemplate *item) {
        return item->getKind() == ProblemKind::Matmul &&
               !item->getSchema().isLibrary;
      }));
  // Cases share kernels, and not all of them one.
  EXPECT_LT(texts.size(), cases.size());
  EXPECT_GT(texts.size(), cases.size() / 8);
}

/// Neither what else the context has seen nor the order of kernels counts.
TEST_F(KernelProgramTest, NamesAreTheSameInEveryContext) {
  std::unique_ptr<MLIRContext> other = createContext();
  // What attributes are called first must not count either.
  StringAttr::get(other.get(), "kernel");
  std::vector<std::string> names(cases.size());
  for (size_t i = cases.size(); i-- > 0;)
    names[i] = build(*other, cases[i].first, cases[i].second).getName();
  for (size_t i = 0; i < cases.size(); ++i)
    EXPECT_EQ(build(*context, cases[i].first, cases[i].second).getName(),
              names[i])
        << cases[i].first.fact.getKey();
}

/// The chip and what may be used of it are part of what a kernel is.
TEST_F(KernelProgramTest, TargetsAreToldApart) {
  const Case &one = cases.front().first;
  EXPECT_NE(build(*context, one, "sm_90a").getName(),
            build(*context, one, "sm_80").getName());
}

/// A kernel that is moved is what it was.
TEST_F(KernelProgramTest, MovesAsAWhole) {
  Location loc = UnknownLoc::get(context.get());
  OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
  OpBuilder builder(module->getBodyRegion());
  auto kernels = gpu::GPUModuleOp::create(builder, loc, "all");
  llvm::StringSet<> seen;
  for (size_t i = 0; i < cases.size(); i += 11) {
    KernelProgram program = build(*context, cases[i].first, cases[i].second);
    if (seen.insert(program.getName()).second)
      program.moveInto(kernels);
    EXPECT_TRUE(isa_and_nonnull<tile::KernelOp>(
        kernels.lookupSymbol(program.getName())));
  }
  EXPECT_TRUE(succeeded(verify(*module)));
}

/// What the simulator runs in place of a large problem is that one's kernel.
TEST_F(KernelProgramTest, ReducedProblemsHaveTheSameKernel) {
  TargetInfo target = *lookupTarget("h200");
  StringRef add = "then {func.func @f(%s: f32, %r: f32) -> f32 { %z = "
                  "arith.addf %s, %r : f32 return %z : f32 }} ";
  std::vector<std::string> problems = {
      "4096x4096x4096 bf16 B^T",       "4000x4104x1000 bf16 A^T",
      "33x5000x4096 f16 -> f32",       "1000x1000x1000 f32",
      "16x8192x8192 bf16,i8 B^T",      "8*1024x512x4096 bf16 B^T",
      "1x4096x4096 f16 B^T",           "2048x2048x2056 f8E4M3FN B^T -> bf16",
      "[700,300,0]x1024x1024 bf16 B^T"};
  for (StringRef rest : {"f32[mn]", "f32[n]", "f32[m]", "f32[mn] e0(align=4)"})
    for (StringRef sizes :
         {"4096x4096x4096 bf16 B^T -> f32 ", "4001x4096x512 bf16 B^T -> f32 ",
          "4096x4001x512 f32 -> f32 ", "4098x4098x512 bf16 -> f32 "})
      problems.push_back((sizes + add + rest).str());
  ProposeOptions options;
  options.maxCandidates = 4;
  size_t reduced = 0;
  for (const std::string &text : problems) {
    ProblemFact fact = cantFail(parseProblem(text));
    for (const ProposedConfig &proposed :
         propose(fact, target, options).candidates) {
      const Config &config = proposed.config;
      tile::KernelABI abi;
      cantFail(emitKernelModule(*context, fact, config, target.chip, abi));
      ProblemFact small = reduceForSimulation(fact, config, abi);
      reduced += small != fact;
      EXPECT_EQ(build(*context, {fact, config}, target.chip).getName(),
                build(*context, {small, config}, target.chip).getName())
          << text << " as " << small.getKey() << ": " << config.str();
    }
  }
  EXPECT_GT(reduced, problems.size());
}
