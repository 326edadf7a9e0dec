#!/usr/bin/env bash
#===- vary_constant.sh - What a constant of the estimate decides ----------===//
#
# Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
#
# vary_constant.sh CONSTANT FACTOR [RECORDS...]
#
# Multiplies a constant of the estimate in the sources, builds autotune-bench,
# scores the estimate alone on files of records (default: those of the test
# part), and puts the source back. docs/reference/estimate.md has the results
# of 0.7 and 1.3. What was built has the other constant until the next build.
#
#   tools/train/vary_constant.sh kClusterNs 0.7

set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
[[ $# -ge 2 ]] || { sed -n 's/^# \{0,1\}//; 9,19p' "$0" >&2; exit 2; }
constant=$1 factor=$2
shift 2
[[ $# -gt 0 ]] || set -- "$root/test/Inputs/held-out-h200.jsonl.zst"
build=$root/build/release

mapfile -t sources < <(cd "$root" && grep -lE "\b$constant = [0-9.]+" \
  lib/Providers/*/Estimate.cpp include/mlir-autotune/Providers/Estimate*.h)
if [[ ${#sources[@]} -ne 1 ]]; then
  echo "vary_constant.sh: ${#sources[@]} files of the estimate have $constant" >&2
  exit 2
fi
source=$root/${sources[0]}
kept=$(mktemp)
cp -p "$source" "$kept"
# Newer than what was built from the other one.
trap 'cat "$kept" > "$source"; rm -f "$kept"' EXIT

python3 - "$source" "$constant" "$factor" <<'END'
import re, sys
path, name, factor = sys.argv[1:]
text = open(path).read()
text = re.sub(r"\b(%s = )([0-9.]+)" % name,
              lambda found: found[1] + repr(float(found[2]) * float(factor)), text, count=1)
open(path, "w").write(text)
END
ninja -C "$build" autotune-bench >/dev/null
for records; do
  "$build/bin/autotune-bench" evaluate "$records" --proposers=analytical 2>/dev/null
done
