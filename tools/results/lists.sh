#===- lists.sh - The lists that results are measured on -------------------===//
#
# Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
#
# For measure.sh, keep.sh and page.sh, in the order of the page.

# Name, shapes, and seconds that measuring the candidates may take.
lists=(
  'shapes            test/Inputs/shapes.txt               180'
  'odd-shapes        test/Inputs/odd-shapes.txt            60'
  'types             test/Inputs/results/types.txt        120'
  'batches           test/Inputs/results/batches.txt       90'
  'epilogues         test/Inputs/epilogues.txt             90'
  'outputs           test/Inputs/outputs.txt               60'
  'prologues         test/Inputs/prologues.txt             90'
  'pairs             test/Inputs/pairs.txt                 60'
  'grouped           test/Inputs/grouped.txt               60'
  'sums              test/Inputs/sums.txt                  60'
  'block-scales      test/Inputs/block-scales.txt          90'
  'requantised       test/Inputs/requantised.txt           90'
  'weights-int8      test/Inputs/results/weights-int8.txt  60'
  'weights-int4      test/Inputs/weights-int4.txt          60'
)
# Lists that other libraries are measured on too: seconds in all, and those for
# compiling by torch.compile.
peer_lists=(
  'odd-shapes test/Inputs/odd-shapes.txt      120 25'
  'batches    test/Inputs/results/batches.txt  90 25'
  'shapes     test/Inputs/shapes.txt          380 100'
)

names=()
for entry in "${lists[@]}"; do names+=("${entry%% *}"); done
