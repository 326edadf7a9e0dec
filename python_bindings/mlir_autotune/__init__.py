"""mlir-autotune from Python: kernel configs as values.

    from mlir_autotune import HopperWgmmaConfig
    str(HopperWgmmaConfig(tile=(128, 256, 64), stages=4))
    '#autotune.config<hopper_wgmma, tile = [128, 256, 64], stages = 4>'

Values outside a parameter's domain raise ValueError. Constraints between
parameters need the matmul and the target: the passes check those.
"""

from .configs import *
from .configs import TEMPLATES
