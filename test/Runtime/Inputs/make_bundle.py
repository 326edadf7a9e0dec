"""Writes a bundle of fake cubins (test/Runtime/FakeKernels.cpp says what each
behaviour does) for the runner's tests.

usage: make_bundle.py FOLDER [--size=M,N,K] [--init=zero|accumulate]
                      [--transposed=a,b] [--shared=BYTES] [--pad=N]
                      [--batch=N] [--broadcast=a,b] [--group=M,M,M]
                      [--epilogue] [--outputs] [--pair] [--sum=K] [--prologue]
                      [--int4] [--scales] [--rows]
                      BEHAVIOUR...

With --group, whose largest M is that of --size, the behaviours are grouped,
grouped-wrong and grouped-beyond. With --batch the behaviours are batched and
batched-wrong, with --epilogue those that begin with "fake-biased" below, and
others, which lack a matrix then, with --outputs those with "fake-twofold", with
--pair those with "fake-gated", with --sum, the second product's K, those with
"fake-summed", with --prologue those with "fake-dequantized", and with --int4
with both those with "fake-dequantized4", or without those with "fake-halves",
with --scales those with "fake-scaled", with --pair too those with
"fake-scaled2", and with --group too those with "fake-scaled-group". With --rows
the problem is that of FakeRows.cpp, and the behaviours are those with
"fake-rows".
"""

import argparse
import json
import os

# xxh3-64 of each fake cubin. Changing a text changes its checksum: the runner's
# error names the new one.
CUBINS = {
    "ok": ("fake-cubin ok 20\n", "a39c05544e937eda"),
    "fast": ("fake-cubin ok 10\n", "d8c1a2728d7f730f"),
    "tie": ("fake-cubin ok 10.01\n", "b12b69517dacffa5"),
    "hopeless": ("fake-cubin ok 900\n", "116383098dfbc9de"),
    "wrong": ("fake-cubin wrong 5\n", "00e58a54f2c21657"),
    "nan": ("fake-cubin nan 5\n", "ed3ef1467a7a546f"),
    "guard": ("fake-cubin guard 5\n", "1a7c8f8196b039ff"),
    "input": ("fake-cubin input 5\n", "a4564e670428b34f"),
    "late": ("fake-cubin late 5\n", "5e596420a364b073"),
    "hang": ("fake-cubin hang 5\n", "9877b9faf2d44307"),
    "fault": ("fake-cubin fault 5\n", "93f85f8069553169"),
    "crash": ("fake-cubin crash 5\n", "4842a69efb9d81ff"),
    "stuck": ("fake-cubin stuck 5\n", "f27098041879f016"),
    "slow": ("fake-cubin slow 20\n", "03b4d69a6b77f49e"),
    "stale-a": ("fake-cubin stale-a 5\n", "b9f7e5042f1f34f3"),
    "stale-b": ("fake-cubin stale-b 5\n", "bbd44a27b8c880ac"),
    "stray": ("fake-cubin stray 5\n", "3ba63bb3cc668973"),
    "cold": ("fake-cubin cold 10\n", "f9f1f40bf49a854c"),
    "order": ("fake-cubin order 20\n", "c80e52a7ec18d763"),
    "split": ("fake-packed ok 16\n", "1b7970d3d8a7c629"),
    "kill": ("fake-cubin kill 5\n", "d12b3cc4b7900457"),
    "memory": ("fake-cubin memory 5\n", "fc58cc6217b02a22"),
    "resources": ("fake-cubin resources 5\n", "53a196c734baf11f"),
    "load": ("fake-cubin load 20\n", "5de03e03d5933e45"),
    "load-on": ("fake-cubin load-on 20\n", "21b857d8e883e90f"),
    "load-more": ("fake-cubin load-more 20\n", "3c7d427381b1c8fc"),
    "load-own": ("fake-cubin load-own 20\n", "c60eedd15ac79f94"),
    "hungry": ("fake-cubin hungry 9\n", "709921471d02e05e"),
    "accumulate": ("fake-cubin accumulate 10\n", "c0e9b99a10b81617"),
    "dependent": ("fake-cubin dependent 10\n", "0bece18bd1b46a8e"),
    "packed": ("fake-packed ok 15\n", "e7e45760e2949412"),
    "unpacked": ("fake-packed unpacked 5\n", "152940b5ae905f25"),
    "counters": ("fake-packed counters 5\n", "fccf63da0ab4ff28"),
    "behind": ("fake-packed behind 5\n", "26f025d4fd052ab5"),
    "before": ("fake-packed before 5\n", "9fe525c56bce684d"),
    "batched": ("fake-batched ok 10\n", "ced12c72342bb2ea"),
    "batched-wrong": ("fake-batched wrong 5\n", "200ca7bddeb262c3"),
    "grouped": ("fake-grouped ok 10\n", "9878a94b18065371"),
    "grouped-wrong": ("fake-grouped wrong 5\n", "885aab768aaf0f0d"),
    "grouped-beyond": ("fake-grouped beyond 5\n", "55336f7059bc3152"),
    "biased": ("fake-biased ok 10\n", "eac638d6f4bce548"),
    "biased-wrong": ("fake-biased wrong 5\n", "a69ab35ea3e61d84"),
    "bare": ("fake-biased bare 5\n", "4a9d8618786f6151"),
    "stale-e": ("fake-biased stale-e 5\n", "a70bcc680d3f1222"),
    "biased-input": ("fake-biased input 5\n", "ab36a918f6309c72"),
    "gated": ("fake-gated ok 10\n", "72520e18b6109b1e"),
    "gated-wrong": ("fake-gated wrong 5\n", "191a9d9823e32613"),
    "stale-b2": ("fake-gated stale-b2 5\n", "a347fb07c42550c9"),
    "gated-input": ("fake-gated input 5\n", "9df75c0b98e59e58"),
    "summed": ("fake-summed ok 10\n", "854a6e58ff6aae32"),
    "summed-half": ("fake-summed half 5\n", "ad48099748ecad5d"),
    "summed-accumulate": ("fake-summed accumulate 10\n", "1a3e34bb11aedf42"),
    "summed-stale": ("fake-summed stale-b2 5\n", "16eef9e160781757"),
    "dequantized": ("fake-dequantized ok 10\n", "7d0cc8f1401269cd"),
    "ungrouped": ("fake-dequantized ungrouped 5\n", "5fc045f858c7d3fc"),
    "dequantized-stale-b": ("fake-dequantized stale-b 5\n", "a1e25fbd1097ea58"),
    "stale-p": ("fake-dequantized stale-p 5\n", "9c7b855e94a45e63"),
    "dequantized-input": ("fake-dequantized input 5\n", "e2d1cee2b66b579a"),
    "dequantized4": ("fake-dequantized4 ok 10\n", "af50591c1db6ef40"),
    "dequantized4-reordered": ("fake-dequantized4 reordered 10\n", "e3c396d7b0a56dc2"),
    "dequantized4-swapped": ("fake-dequantized4 swapped 5\n", "f26243991864e1c6"),
    "dequantized4-stale-b": ("fake-dequantized4 stale-b 5\n", "98c967d7b1ae0c0a"),
    "halves": ("fake-halves ok 10\n", "349fadd9df75999b"),
    "halves-reordered": ("fake-halves reordered 10\n", "27d7a4a1df622558"),
    "halves-swapped": ("fake-halves swapped 5\n", "a365815141b59e0d"),
    "halves-stale-b": ("fake-halves stale-b 5\n", "82d7ef37842d6ea0"),
    "halves-input": ("fake-halves input 5\n", "4805897632657239"),
    "twofold": ("fake-twofold ok 10\n", "6cec44680736600d"),
    "twofold-wrong": ("fake-twofold wrong 5\n", "b1bd2366ed5ae090"),
    "twofold-same": ("fake-twofold same 5\n", "1320643294529c5a"),
    "twofold-lost": ("fake-twofold lost 5\n", "0c3d7a4cdc21b57d"),
    "twofold-between": ("fake-twofold between 5\n", "49c4cfe0c3412cfe"),
    "twofold-behind": ("fake-twofold behind 5\n", "7107d4f4a179f14a"),
    "scaled": ("fake-scaled ok 10\n", "7b5d96f0ed3efc35"),
    "unblocked": ("fake-scaled unblocked 5\n", "287cfc7b450c50be"),
    "grouped-scaled": ("fake-scaled-group ok 10\n", "083b31dab3fb25ad"),
    "shared-scales": ("fake-scaled-group shared 5\n", "f6b0c4110d92e6d2"),
    "stale-s": ("fake-scaled stale-s 5\n", "800509c5370a9a59"),
    "scaled-input": ("fake-scaled input 5\n", "d99b768e22c72491"),
    "scaled2": ("fake-scaled2 ok 10\n", "2fb2223db640a7dd"),
    "scaled2-same": ("fake-scaled2 same-s 5\n", "10c7648333a97e81"),
    "scaled2-stale": ("fake-scaled2 stale-s 5\n", "dc053bb18520f852"),
    "rows": ("fake-rows ok 10\n", "b91d9f2b43abf244"),
    "rows-wrong": ("fake-rows wrong 5\n", "22ff4c9de0627188"),
    "rows-short": ("fake-rows short 5\n", "2fd180c46f8777ac"),
    "rows-lost": ("fake-rows lost 5\n", "129d9909188c52c5"),
    "rows-behind": ("fake-rows behind 5\n", "a3525e37aece31ec"),
    "rows-before": ("fake-rows before 5\n", "1d4f28163b41dfea"),
    "rows-stale": ("fake-rows stale 5\n", "5d6c3b3c2454ae1f"),
    "rows-input": ("fake-rows input 5\n", "2c7e345f8be7df25"),
    "garbage": ("no cubin at all\n", "cba411231585be7d"),
}


# What the stand-in's epilogues and prologues compute (FakeKernels.cpp), which the
# runner reads.
BIASED = ("func.func @epilogue(%s: f32, %e: f32) -> f32 { %z = arith.constant 0.0 : f32 "
          "%0 = arith.addf %s, %e : f32 %1 = arith.maximumf %0, %z : f32 return %1 : f32 }")
TWOFOLD = ("func.func @epilogue(%s: f32) -> (f32, f32) { %z = arith.constant 0.0 : f32 "
           "%0 = arith.maximumf %s, %z : f32 return %0, %s : f32, f32 }")
GATED = ("func.func @epilogue(%s: f32, %t: f32) -> f32 { %z = arith.constant 0.0 : f32 "
         "%0 = arith.maximumf %s, %z : f32 %1 = arith.mulf %0, %t : f32 return %1 : f32 }")
ROWS = "rows 9x76 f32*684 -> f32*9,f32*684 reducing 1 by {sums and rests}"
ROWS_ABI = {"params": [{"kind": "pointer", "operand": operand, "alignment": 4}
                       for operand in range(3)],
            "extents": [0, 0, 0, 0], "tile": [1, 1], "cluster": [1, 1, 1],
            "ctas": 9, "shared_memory": 0}
DEQUANTIZED = ("func.func @prologue(%%q: %(q)s, %%p: f32) -> bf16 { "
               "%%0 = arith.sitofp %%q : %(q)s to f32 %%1 = arith.mulf %%0, %%p : f32 "
               "%%2 = arith.truncf %%1 : f32 to bf16 return %%2 : bf16 }")


def layout(name, rows, columns, transposed, args):
    """How an operand lies, with something behind its rows and its matrices."""
    if transposed:
        rows, columns = columns, rows
    parts = []
    if args.pad:
        parts.append("stride=%d" % (columns + args.pad))
    if args.batch > 1 and not args.group:
        parts.append("broadcast" if name in args.broadcast.split(",") else
                     "batch=%d" % (rows * (columns + args.pad) + 4))
    return " %s(%s)" % (name, ", ".join(parts)) if parts else ""


def kernel(function, **others):
    return {"function": function, "ptx": "// the stand-in has its own", **others}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("--size", default="32,48,64")
    parser.add_argument("--init", default="zero")
    parser.add_argument("--transposed", default="")
    parser.add_argument("--shared", type=int, default=1024)
    parser.add_argument("--pad", type=int, default=0)
    parser.add_argument("--batch", type=int, default=1)
    parser.add_argument("--broadcast", default="")
    parser.add_argument("--group", default="")
    parser.add_argument("--epilogue", action="store_true")
    parser.add_argument("--outputs", action="store_true")
    parser.add_argument("--pair", action="store_true")
    parser.add_argument("--sum", type=int, default=0)
    parser.add_argument("--prologue", action="store_true")
    parser.add_argument("--int4", action="store_true")
    parser.add_argument("--scales", action="store_true")
    parser.add_argument("--rows", action="store_true")
    parser.add_argument("behaviours", nargs="+")
    args = parser.parse_args()
    m, n, k = map(int, args.size.split(","))
    group = [int(rows) for rows in args.group.split(",") if rows]
    args.batch = len(group) or args.batch
    os.makedirs(args.folder, exist_ok=True)
    kernels, candidates = [], []
    for i, behaviour in enumerate(args.behaviours):
        candidate = {"id": "c%d" % i, "problem": "p0", "kernel": "k%d" % i,
                     "config": "fake, is = " + behaviour,
                     "heuristics": ["guess"], "rank": i, "estimate_ns": 1.5}
        candidates.append(candidate)
        if behaviour == "spill":
            del candidate["kernel"]
            candidate["failure"] = "spill"
            candidate["detail"] = "ptxas: 24 bytes spill stores"
            continue
        text, checksum = CUBINS[behaviour]
        with open(os.path.join(args.folder, behaviour + ".cubin"), "w") as file:
            file.write(text)
        kernels.append({
            "id": "k%d" % i, "file": behaviour + ".cubin", "function": "matmul",
            "bytes": len(text), "checksum": checksum, "registers": 100})
        abi = kernels[-1]["abi"] = {
            "params": [
                {"kind": "tensor_map", "operand": 0, "box": [16, 32],
                 "swizzle": 128},
                {"kind": "tensor_map", "operand": 1, "box": [16, 32],
                 "swizzle": 128},
                {"kind": "pointer", "operand": 2},
                {"kind": "size", "operand": 2, "dim": 0},
                {"kind": "size", "operand": 2, "dim": 1},
                {"kind": "size", "operand": 0, "dim": 1},
                {"kind": "stride", "operand": 2, "dim": 0}],
            "extents": [2, 0, 2, 1], "tile": [16, 16], "cluster": [2, 1, 1],
            "persistent": False, "ctas_per_sm": 1, "threads": 128,
            "shared_memory": args.shared}
        if text.startswith("fake-rows"):
            abi.update(ROWS_ABI)
        if behaviour == "dependent":
            abi["dependent_launch"] = True
        if group:
            abi["group"] = len(group)
        elif args.batch > 1:
            abi["batch"] = 2
            for param in abi["params"][:2]:
                name = "ab"[param["operand"]]
                if name not in args.broadcast:
                    param["batched"] = True
            abi["params"] += [
                {"kind": "size", "operand": 2, "dim": 2},
                {"kind": "stride", "operand": 2, "dim": 2}]
        if text.startswith(("fake-biased", "fake-gated", "fake-dequantized",
                            "fake-twofold")):
            abi["params"] += [
                {"kind": "pointer", "operand": 3},
                {"kind": "stride", "operand": 3, "dim": 0}]
        if text.startswith("fake-scaled"):
            for operand in range(3, 7 if args.pair else 5):
                abi["params"] += [
                    {"kind": "pointer", "operand": operand},
                    {"kind": "stride", "operand": operand, "dim": 0}]
        if text.startswith("fake-summed"):
            abi["params"] += [
                {"kind": "pointer", "operand": 3},
                {"kind": "stride", "operand": 3, "dim": 0},
                {"kind": "pointer", "operand": 4},
                {"kind": "stride", "operand": 4, "dim": 0},
                {"kind": "size", "operand": 3, "dim": 1}]
        if behaviour == "split":
            abi["split"] = 2
            abi["depth"] = [0, 1, 1]
        if text.startswith("fake-packed"):
            abi["packed"] = [0]
            abi["params"] += [
                {"kind": "counters"},
                {"kind": "pointer", "operand": 3},
                {"kind": "stride", "operand": 3, "dim": 0}]
    problem = {"id": "p0"}
    is_a_transposed = "a" in args.transposed
    is_b_transposed = "b" in args.transposed
    inputs, outputs, then = "f32", "f32", ""
    if args.prologue or args.int4:
        integers = "i4" if args.int4 else "i8"
        inputs, is_b_transposed = "bf16," + integers, True
    if args.scales:
        inputs, is_b_transposed = "f8E4M3FN", True
    operands = [("a", m, k, is_a_transposed), ("b", k, n, is_b_transposed),
                ("c", m, n, False)]
    inputs += " A^T" if is_a_transposed else ""
    inputs += " B^T" if is_b_transposed else ""
    if args.outputs:
        outputs, then = "f32,f32", " then {%s}" % TWOFOLD
        problem["epilogue"] = [kernel("autotune_result"), kernel("autotune_sum")]
        problem["separate"] = kernel("autotune_separate2", vector=4)
        operands.append(("c2", m, n, False))
    if args.sum:
        operands += [("a2", m, args.sum, is_a_transposed),
                     ("b2", args.sum, n, is_b_transposed)]
    if args.pair:
        inputs += " x2"
    if args.prologue:
        inputs += " first {%s} f32[n,k/16]" % (DEQUANTIZED % {"q": integers})
        problem["prologue"] = kernel("autotune_prologue" + ("4" if args.int4 else ""))
        operands.append(("p0", n, (k + 15) // 16, False))
    if args.scales:
        inputs += " scaled f32[m,k/16] f32[n/16,k/16]"
        operands += [("sa", m, (k + 15) // 16, False),
                     ("sb", (n + 15) // 16, (k + 15) // 16, False)]
    if args.epilogue:
        then = " then {%s} f32[mn]" % BIASED
        problem["epilogue"] = [kernel("autotune_epilogue")]
        problem["separate"] = kernel("autotune_separate", vector=4)
        operands.append(("e0", m, n, False))
    if args.pair:
        then = " then {%s}" % GATED
        problem["epilogue"] = [kernel("autotune_gated")]
        problem["pair"] = kernel("autotune_pair", vector=4)
    sizes = "%s%sx%dx%d%s" % (
        "%d*" % args.batch if args.batch > 1 and not group else "",
        "[%s]" % args.group if group else m, n, k,
        "+%d" % args.sum if args.sum else "")
    accumulates = " accumulate" if args.init == "accumulate" else ""
    problem["text"] = "%s %s -> %s%s%s%s" % (
        sizes, inputs, outputs, accumulates, then,
        "".join(layout(*of, args) for of in operands))
    if args.rows:
        problem = {"id": "p0", "text": ROWS, "rows": kernel(
            "autotune_rows_reference", ctas=9, threads=128)}
    with open(os.path.join(args.folder, "manifest.json"), "w") as file:
        json.dump({"version": 3, "target": "h200", "chip": "sm_90a",
                   "problems": [problem], "kernels": kernels,
                   "candidates": candidates}, file, indent=1)


if __name__ == "__main__":
    main()
