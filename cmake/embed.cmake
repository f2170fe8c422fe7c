# The models that ship with the program, as C arrays in the model library.
function(lw_embed_models)
  set(out ${CMAKE_BINARY_DIR}/shipped_models.c)
  file(GLOB models CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/models/*.json)
  set(arrays "")
  set(rows "")
  foreach(model ${models})
    get_filename_component(game ${model} NAME_WE)
    file(READ ${model} hex HEX)
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
    string(APPEND arrays "static const unsigned char ${game}_json[] = {${bytes}};\n")
    string(APPEND rows "    {\"${game}\", ${game}_json, sizeof ${game}_json},\n")
    set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY
                 CMAKE_CONFIGURE_DEPENDS ${model})
  endforeach()
  file(GENERATE OUTPUT ${out} CONTENT "#include \"shipped_internal.h\"\n${arrays}
const struct shipped_model lw_shipped_models[] = {\n${rows}    {0, 0, 0},\n};\n")
  target_sources(lw_model PRIVATE ${out})
endfunction()
