#!/usr/bin/env bash
#===- measure.sh - All lists of the project, measured on this GPU ---------===//
#
# Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
#
# Needs autotune-bench, autotune-runner and ptxas on PATH (or AUTOTUNE_PTXAS),
# and a GPU. usage() says what it writes. A part that fails or takes too long
# does not stop the others, and a part whose records exist is not measured again:
# after an interruption, the same command goes on.

set -uo pipefail
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd)

. "$root/tools/results/lists.sh"

usage() {
  cat <<END
usage: measure.sh OUTDIR [--target=NAME] [--only=LIST,...] [--steps=STEP,...]
                  [--trials=N] [--within=SECONDS] [--check]

Measures the project's lists of shapes on this GPU, in about 18 minutes:

  search   N candidates of each shape (24), into OUTDIR/LIST.search.jsonl
  picks    the best of each shape once more, alone, in 31 final rounds, into
           OUTDIR/LIST.jsonl: the records to quote
  peers    torch.matmul, torch.compile and a Triton kernel, in the same rounds
           as the picks, into OUTDIR/LIST.peers.jsonl; skipped without PyTorch
           and Triton

  --target=NAME  build for this target (default: this GPU's)
  --only=LIST    these lists only, of
$(printf '%s\n' "${names[*]}" | fold -s -w 56 | sed 's/^/                 /')
  --steps=STEP   these steps only
  --within=N     begin no part that may not end within N seconds; the same command
                 goes on with those parts
  --check        print the commands, and run nothing; needs no GPU

Each part has a log, OUTDIR/LIST.STEP.log. The exit code is 1 if a part failed, and
3 if parts are left.
END
}

die() {
  printf 'measure.sh: %s\n' "$*" >&2
  exit 2
}

out='' target='' only='' steps=search,picks,peers trials=24 within='' check=
for argument; do
  case $argument in
  --target=?*) target=${argument#*=} ;;
  --only=?*) only=${argument#*=} ;;
  --steps=?*) steps=${argument#*=} ;;
  --trials=?*) trials=${argument#*=} ;;
  --within=?*) within=${argument#*=} ;;
  --check) check=yes ;;
  -h | --help) usage && exit 0 ;;
  -*) usage >&2 && die "no option '$argument'" ;;
  *)
    [[ ! $out ]] || die "takes one folder, not '$out' and '$argument'"
    out=$argument
    ;;
  esac
done
[[ $out ]] || { usage >&2 && die "needs a folder for the records"; }
[[ $out == /* ]] || out=$PWD/$out
for name in ${only//,/ }; do
  [[ " ${names[*]} " == *" $name "* ]] ||
    die "no list '$name'; there are ${names[*]}"
done
for step in ${steps//,/ }; do
  [[ $step == search || $step == picks || $step == peers ]] ||
    die "no step '$step'; there are search, picks and peers"
done

# The product that the driver's name of the GPU stands for.
find_target() {
  local info
  info=$(autotune-runner --device-info </dev/null) ||
    die "no GPU that autotune-runner can use; --check prints the commands"
  mkdir -p "$out" || exit 2
  printf '%s\n' "$info" >"$out/device.json"
  [[ ! $target ]] || return 0
  case $info in
  *H100*HBM3*) target=h100-sxm ;;
  *H200*) target=h200 ;;
  *) die "don't know this GPU's target; name it with --target (docs/reference/targets.md)" ;;
  esac
}

failed=() left=()
# part NAME SECONDS FILE COMMAND...: runs a command that writes FILE, unless FILE exists.
part() {
  local name=$1 seconds=$2 file=$3 begin=$SECONDS code partial
  shift 3
  if [[ $check ]]; then
    printf '%s\n' "$*"
    return 0
  fi
  if [[ -s $file ]]; then
    printf '%-24s is there\n' "$name"
    return 0
  fi
  if [[ $within ]] && ((SECONDS + seconds > within)); then
    left+=("$name")
    return 0
  fi
  timeout --kill-after=10 "$seconds" "$@" </dev/null >"$out/$name.log" 2>&1
  code=$?
  # What was measured before the end counts.
  if [[ ! -e $file ]]; then
    for partial in "$file".*.partial; do
      [[ -s $partial ]] && mv "$partial" "$file"
    done
  fi
  if ((code == 0)) && [[ -s $file ]]; then
    printf '%-24s %3d s\n' "$name" $((SECONDS - begin))
  elif ((code == 77)); then
    printf '%-24s skipped: %s\n' "$name" "$(tail -n 1 "$out/$name.log")"
  else
    failed+=("$name")
    printf '%-24s %3d s, FAILED (exit code %d): %s\n' "$name" $((SECONDS - begin)) "$code" \
      "$(tail -n 1 "$out/$name.log")"
  fi
}

# search NAME SHAPES SECONDS
search() {
  local bundle=$out/$1.bundle records=$out/$1.search.jsonl
  if [[ $check || ! -s $records ]]; then
    part "$1.build" 120 "$bundle/manifest.json" autotune-bench build "--shapes=$2" \
      "--target=$target" "--trials=$trials" "--jobs=$(nproc)" --no-cache --quiet --top=0 \
      -o "$bundle"
  fi
  [[ $check || -d $bundle || -s $records ]] || return 0
  part "$1.search" $(($3 + 30)) "$records" autotune-runner "$bundle" -o "$records" \
    --finalists=6 "--budget=$3" --quiet
  rm -rf "$bundle"
}

# The bundle is for the step peers.
picks() {
  [[ $check || -s $out/$1.search.jsonl ]] || return 0
  part "$1.picks" $(($3 + 30)) "$out/$1.jsonl" autotune-bench compare "$2" \
    "--picks=$out/$1.search.jsonl" "--records=$out/$1.jsonl" "--jobs=$(nproc)" --no-cache \
    "--budget=$3" --quiet "--keep-bundle=$out/$1.picks"
}

# peers NAME SHAPES SECONDS COMPILE-SECONDS
peers() {
  if [[ ! $check && ! -s $out/$1.picks/manifest.json ]]; then
    printf '%-24s skipped: the step picks left no bundle\n' "$1.peers"
    return 0
  fi
  part "$1.peers" $(($3 + 60)) "$out/$1.peers.jsonl" python3 tools/compare/peers.py "$2" \
    "--bundle=$out/$1.picks" -o "$out/$1.peers.jsonl" "--budget=$3" --jobs=8 --rounds=7 \
    --compile "--compile-within=$4"
}

wanted() { [[ ",$1," == *",$2,"* || ! $1 ]]; }

cd "$root" || exit 2
if [[ $check ]]; then
  : "${target:=TARGET}"
else
  for tool in autotune-bench autotune-runner; do
    command -v "$tool" >/dev/null || die "$tool is not on PATH"
  done
  find_target
fi

for entry in "${lists[@]}"; do
  read -r name shapes seconds <<<"$entry"
  wanted "$only" "$name" || continue
  wanted "$steps" search && search "$name" "$shapes" "$seconds"
  wanted "$steps" picks && picks "$name" "$shapes" "$seconds"
done
for entry in "${peer_lists[@]}"; do
  read -r name shapes seconds compiling <<<"$entry"
  wanted "$only" "$name" || continue
  wanted "$steps" peers && peers "$name" "$shapes" "$seconds" "$compiling"
done

[[ ! $check ]] || exit 0
printf 'records: %s, after %d s\n' "$out" "$SECONDS"
((!${#left[@]})) ||
  printf 'left for another run: %s\n' "${left[*]}"
((!${#failed[@]})) || {
  printf 'failed: %s; the logs are beside the records\n' "${failed[*]}" >&2
  exit 1
}
((!${#left[@]})) || exit 3
