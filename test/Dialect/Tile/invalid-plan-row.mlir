// RUN: autotune-opt %s -split-input-file -verify-diagnostics

func.func @f(%row: index, %m: index) {
  // expected-error@+1 {{'tile.plan_row' op has 0 rows; legal are 1 to 64}}
  %0 = tile.plan_row %row sizes(%m, %m, %m, %m) of "f" bounds [] everywhere []
  return
}

// -----

func.func @f(%row: index, %m: index) {
  // expected-error@+1 {{'tile.plan_row' op has 3 numbers in 'bounds' for 1 rows, each of which has 12}}
  %0 = tile.plan_row %row sizes(%m, %m, %m, %m) of "f" bounds [0, 1, 1] everywhere [true]
  return
}

// -----

func.func @f(%row: index, %m: index) {
  // expected-error@+1 {{'tile.plan_row' op has a unit of 0 in 'bounds'; legal are units from 1}}
  %0 = tile.plan_row %row sizes(%m, %m, %m, %m) of "f"
      bounds [0, 1, 1, 0, 1, 0, 0, 1, 1, 0, 1, 1] everywhere [true]
  return
}
