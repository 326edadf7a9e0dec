// Prints the fact of each matmul of a module, and the config it carries.

#include "mlir-autotune/Dialect/Autotune/AutotuneDialect.h"
#include "mlir-autotune/FormProblems/MatmulMatcher.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/AsmState.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/raw_ostream.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  registry.insert<mlir::arith::ArithDialect, mlir::func::FuncDialect,
                  mlir::linalg::LinalgDialect, mlir::tensor::TensorDialect>();
  mlir::autotune::registerAutotuneDialect(registry);
  mlir::MLIRContext context(registry);
  auto module =
      mlir::parseSourceFile<mlir::ModuleOp>(argc > 1 ? argv[1] : "-", &context);
  if (!module)
    return 1;
  module->walk([](mlir::linalg::MatmulOp matmul) {
    auto fact = mlir::autotune::getMatmulFact(
        llvm::cast<mlir::linalg::LinalgOp>(matmul.getOperation()));
    llvm::outs() << (mlir::failed(fact) ? "none" : fact->getKey()) << ": ";
    if (mlir::Attribute config = matmul->getAttr("autotune.config"))
      llvm::outs() << config;
    llvm::outs() << "\n";
  });
  return 0;
}
