//===- Templates.td - All kernel templates --------------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In the order in which they are tried, listed and enumerated. Each has a folder
// here, with its record and the seeds of its heuristics, and one of the same name
// in lib/Providers.
//
//===----------------------------------------------------------------------===//

include "HopperWgmma/HopperWgmma.td"
include "AmpereMma/AmpereMma.td"
include "Simt/Simt.td"
include "SimtStream/SimtStream.td"

def : Introduction<[{
# Kernel templates

A config names a template and sets its parameters:

```mlir
#autotune.config<hopper_wgmma, tile = [128, 256, 64], stages = 4>
```

A heuristic fills in what is left out. A text that ends with `defaults` leaves nothing to
heuristics: what it does not name has its default. A complete config is printed so.

```mlir
#autotune.config<hopper_wgmma, tile = [128, 192, 64], schedule = pingpong, store = tma, defaults>
```

Tables and messages write words (the column "in tables"; `no-` before the word of a flag means
false). What has its default is left out, but for a few parameters that are always written. `...`
at the end means that the rest is not set.

```
hopper_wgmma 128x192x64 s4 pingpong persistent tma-store
```

Options, lookup tables and files of cases take each of these texts. Records, bundles, databases
and exported tables keep every parameter, and identify a config by that text. A default never
changes, so that no text changes its meaning; a template's `revision` says when the kernels do.

A level of the space tries the values of its column; any legal value may be written by hand.
}]>;
