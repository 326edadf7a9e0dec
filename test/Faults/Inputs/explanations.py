# What an explanation of wrong elements must say, by fault: a regular expression
# that the whole line "wrong-result: ..." is searched for. A fault that is not
# named here must not be explained.

# What becomes of a race, a lost wait or a slot that is filled at the wrong time:
# products of a part of K are missing, or are another tile's.
PART_OF_K = r" (lacks the products|has its own products only|has only the products)"
LAST_STEP = r" lacks the products of k (0 to 63 of every 448, from 448|448 to 455|576 to 583|896 to 903)"
# K 16 of every stage: of the first one, of the others, or of each CTA's.
ONE_PRODUCT = r"of k ((0 to 15|16 to 31|32 to 47|48 to 63)( of every 64, from \d+ on|, 5\d\d to 5\d\d)?|" \
    r"(64 to 79|80 to 95|96 to 111|112 to 127), 1\d\d to 1\d\d, .* up to \d+)"
WHERE = r"( for k (\d+ to \d+ of every 64|from \d+ to \d+)(, from \d+ to \d+)?)(;|$)"
ZERO = r" is 0, as if nothing had been multiplied or staged"
# Vectors of 8 elements that half of 16 lanes have, or of so many of them.
LANES = (r" lacks the products of k (64 to 127 of every 128|32 to 63 of every 64"
         r"|16 to 31 of every 32|8 to 15 of every 16)")

# If threads miss the values of others, they see a part of a row: the columns of a warp, of half
# of its lanes, or of one chunk.
LEFT_OUT = r" as if reduction [01] left out columns \d+ to \d+$"
PART = r" as if (?:reduction [01]|scan 0) took one of 2 parts of the columns only, which take turns every "
LANES_OF_ROWS = PART + "(2|4|8|16|32|64) columns"

# Lines by the names of several faults.
LINES = {
    "tile-sums-without-wait raise-last-wgmma-wait drop-last-wgmma-wait "
    "drop-last-step produce-a-step-too-many consume-a-step-too-few": LAST_STEP,
    "tile-drop-accumulator overwrite-sums":
        r" has only the products of k (0 to 63 of every 448, from 448|448 to 455|576 to 583)",
    "tile-carry-old-sums": r" has only the products of k 0 to 63(, 512 to 575)?$",
    "drop-full-wait late-full-wait wrong-full-parity":
        r" lacks the products of k 0 to 15\b",
    "tile-double-release double-release all-release":
        r" lacks the products of k (256 to 319|128 to 191 of every 192)",
    # A slot of the ring is multiplied again, or too early.
    "release-next-stage empty-count-too-low phase-stands-still "
    "stage-stands-still produce-a-step-too-few tile-early-release tile-late-wait "
    "early-release double-load drop-mbarrier-init drop-wgmma-wait wrong-first-phase": PART_OF_K,
    "copy-whole-chunks": r" lacks the products of k 448 to 452",
    "raise-copy-wait drop-copy-commit": PART_OF_K,
    "drop-copy-wait": PART_OF_K + "|" + ZERO,
    "wrap-early wrap-late": PART_OF_K +
        r"| is the result if B is read 128 columns further on for k from 64 to 455$",
    "consume-a-step-too-many consume-first-step-twice":
        r" has its own products only for k 0 to 455, and the products for k 0 to 63 of the element at its column xor 128",
    "tile-early-turn wrong-turn-parity":
        r" has its own products only for k 0 to 63, and the products for k 0 to 575 of the element at its row xor 128",
    "tile-swap-load swap-load-coordinates":
        r" is the result if the coordinates of [AB]'s loads are swapped \(blocks of \d+ by (32|64) of k\)$",
    "tile-shift-load load-next-columns":
        r" A is read 64 of k further on, or B as many before$| B is read 64 columns further on\)$",
    "load-next-row":
        r" A is read 1 row further on\)$| A is read 1 of k before, or B as many further on$",
    "load-place-off-by-1024": r" A is read 8 rows before\)",
    "load-wrong-matrix": r" if A's loads read B$| if B's loads read A$",
    "descriptor-swizzle-64":
        r" [AB] is read from shared memory with a swizzle of 64 bytes" + WHERE,
    "descriptor-swizzle-none":
        r" [AB] is read from shared memory without a swizzle" + WHERE,
    "descriptor-stride":
        r" [AB] is read from shared memory with twice the stride between groups of 8 rows" + WHERE,
    "descriptor-base-offset":
        r" [AB] is read from shared memory with another base offset" + WHERE,
    "descriptor-start":
        r" A is read 16 of k further on" + WHERE +
        r"| [AB] is read (from shared memory from 32 bytes behind its start|16 (rows|columns|of k) further on)",
    "same-rows":
        r" has its own products only for k .* of the element at its row xor 64$",
    "swap-operands":
        r" A is read from shared memory where the other operand lies, and the reverse," + WHERE,
    "drop-product drop-mma ldmatrix-misaligned": r" lacks the products " + ONE_PRODUCT,
    "double-product": r" has the products " + ONE_PRODUCT + " twice",
    "negate-a": r" has the products " + ONE_PRODUCT + " subtracted",
    "transpose-a": r" [AB] is read from shared memory as its transpose" + WHERE,
    "transpose-b": r" [AB] is read from shared memory as its transpose" + WHERE,
    "drop-wgmma-commit early-wgmma-commit write-sums-while-ring-is-read":
        r" lacks the products of k \d+ to \d+",
    "tile-swap-store swap-store-coordinates swap-row-and-column":
        r" is the value that belongs into the block of \d+ by \d+ whose first row is its first column, and the reverse",
    "tile-shift-store store-eight-elements-on":
        r" is the value that belongs 8 columns to the left | stands in another column of its group of 32 \(column 8 has 0, ",
    "store-next-columns": r" is the value that belongs 64 columns to the left ",
    "store-next-row": r" is the value that belongs 1 row above ",
    "store-wrong-buffer": r" is the value that belongs 8 rows below ",
    # What a buffer held before: the sums of the tile before this one.
    "drop-store-barrier late-store-barrier": r" is the value that belongs 128 columns to the left ",
    "stmatrix-offset": r" is the value that belongs at its column xor 8;| stands in another column of its group of ",
    "stmatrix-misaligned drop-stmatrix drop-store-guard drop-column-guard "
    "invert-store-guard simt-store-beside simt-copy-half": ZERO,
    "stmatrix-transposes": r" stands transposed in its block of 8 by 8$",
    "swap-stmatrix-registers": r" is the value that belongs at its row xor 8$",
    "drop-staging-swizzle": r" stands where one swizzle of 128 bytes too many or too few puts it",
    "swap-halves": r" is the value that belongs at its column xor 1$",
    "convert-wrong-sum": r" is the value that belongs 1 column to the left ",
    "wrong-exchange-lane": r" is the value that belongs at its column xor (14|28)$",
    "drop-first-tile": r" stands in another row ",
    "role-drops-fit":
        r" belongs (56 rows (above|below)|48 columns to the (left|right)) ",
    "tile-drop-offset": r" is the value that belongs 32 columns to the right ",
    "read-without-cluster-barrier drop-partial-sum": r" lacks the products of k 512 to 903$",
    "sum-one-rank-twice":
        r" lacks the products of k 512 to 903, and has the products of k 0 to 511 twice$",
    "sums-of-next-thread":
        r" has its own products only for k (512 to 903, and the products for k 0 to 511|0 to 511, and the products for k 512 to 903) of the element at its column xor 2$",
    "simt-store-shared-off-by-one": r" is the value that belongs 1 row above |" + ZERO,
    "simt-drop-barrier":
        r" lacks the products of k 128 to 255 of every 256; |" + ZERO,
    "simt-load-shared-next-k": r" lacks the products of k ",
    "store-next-element": r" is the value that belongs 1 column to the left ",
    "stream-misaligned-vector stream-drop-rest":
        r" lacks the products of k \d+ to \d+$",
    "stream-wrong-lane": LANES + r", and has the products of k .* twice$",
    "stream-drop-lane": LANES + "$",
    "stream-same-part":
        r" has only the products of k (0 to 127|128 to 255) of every 256$",
    "simt-load-shared-off-by-one": r" is the value that belongs 1 (row below|column to the right) ",
    "simt-drop-last-k": r" lacks the products of k 15 of every 16$",
    "rows-drop-barrier rows-barrier-in-branch":
        PART + r"64 columns$| as if scan 0 began anew every 128 columns$",
    "rows-drop-warps": PART + "64 columns, and took it 2 times$",
    "rows-drop-lane": LANES_OF_ROWS + "$",
    "rows-wrong-lane": LANES_OF_ROWS + ", and took it 2 times$",
    # Nothing is read from a misaligned place.
    "rows-load-next": PART + "128 columns$|" + LEFT_OUT,
    "rows-forget-steps": r" as if reduction [01] left out columns 0 to 127$",
    "rows-skip-step": r" as if reduction [01] left out columns 128 to 255$",
    "rows-drop-keep rows-keep-next": LEFT_OUT,
    "rows-skip-last-vector": r" as if reduction 0 left out columns 198 to 199$",
    "rows-one-column-more":
        r" as if (reduction 0 took columns 198 to 199 2 times"
        r"|scan 0 took all of its own 2 columns once more)$",
    # The elements of one place in vectors of two columns.
    "rows-drop-mask": r" as if (reduction [01]|scan 0) took column 19[89] 29 times$",
    "rows-wrong-start": r" as if reduction [01] began with 1 too many$",
    "rows-wrong-neutral": r" as if reduction [01] began with 28 too many$",
    "rows-scan-own-lane": r" as if scan 0 took all of its own 2 columns once more$",
    "rows-scan-drop-lanes":
        r" as if scan 0 took of every 64 columns only its own 2$",
    "rows-scan-drop-warps":
        r" as if scan 0 took of every 128 columns only its own 64$",
    "rows-scan-drop-carry":
        r" as if scan 0 began anew every 128 columns$|" + PART + "128 columns$",
    "simt-skip-tiles": r" lacks the products of k 16 to 31$",
}
EXPLANATIONS = {name: line for names, line in LINES.items()
                for name in names.split()}
