//===- ConvolutionPasses.td - Passes on convolutions -------*- tablegen -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_TRANSFORMS_CONVOLUTIONPASSES_TD
#define MLIR_AUTOTUNE_TRANSFORMS_CONVOLUTIONPASSES_TD

include "mlir/Pass/PassBase.td"

def AutotuneFormConvolutions : Pass<"autotune-form-convolutions"> {
  let summary = "Replace convolutions and what is fused with them by problems";
  let description = [{
    Each convolution of linalg on tensors becomes a `problem.convolution`. That can be a named operation of any
    layout, grouped or depthwise, or a generic operation of the same meaning. Quantized forms must have zero
    points of 0. The problem replaces more than the convolution:

    - In front of the images and the filter, it replaces padding with zeros, transposes, and exact widenings.
    - The init is added to the sums. It is often a broadcast bias.
    - Behind the convolution, it replaces element-wise operations, such as batch norms, activations and
      residuals. It stops at a value that something else uses, too.

    What the epilogue reads is read as it is in memory if it has as many elements as the result. What is computed
    of fewer elements without divisions or functions is computed in the epilogue.

    Poolings stay. A remark says what was formed, or what stands in the way.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::math::MathDialect",
    "::mlir::tensor::TensorDialect",
    "::mlir::autotune::problem::ProblemDialect"];
  let statistics = [
    Statistic<"numFormed", "formed", "Problems of convolutions formed">,
    Statistic<"numLeft", "left", "Convolutions that stay as they are">,
  ];
}

def AutotuneChannelsLast : Pass<"autotune-channels-last"> {
  let summary = "Make channels the last dimension of images";
  let description = [{
    Exporters write images as NCHW, and tensor cores want the channels of a pixel side by side. The pass changes the
    layout of images and results of all `problem.convolution`, and of what the operations between them read and
    write element by element: generic operations, poolings, which become generic, padding, and collapses that keep
    the channels apart. Their maps change, and loops get the order of their results.

    What comes from other operations, or goes to them, is transposed: arguments of a function, say, and its
    results. Between two convolutions no transpose is left. Convolutions of single pixels, and depthwise ones of
    up to ten pixels, keep the layout of what is around them.

    Rejected: a choice for each convolution by its own cost. A transposed copy costs as much as a convolution of
    single pixels, and each change of the layout within a model would add one.
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"];
  let statistics = [
    Statistic<"numChanged", "changed", "Tensors whose layout has changed">,
  ];
}

def AutotuneContractConvolutions : Pass<"autotune-contract-convolutions"> {
  let summary = "Replace problems of convolutions by problems of products";
  let description = [{
    Each `problem.convolution` on tensors becomes a `problem.contract`. Its first factor has a row for each window, in
    all but the first form. The form is the first one that fits and that a kernel of the target can load:

    | form | the first factor | fits |
    | --- | --- | --- |
    | planes | the filter; the second one is an image, with a row for each channel | windows of one pixel, one behind the other, in NCHW, if the pixels of an image have a multiple of 16 bytes |
    | pixels | the images, with a row for each pixel | windows of one pixel, one behind the other |
    | patches | the images, with a row of a patch as one pixel | windows of few channels that do not overlap |
    | groups | the same as windows. Each product of a batch has a few groups, and reads the channels of these | groups of which some have whole steps along K together |
    | windows | the images, of which the kernel loads windows | pixels of at least 64 bytes, one or two dimensions, and what a tensor map can have |
    | lines | a copy in which each pixel has a row of a window, or as many rows as windows are apart | pixels of fewer bytes, two dimensions |
    | copy | a copy of all windows | everything else |

    The other factor is the filter, with a row for each output channel. Its channels are filled up to whole steps
    along K with zeros. In the form `groups` a product has as few groups as
    fill whole steps, and in the other forms it has all groups. Between the groups of a product there are zeros.

    Images whose channels do not lie side by side are transposed in front of the product, the filter likewise, and
    the result behind it. All of it is ordinary operations on tensors: what depends on weights alone runs once
    (`autotune.frozen`).

    A convolution that is no product is decomposed, as by `autotune-decompose-convolution`: groups of fewer than
    four channels, as in depthwise convolutions, and sizes that are unknown, except those of batches. A remark
    names the form, or says what stood in the way.

    Rejected: the form as an attribute of the convolution. It would only be read by the lowering that stands
    behind the choice.
  }];
  let options = [
    Option<"target", "target", "std::string", /*default=*/"\"\"",
      "the target whose kernels are looked at; by default, all known targets">,
    Option<"allowTf32", "allow-tf32", "std::string", /*default=*/"\"none\"",
      "whether products of f32 may be computed in tf32, as for autotune-attach-configs. "
      "Kernels of tf32 load windows. Other kernels of f32 don't">,
  ];
  let dependentDialects = ["::mlir::affine::AffineDialect",
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect",
    "::mlir::autotune::problem::ProblemDialect",
    "::mlir::autotune::tile::TileDialect"];
  let statistics = [
    Statistic<"numContracted", "contracted", "Convolutions that became products">,
    Statistic<"numDecomposed", "decomposed", "Convolutions that became loops">,
  ];
}

def AutotuneDecomposeConvolution : Pass<"autotune-decompose-convolution"> {
  let summary = "Replace problems of convolutions by linalg operations";
  let description = [{
    Each `problem.convolution` on tensors becomes padding with zeros, a generic operation that sums products,
    and a generic operation that computes the epilogue. It is what the operation means, for convolutions that
    no kernel serves, and for tests.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect",
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"];
}

def AutotuneCropPads : Pass<"autotune-crop-pads", "::mlir::ModuleOp"> {
  let summary = "Make slices of pads with negative numbers";
  let description = [{
    A `tensor.pad` with a negative number crops its source. This pass replaces it by a
    `tensor.extract_slice`, and a pad with what is above 0. It stands before the first canonicalizer:
    upstream's folds take a pad that shifts a tensor, with the same type before and behind, for one
    that does nothing, and add a crop to a later pad. Numbers that are known at run time only stay.

    Rejected: reading pads with negative numbers in each pass that looks at pads. Only some did.
  }];
  let statistics = [
    Statistic<"numCropped", "num-cropped", "Number of pads that cropped">];
  let dependentDialects = ["::mlir::affine::AffineDialect", "::mlir::tensor::TensorDialect"];
}

#endif // MLIR_AUTOTUNE_TRANSFORMS_CONVOLUTIONPASSES_TD
