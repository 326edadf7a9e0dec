# Upstream's headers are most of what a compiler reads of a file that has to do
# with IR: of 21 s for one such file 15 are theirs. Targets that use many share
# them precompiled. Builds by g++ go without, and so find out about files that
# don't include what they use.
#
# autotune_precompile(TARGET)
#   gives a target these headers, where they are precompiled
option(AUTOTUNE_PRECOMPILE "Share upstream's headers, precompiled" ON)

if(AUTOTUNE_PRECOMPILE AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  add_library(autotune-precompiled OBJECT
    ${CMAKE_CURRENT_LIST_DIR}/Precompiled.cpp)
  set_target_properties(autotune-precompiled PROPERTIES
    POSITION_INDEPENDENT_CODE ON)
  target_precompile_headers(autotune-precompiled PRIVATE
    ${CMAKE_CURRENT_LIST_DIR}/Precompiled.h)
  # The same headers are the same file, so that ccache knows it again.
  target_compile_options(autotune-precompiled PRIVATE
    "SHELL:-Xclang -fno-pch-timestamp")
endif()

function(autotune_precompile target)
  if(TARGET autotune-precompiled)
    # They are position independent as libraries are, and not as programs are.
    get_target_property(type ${target} TYPE)
    if(type STREQUAL "EXECUTABLE")
      set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
      target_compile_options(${target} PRIVATE -fPIC)
    else()
      set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    endif()
    target_compile_options(${target} PRIVATE
      "SHELL:-Xclang -fno-pch-timestamp")
    target_precompile_headers(${target} REUSE_FROM autotune-precompiled)
  endif()
endfunction()
