#!/usr/bin/env bash
#===- page.sh - The page of a device, from kept records -------------------===//
#
# Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
#
# usage: page.sh DEVICE [ROOT]
#
# Writes docs/results/DEVICE.md and .svg from test/Inputs/results-DEVICE, and,
# for the first device, the table in README.md. All of these are below ROOT (by
# default this tree); shapes are always those of this tree. autotune-bench is
# taken from PATH.

set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd)
. "$root/tools/results/lists.sh"

(($# == 1 || $# == 2)) || {
  echo 'usage: page.sh DEVICE [ROOT]' >&2
  exit 2
}
device=$1
to=${2:-$root}
# The device whose table README.md has.
first=h100

# The page names the shapes as they are called from here.
cd "$root"
arguments=()
for entry in "${lists[@]}"; do
  read -r name shapes _ <<<"$entry"
  for records in "$to/test/Inputs/results-$device/$name"{,.triton,.peers}.jsonl{,.zst}; do
    [[ -e $records ]] && arguments+=("$records" "--shapes=$shapes")
  done
done
((${#arguments[@]})) || {
  printf 'page.sh: %s/test/Inputs/results-%s has no records\n' "$to" "$device" >&2
  exit 1
}
[[ $device == "$first" ]] && arguments+=("--summary=$to/README.md")
mkdir -p "$to/docs/results"
autotune-bench report "${arguments[@]}" "--page=$to/docs/results/$device.md"
