"""The cells that no kernel serves, and what a user is told of them."""

CONTIGUOUS = ("hopper_wgmma: depth-contiguous: K is not contiguous in both A and B; "
              "elements of 8 bits need it")
ALIGNED = "hopper_wgmma: byte-load: A "
# Either of them: rows and columns of one element are the same.
BYTES = "; elements of 8 bits "


def get_refusal(cell):
    """A part of the remark, or None where a kernel serves the cell."""
    if not cell.a.startswith("f8"):
        return None
    a, b, _ = cell.dims
    # Copies lay rows of A along K, for which there is a dimension more, but not
    # a K of two dimensions.
    if cell.operation == "generic:depth":
        return BYTES
    is_copied = cell.operation in ("generic:rows", "generic:heads")
    is_contiguous = (a[-1] == "k" or is_copied) and b[-1] == "k"
    is_aligned = cell.sizes["k"] % 16 == 0 and cell.padding % 16 == 0
    if is_contiguous and is_aligned:
        return None
    if cell.size == "tiny":
        return BYTES
    return ALIGNED if is_contiguous else CONTIGUOUS
