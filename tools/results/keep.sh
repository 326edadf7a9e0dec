#!/usr/bin/env bash
#===- keep.sh - Records as the tree keeps them ----------------------------===//
#
# Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
#
# usage: keep.sh OUTDIR FOLDER
#
# Writes what measure.sh measured into OUTDIR as FOLDER/LIST.jsonl.zst and
# FOLDER/LIST.peers.jsonl.zst, with the fields that docs/results needs. The
# records of the searches are left out.

set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd)
. "$root/tools/results/lists.sh"

(($# == 2)) || {
  echo 'usage: keep.sh OUTDIR FOLDER' >&2
  exit 2
}
command -v zstd >/dev/null || {
  echo 'keep.sh: needs zstd' >&2
  exit 1
}
mkdir -p "$2"
kept=0
for name in "${names[@]}"; do
  for kind in '' .peers; do
    from=$1/$name$kind.jsonl
    [[ -s $from ]] || continue
    /usr/bin/env python3 "$root/tools/train/shrink_records.py" --final "$from" |
      zstd -19 -q -f -o "$2/$name$kind.jsonl.zst"
    # What earlier versions measured of Triton, in a run of its own.
    [[ $kind ]] && rm -f "$2/$name.triton.jsonl.zst"
    kept=$((kept + 1))
  done
done
((kept)) || {
  printf 'keep.sh: %s has no records of a list\n' "$1" >&2
  exit 1
}
printf '%s: %d files\n' "$2" "$kept"
