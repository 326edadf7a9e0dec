# What `cmake --install` puts in place, so that another project can say
#
#   find_package(MLIRAutotune REQUIRED CONFIG)
#   target_link_libraries(its-tool PRIVATE MLIRAutotune::MLIRAutotuneTransforms)
#
# The layers install themselves (autotune_add_library); here are the headers,
# the records that templates are made of, and the package file.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

set(package_dir lib/cmake/MLIRAutotune)
install(DIRECTORY include/mlir-autotune DESTINATION include
  FILES_MATCHING PATTERN "*.h" PATTERN "*.td")
install(DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/include/mlir-autotune
  DESTINATION include FILES_MATCHING PATTERN "*.inc"
  PATTERN "CMakeFiles" EXCLUDE)
install(DIRECTORY kernels_td DESTINATION share/mlir-autotune
  FILES_MATCHING PATTERN "*.td" PATTERN "tables" EXCLUDE)
install(DIRECTORY kernels_td/tables DESTINATION share/mlir-autotune
  FILES_MATCHING PATTERN "*.json")
install(FILES
  tools/train/train_cost_model.py
  tools/train/model_card.py
  tools/train/model_tables.py
  tools/train/prediction_errors.py
  DESTINATION share/mlir-autotune)
install(FILES LICENSE README.md DESTINATION share/doc/mlir-autotune)

configure_package_config_file(tools/cmake/MLIRAutotuneConfig.cmake.in
  MLIRAutotuneConfig.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(
  ${CMAKE_CURRENT_BINARY_DIR}/MLIRAutotuneConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES
  ${CMAKE_CURRENT_BINARY_DIR}/MLIRAutotuneConfig.cmake
  ${CMAKE_CURRENT_BINARY_DIR}/MLIRAutotuneConfigVersion.cmake
  DESTINATION ${package_dir})
get_property(exported GLOBAL PROPERTY AUTOTUNE_EXPORTED)
if(exported)
  install(EXPORT MLIRAutotuneTargets NAMESPACE MLIRAutotune::
    DESTINATION ${package_dir})
endif()
