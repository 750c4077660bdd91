# What `cmake --install` puts where, by component: program, library, development, learn.
# Debian has a folder for each architecture, whatever the prefix (GNUInstallDirs: only below /usr).
if(EXISTS /etc/debian_version AND CMAKE_LIBRARY_ARCHITECTURE AND NOT DEFINED CMAKE_INSTALL_LIBDIR)
  set(CMAKE_INSTALL_LIBDIR lib/${CMAKE_LIBRARY_ARCHITECTURE} CACHE PATH "where libraries are installed")
endif()
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# The shared library: the objects of the static one behind a list of exports.
file(GLOB headers CONFIGURE_DEPENDS include/winnow/*.h)
set(exports ${CMAKE_CURRENT_BINARY_DIR}/exports.map)
add_custom_command(OUTPUT ${exports}
  COMMAND ${PROJECT_SOURCE_DIR}/cmake/exports.sh ${PROJECT_SOURCE_DIR}/include/winnow
          $<TARGET_FILE:libwinnow> ${exports}
  DEPENDS libwinnow ${headers} ${PROJECT_SOURCE_DIR}/cmake/exports.sh
  COMMENT "Listing what the headers declare" VERBATIM)
add_library(winnow_shared SHARED $<TARGET_OBJECTS:libwinnow> ${exports})
set_target_properties(winnow_shared PROPERTIES
  OUTPUT_NAME winnow EXPORT_NAME winnow VERSION 1.${PROJECT_VERSION} SOVERSION 1 LINKER_LANGUAGE CXX
  LINK_DEPENDS ${exports})
set_target_properties(libwinnow PROPERTIES EXPORT_NAME static)
target_include_directories(winnow_shared INTERFACE
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_compile_features(winnow_shared INTERFACE cxx_std_20)
target_link_options(winnow_shared PRIVATE
  -Wl,--version-script=${exports} -Wl,--no-undefined)
target_link_libraries(winnow_shared PUBLIC Threads::Threads
  PRIVATE fmt::fmt PkgConfig::zstd PkgConfig::hwy ${winnow_faiss} PkgConfig::openblas)
add_library(winnow::winnow ALIAS winnow_shared)

install(TARGETS winnow_shared EXPORT winnow
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library NAMELINK_COMPONENT development)
install(TARGETS libwinnow EXPORT winnow
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
install(DIRECTORY include/winnow DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development)
set(config ${CMAKE_INSTALL_LIBDIR}/cmake/winnow)
install(EXPORT winnow FILE winnow-targets.cmake NAMESPACE winnow:: DESTINATION ${config}
  COMPONENT development)
configure_package_config_file(cmake/winnow-config.cmake.in ${CMAKE_CURRENT_BINARY_DIR}/winnow-config.cmake
  INSTALL_DESTINATION ${config})
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/winnow-config-version.cmake
  COMPATIBILITY SameMinorVersion)
file(RELATIVE_PATH to_prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
string(REPLACE ";" " -l" faiss_libraries "${winnow_faiss_installed}")
configure_file(cmake/winnow.pc.in ${CMAKE_CURRENT_BINARY_DIR}/winnow.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/winnow-config.cmake
              ${CMAKE_CURRENT_BINARY_DIR}/winnow-config-version.cmake
  DESTINATION ${config} COMPONENT development)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/winnow.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
  COMPONENT development)

# The program with its models, and what it says about itself.
install(TARGETS winnow RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
file(GLOB models models/*)
install(FILES ${models} DESTINATION ${CMAKE_INSTALL_DATADIR}/winnow/models COMPONENT program)

set(manual ${CMAKE_CURRENT_BINARY_DIR}/manual)
set(with)
set(programs winnow)
if(WINNOW_LEARN)
  set(learn_tables COMMAND winnow-learn help --tables > ${manual}/learn.json)
  set(with --with ${manual}/learn.json)
  list(APPEND programs winnow-learn)
  install(TARGETS winnow-learn RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT learn)
endif()
add_custom_command(OUTPUT ${manual}/winnow.bash
  COMMAND ${CMAKE_COMMAND} -E rm -rf ${manual}
  COMMAND ${CMAKE_COMMAND} -E make_directory ${manual}/man1
  ${learn_tables}
  COMMAND winnow help --man ${manual}/man1 ${with}
  COMMAND winnow help --completion zsh ${with} > ${manual}/_winnow
  COMMAND winnow help --completion fish ${with} > ${manual}/winnow.fish
  COMMAND winnow help --completion bash ${with} > ${manual}/winnow.bash
  DEPENDS ${programs}
  COMMENT "Writing manual pages and completions" VERBATIM)
add_custom_target(manual ALL DEPENDS ${manual}/winnow.bash)
install(DIRECTORY ${manual}/man1 DESTINATION ${CMAKE_INSTALL_MANDIR} COMPONENT program)
install(FILES ${manual}/winnow.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
  RENAME winnow COMPONENT program)
install(FILES ${manual}/_winnow DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions COMPONENT program)
install(FILES ${manual}/winnow.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d
  COMPONENT program)
