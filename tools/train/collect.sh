#!/usr/bin/env bash
#===- collect.sh - Records to train with, from all GPUs of a machine ------===//
#
# Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
#
# collect.sh [--gpus=N] [--part=N] [--seconds=N] PROBLEMS RECORDS [OPTION...]
#
# Measures configs of each problem of a list (draw_problems.py), and appends
# their records to a file. The list is cut into parts of 12 problems (--part).
# While one part is built, each GPU measures another one. Options are for
# autotune-bench build; without any, they are those of the oracle of all types.
# Both programs are found on PATH. nvidia-smi counts the GPUs unless --gpus does.
# After --seconds no part is begun.

set -euo pipefail

gpus='' part=12 limit=1000000000
while [[ ${1-} == --*=* ]]; do
  case $1 in
  --gpus=*) gpus=${1#*=} ;;
  --part=*) part=${1#*=} ;;
  --seconds=*) limit=${1#*=} ;;
  *) break ;;
  esac
  shift
done
if (($# < 2)) || [[ $1 == --* || ! $gpus$part$limit =~ ^[0-9]+$ ]]; then
  echo "usage: collect.sh [--gpus=N] [--part=N] [--seconds=N] PROBLEMS RECORDS [OPTION...]" >&2
  exit 2
fi
problems=$1 records=$2
shift 2
options=("$@")
((${#options[@]})) || options=(--space=exhaustive --trials=36 --sample=4)
[[ $gpus ]] || gpus=$(nvidia-smi --list-gpus | wc -l)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Comments end in the list, and words behind a problem are of no use here.
sed 's/ *#.*//; /^ *$/d' "$problems" | split -l "$part" -d -a 4 - "$work/list-"

# At most two parts wait for each GPU: they are on disk.
build() {
  local list name
  for list in "$work"/list-*; do
    name=${list##*/list-}
    ((SECONDS < limit)) || break
    while (($(find "$work" -name 'ready-*' | wc -l) >= 2 * gpus)); do
      ((SECONDS < limit)) || break 2
      sleep 1
    done
    nice autotune-bench build --shapes="$list" "${options[@]}" -o "$work/$name" \
      --top=0 --quiet >"$work/$name.log" 2>&1 || echo "$name: $(tail -n 1 "$work/$name.log")" >&2
    touch "$work/ready-$name"
  done
  touch "$work/end"
}

# Takes one part after the other; mv says who was first.
measure() {
  local next name
  while ((SECONDS < limit)); do
    next=$(find "$work" -name 'ready-*' | sort | head -n 1)
    if [[ -z $next ]]; then
      [[ -f $work/end ]] && break
      sleep 0.2
      continue
    fi
    name=${next##*/ready-}
    mv "$next" "$work/taken-$1-$name" 2>/dev/null || continue
    [[ -d $work/$name ]] || continue
    autotune-runner "$work/$name" -o "$work/$name.jsonl" --device="cuda:$1" \
      --finalists=4 --rounds=7 --quiet >"$work/$name.log" 2>&1 ||
      echo "$name: $(tail -n 1 "$work/$name.log")" >&2
    rm -rf "${work:?}/$name"
    [[ -f $work/$name.jsonl ]] || continue
    flock "$work/end.lock" sh -c 'cat "$1" >>"$2"' _ "$work/$name.jsonl" "$records"
    echo "part $name: GPU $1, $(wc -l <"$work/$name.jsonl") records after $SECONDS s"
  done
}

build &
builder=$!
workers=()
for ((gpu = 0; gpu < gpus; ++gpu)); do
  measure "$gpu" &
  workers+=($!)
done
wait "${workers[@]}"
wait "$builder"
