# The studio's pages as one library: lw_pages. The assembler takes the files in as they
# are, which stays fast for megabytes of WebAssembly where C arrays would not.
#
# web/dist/files.tsv lists them: path, type, etag, gzip (0|1), immutable (0|1), file. It
# is written last by web/build.mjs, so it changes whenever any page does. Without it (no
# Node on the machine) the library is an empty table.
function(lw_pages_library)
  set(dist ${PROJECT_SOURCE_DIR}/web/dist)
  set(out ${CMAKE_BINARY_DIR}/pages)
  file(GLOB listing CONFIGURE_DEPENDS ${dist}/files.tsv)
  add_custom_command(
    OUTPUT ${out}/pages.c ${out}/pages.S
    COMMAND ${CMAKE_COMMAND} -DDIST=${dist} -DOUT=${out}
            -P ${PROJECT_SOURCE_DIR}/cmake/pages_table.cmake
    DEPENDS ${listing} ${PROJECT_SOURCE_DIR}/cmake/pages_table.cmake
    COMMENT "Embedding the pages")
  add_library(lw_pages STATIC ${out}/pages.c ${out}/pages.S)
  set_source_files_properties(${out}/pages.S PROPERTIES OBJECT_DEPENDS "${listing}")
  target_include_directories(lw_pages PRIVATE ${PROJECT_SOURCE_DIR}/src/server)
endfunction()
