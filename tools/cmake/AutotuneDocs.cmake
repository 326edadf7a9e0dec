# The pages that are generated from TableGen records. They are checked in, so
# that a reader of the repository has them; a test compares, and
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

add_custom_target(autotune-docs ALL DEPENDS ${docs_pages})
add_custom_target(update-docs
  COMMAND ${CMAKE_COMMAND} -E copy_directory ${AUTOTUNE_DOCS_DIR}
    ${CMAKE_CURRENT_SOURCE_DIR}/docs
  DEPENDS autotune-docs COMMENT "Updating the generated pages of docs/")
