# What --licenses of a program prints: its own terms, the licence of the sources, the notices
# of what it is linked with, and the licences these ask to be passed on with it; the same
# texts are installed beside it.
function(lw_embed_notices module program)
  set(out ${CMAKE_BINARY_DIR}/notices_${module}.c)
  set(notices ${PROJECT_SOURCE_DIR}/data/notices)
  set(files ${notices}/${program}.txt ${PROJECT_SOURCE_DIR}/LICENSE ${notices}/linked.txt)
  foreach(licence ${ARGN})
    list(APPEND files ${notices}/${licence}.txt)
  endforeach()
  set(all "")
  foreach(file ${files})
    file(READ ${file} hex HEX)
    string(APPEND all "${hex}")
    set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
                 ${file})
  endforeach()
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${all}")
  file(GENERATE OUTPUT ${out} CONTENT "#include \"lw/${module}.h\"
const char lw_${module}_notices[] = {${bytes}0};\n")
  target_sources(lw_${module} PRIVATE ${out})
  install(FILES ${files} DESTINATION share/doc/${program})
endfunction()
