#===- check_launched.py - Whether what is launched was built --------------===//
#
# Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
"""check_launched.py BUNDLE LOWERED.mlir: prints of how many launches of the
module the kernels are among those of the bundle's candidates. A kernel's name
is that of its fact and config."""

import json
import re
import sys

with open(sys.argv[1] + "/manifest.json") as file:
    built = {kernel["function"] for kernel in json.load(file)["kernels"]}
with open(sys.argv[2]) as file:
    launched = re.findall(r"tile\.launch @\w+::@(\w+)", file.read())
print("%d of %d launched kernels were built" %
      (sum(name in built for name in launched), len(launched)))
