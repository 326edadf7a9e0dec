# The two things of the CUDA Toolkit that this project can use, from wherever it
# is: a toolkit, or the wheels that `./dev.sh setup` put into .venv. Neither is
# needed to build; without ptxas the tests that assemble kernels are skipped.
#
#   AUTOTUNE_PTXAS             the assembler
#   AUTOTUNE_CUDA_INCLUDE_DIR  the folder of cuda.h

file(GLOB wheel_roots
     "${CMAKE_CURRENT_SOURCE_DIR}/.venv/lib/python*/site-packages/nvidia/cu13")

# AUTOTUNE_CUDA=wheels asks for the wheels although a toolkit is installed.
if("$ENV{AUTOTUNE_CUDA}" STREQUAL "wheels")
  set(cuda_roots ${wheel_roots})
  set(cuda_only NO_DEFAULT_PATH)
else()
  set(cuda_roots $ENV{CUDA_HOME} $ENV{CUDA_PATH} /usr/local/cuda ${wheel_roots})
  set(cuda_only)
endif()

find_program(AUTOTUNE_PTXAS ptxas HINTS ${cuda_roots} PATH_SUFFIXES bin
             ${cuda_only} DOC "NVIDIA's PTX assembler")
find_path(AUTOTUNE_CUDA_INCLUDE_DIR cuda.h HINTS ${cuda_roots}
          PATH_SUFFIXES include ${cuda_only} DOC "The folder of cuda.h")
mark_as_advanced(AUTOTUNE_PTXAS AUTOTUNE_CUDA_INCLUDE_DIR)
message(STATUS "ptxas: ${AUTOTUNE_PTXAS}")
