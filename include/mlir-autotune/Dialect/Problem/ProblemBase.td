//===- ProblemBase.td - What operations share --------------*- tablegen -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_DIALECT_PROBLEM_PROBLEMBASE_TD
#define MLIR_AUTOTUNE_DIALECT_PROBLEM_PROBLEMBASE_TD

include "mlir/IR/OpBase.td"
include "mlir/Interfaces/DestinationStyleOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Problem_Dialect : Dialect {
  let name = "problem";
  let cppNamespace = "::mlir::autotune::problem";
  let summary = "The problem that one kernel computes";
  let description = [{
    An operation of this dialect is a problem: everything that one launch computes, including the
    operations fused before and after a product. `autotune-form-problems` makes problems from `linalg`
    operations. It decides what is fused, and the operation is the record of that decision: nobody
    decides it again.

    A problem says what is computed and not how. A config (`autotune.config`) may be attached to it;
    `autotune-lower-matmul` then replaces it by a launch of the kernel of that config.
  }];
}

class Problem_Op<string mnemonic, list<Trait> traits = []>
    : Op<Problem_Dialect, mnemonic, traits>;

def Problem_Matrix : AnyTypeOf<[AnyRankedTensor, AnyMemRef],
                               "ranked tensor or memref">;

#endif // MLIR_AUTOTUNE_DIALECT_PROBLEM_PROBLEMBASE_TD
