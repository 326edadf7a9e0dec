# The pages that are generated, from TableGen records and from what programs
# print. They are checked in, so that a reader of the repository has them; a test compares, and
# `ninja update-docs` brings them up to date.
#
# autotune_add_doc(PAGE RECORDS GENERATOR argument...)
#   PAGE       below docs/
#   RECORDS    a .td file below include/mlir-autotune
find_program(AUTOTUNE_MLIR_TBLGEN NAMES mlir-tblgen mlir-tblgen-22
             HINTS "${LLVM_TOOLS_BINARY_DIR}" REQUIRED)
set(AUTOTUNE_DOCS_DIR ${CMAKE_CURRENT_BINARY_DIR}/docs)
set(AUTOTUNE_DOCS_RECORDS ${CMAKE_CURRENT_BINARY_DIR}/docs-records)
set(docs_pages)

macro(autotune_add_doc page records)
  set(records_file ${CMAKE_CURRENT_SOURCE_DIR}/include/mlir-autotune/${records})
  if(EXISTS ${records_file})
    get_filename_component(page_dir ${AUTOTUNE_DOCS_DIR}/${page} DIRECTORY)
    file(MAKE_DIRECTORY ${page_dir})
    # A dialect without operations does not include what the generator of its
    # page looks for.
    string(MAKE_C_IDENTIFIER ${page} page_records)
    set(page_records ${AUTOTUNE_DOCS_RECORDS}/${page_records}.td)
    file(CONFIGURE OUTPUT ${page_records} CONTENT
      "include \"mlir/IR/OpBase.td\"\ninclude \"mlir-autotune/${records}\"\n")
    file(GLOB beside CONFIGURE_DEPENDS
      ${CMAKE_CURRENT_SOURCE_DIR}/include/mlir-autotune/*/*.td
      ${CMAKE_CURRENT_SOURCE_DIR}/include/mlir-autotune/*/*/*.td)
    add_custom_command(OUTPUT ${AUTOTUNE_DOCS_DIR}/${page}
      COMMAND ${AUTOTUNE_MLIR_TBLGEN} ${ARGN} ${page_records}
        -I ${CMAKE_CURRENT_SOURCE_DIR}/include
        -I ${CMAKE_CURRENT_BINARY_DIR}/include
        "-I$<JOIN:${MLIR_INCLUDE_DIRS},;-I>"
        -o ${AUTOTUNE_DOCS_DIR}/${page}
      DEPENDS ${beside} ${page_records} COMMAND_EXPAND_LISTS VERBATIM
      COMMENT "Generating docs/${page}")
    list(APPEND docs_pages ${AUTOTUNE_DOCS_DIR}/${page})
  endif()
endmacro()

autotune_add_doc(reference/passes.md Transforms/Passes.td -gen-pass-doc)
autotune_add_doc(reference/backends.md Backends/NVVM/Passes.td -gen-pass-doc)
autotune_add_doc(reference/conversions.md Conversion/Passes.td -gen-pass-doc)
autotune_add_doc(reference/dialects/autotune.md Dialect/Autotune/AutotuneDialect.td
                 -gen-dialect-doc -dialect=autotune)
autotune_add_doc(reference/dialects/problem.md Dialect/Problem/ProblemOps.td
                 -gen-dialect-doc -dialect=problem)
autotune_add_doc(reference/dialects/tile.md Dialect/Tile/TileOps.td
                 -gen-dialect-doc -dialect=tile)
autotune_add_doc(reference/dialects/tm_tensor.md Dialect/TMTensor/TMTensorOps.td
                 -gen-dialect-doc -dialect=tm_tensor)

# The same from kernels_td/, by this project's own generator.
macro(autotune_add_template_doc page records action)
  file(GLOB beside CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/kernels_td/*.td
       ${CMAKE_CURRENT_SOURCE_DIR}/kernels_td/*/*.td)
  get_filename_component(page_dir ${AUTOTUNE_DOCS_DIR}/${page} DIRECTORY)
  file(MAKE_DIRECTORY ${page_dir})
  add_custom_command(OUTPUT ${AUTOTUNE_DOCS_DIR}/${page}
    COMMAND autotune-tblgen ${action} ${CMAKE_CURRENT_SOURCE_DIR}/kernels_td/${records}
      -I ${CMAKE_CURRENT_SOURCE_DIR}/kernels_td -o ${AUTOTUNE_DOCS_DIR}/${page}
    DEPENDS autotune-tblgen ${beside} VERBATIM
    COMMENT "Generating docs/${page}")
  list(APPEND docs_pages ${AUTOTUNE_DOCS_DIR}/${page})
endmacro()

autotune_add_template_doc(reference/templates.md Templates.td --gen-docs)
autotune_add_template_doc(reference/targets.md Targets.td --gen-target-docs)
autotune_add_template_doc(reference/config.schema.json Templates.td --gen-json-schema)
autotune_add_template_doc(reference/table.schema.json Templates.td --gen-table-schema)

# The same from programs: what their --help prints, and what their pass managers
# run. The pages of passes come first, which these link to.
find_program(AUTOTUNE_PYTHON NAMES python3 REQUIRED)

macro(autotune_add_program_doc page script)
  cmake_parse_arguments(doc "" "" "ARGUMENTS;DEPENDS" ${ARGN})
  set(doc_script ${CMAKE_CURRENT_SOURCE_DIR}/docs/generators/${script})
  add_custom_command(OUTPUT ${AUTOTUNE_DOCS_DIR}/${page}
    COMMAND ${AUTOTUNE_PYTHON} ${doc_script} ${doc_ARGUMENTS}
      ${AUTOTUNE_DOCS_DIR}/reference -o ${AUTOTUNE_DOCS_DIR}/${page}
    DEPENDS ${doc_script} ${doc_DEPENDS} ${pass_pages} VERBATIM
    COMMENT "Generating docs/${page}")
  list(APPEND docs_pages ${AUTOTUNE_DOCS_DIR}/${page})
endmacro()

set(pass_pages ${docs_pages})
list(FILTER pass_pages INCLUDE REGEX "/(passes|conversions|backends)\\.md$")
autotune_add_program_doc(reference/commands.md commands.py
  ARGUMENTS ${CMAKE_RUNTIME_OUTPUT_DIRECTORY} ${CMAKE_CURRENT_SOURCE_DIR}/dev.sh
  DEPENDS autotune-bench autotune-runner autotune-sim autotune-opt
    ${CMAKE_CURRENT_SOURCE_DIR}/dev.sh)
autotune_add_program_doc(reference/pipelines.md pipelines.py
  ARGUMENTS $<TARGET_FILE:autotune-opt>
    ${CMAKE_CURRENT_SOURCE_DIR}/docs/generators/pipelines.md.in
    ${CMAKE_CURRENT_SOURCE_DIR}/include/mlir-autotune/Transforms/Pipelines.h
  DEPENDS autotune-opt ${CMAKE_CURRENT_SOURCE_DIR}/docs/generators/pipelines.md.in
    ${CMAKE_CURRENT_SOURCE_DIR}/include/mlir-autotune/Transforms/Pipelines.h)

add_custom_target(autotune-docs ALL DEPENDS ${docs_pages})
add_custom_target(update-docs
  COMMAND ${CMAKE_COMMAND} -E copy_directory ${AUTOTUNE_DOCS_DIR}
    ${CMAKE_CURRENT_SOURCE_DIR}/docs
  DEPENDS autotune-docs COMMENT "Updating the generated pages of docs/")
