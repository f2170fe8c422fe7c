# One folder, one library; a big folder has rooms (folders inside it), and its includes name
# them from the folder's root: "solve/solve_internal.h". *_test.c are cmocka tests and
# *_fuzz.c are fuzz targets; both link the folder's library with the links stated here and
# nothing more, which proves that those links suffice. POSIX: the folder may use the system.
# FLAT: folders inside it are modules of their own. TRIED_WITH: what its tests need besides,
# and it does not.

function(lw_module name)
  cmake_parse_arguments(ARG "POSIX;FLAT" "DIR" "LINKS;EXTERNAL;TRIED_WITH" ${ARGN})
  if(NOT ARG_DIR)
    set(ARG_DIR src/${name})
  endif()
  set(dir ${PROJECT_SOURCE_DIR}/${ARG_DIR})
  if(ARG_FLAT)
    file(GLOB sources CONFIGURE_DEPENDS ${dir}/*.c)
  else()
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${dir}/*.c)
  endif()
  set(tests ${sources})
  list(FILTER tests INCLUDE REGEX "_test\\.c$")
  set(fuzzers ${sources})
  list(FILTER fuzzers INCLUDE REGEX "_fuzz\\.c$")
  list(FILTER sources EXCLUDE REGEX "_(test|fuzz)\\.c$")
  list(FILTER sources EXCLUDE REGEX "/main\\.c$")
  if(NOT sources)
    # A folder that has only a header so far.
    add_library(lw_${name} INTERFACE)
    set(visibility INTERFACE)
  else()
    add_library(lw_${name} STATIC ${sources})
    target_include_directories(lw_${name} PRIVATE ${dir})
    target_link_libraries(lw_${name} PRIVATE lw_flags)
    set(visibility PUBLIC)
    if(ARG_POSIX)
      target_compile_definitions(lw_${name} PRIVATE _POSIX_C_SOURCE=200809L)
    endif()
  endif()
  foreach(link ${ARG_LINKS})
    target_link_libraries(lw_${name} ${visibility} lw_${link})
  endforeach()
  if(ARG_EXTERNAL AND sources)
    target_link_libraries(lw_${name} PUBLIC ${ARG_EXTERNAL})
  endif()
  if(LW_PROGRAM AND LW_TESTS)
    foreach(test ${tests})
      lw_test(${test} lw_${name} ${dir})
      get_filename_component(stem ${test} NAME_WE)
      foreach(link ${ARG_TRIED_WITH})
        target_link_libraries(${stem} PRIVATE lw_${link})
      endforeach()
    endforeach()
    foreach(fuzzer ${fuzzers})
      lw_fuzz(${fuzzer} lw_${name} ${dir})
      get_filename_component(stem ${fuzzer} NAME_WE)
      foreach(link ${ARG_TRIED_WITH})
        target_link_libraries(${stem}_input PUBLIC lw_${link})
      endforeach()
    endforeach()
  endif()
endfunction()

# A test that hangs is ended; how slow the machine is must not end one.
function(lw_test source library include_dir)
  get_filename_component(stem ${source} NAME_WE)
  add_executable(${stem} ${source})
  target_include_directories(${stem} PRIVATE ${include_dir} ${PROJECT_SOURCE_DIR}/tests)
  target_link_libraries(${stem} PRIVATE ${library} PkgConfig::CMOCKA m lw_flags)
  target_compile_definitions(${stem} PRIVATE _POSIX_C_SOURCE=200809L
    LW_TEST_DATA="${PROJECT_SOURCE_DIR}/tests/data"
    LW_SHARED="${PROJECT_SOURCE_DIR}/../shared")
  add_test(NAME ${stem} COMMAND ${stem})
  if(stem MATCHES "_slow_test$")
    set_tests_properties(${stem} PROPERTIES LABELS slow TIMEOUT 3600)
  else()
    set_tests_properties(${stem} PROPERTIES LABELS fast TIMEOUT 1800)
  endif()
  lw_test_environment(${stem})
endfunction()

# The longest first, before ctest knows better from a run: the last one would run alone.
# COST, then tests of this folder.
function(lw_long_tests cost)
  set_tests_properties(${ARGN} PROPERTIES COST ${cost})
endfunction()

# A test that takes over two seconds of the processor runs in one build of ./test, where its
# point shows; ./test --all runs everything everywhere.
#   plain      only in dev: what it computes or stores is its point, at its full size, and
#              cheaper tests show the same code to the sanitizers
#   sanitized  only under asan: strange input, memory or threads are its point, and it has
#              neither bounds of time nor sizes that a sanitizer would not let it keep
function(lw_runs_once label)
  set_tests_properties(${ARGN} PROPERTIES LABELS ${label})
endfunction()

# What the libraries below keep until the process ends is no leak of ours. What several
# tests need made, such as the folder of a database (tests/postgres_folder.sh), is kept.
function(lw_test_environment test)
  set(leaks "suppressions=${PROJECT_SOURCE_DIR}/cmake/lsan.supp:print_suppressions=0")
  set_tests_properties(${test} PROPERTIES ENVIRONMENT
    "LSAN_OPTIONS=${leaks};LW_TEST_CACHE=${PROJECT_BINARY_DIR}/test-cache")
endfunction()

# With LW_FUZZ a libFuzzer program; otherwise a test that runs the stored corpus through
# the same entry point once, and with LW_COVERAGE a libFuzzer program besides, of the same
# objects: TARGET_live, built when it is asked for.
function(lw_fuzz source library include_dir)
  get_filename_component(stem ${source} NAME_WE)
  # Its entry point is called through fuzz_bound.c, which bounds the processor's time.
  set(bound ${PROJECT_SOURCE_DIR}/tests/fuzz_bound.c)
  set_source_files_properties(${source} PROPERTIES
    COMPILE_DEFINITIONS LLVMFuzzerTestOneInput=lw_fuzz_input)
  add_library(${stem}_input OBJECT ${source} ${bound})
  target_compile_definitions(${stem}_input PRIVATE _POSIX_C_SOURCE=200809L)
  target_include_directories(${stem}_input PRIVATE ${include_dir} ${PROJECT_SOURCE_DIR}/tests)
  target_link_libraries(${stem}_input PUBLIC ${library} lw_flags)
  if(LW_FUZZ)
    lw_fuzzer(${stem} ${stem})
    return()
  endif()
  add_executable(${stem} ${PROJECT_SOURCE_DIR}/tests/fuzz_replay.c)
  target_compile_definitions(${stem} PRIVATE _POSIX_C_SOURCE=200809L)
  target_link_libraries(${stem} PRIVATE ${stem}_input)
  set(corpus ${PROJECT_SOURCE_DIR}/tests/corpus/${stem})
  if(EXISTS ${include_dir}/corpus)
    set(corpus ${include_dir}/corpus)
  endif()
  add_test(NAME ${stem} COMMAND ${stem} ${corpus})
  set_tests_properties(${stem} PROPERTIES LABELS fast TIMEOUT 1800)
  if(LW_COVERAGE)
    lw_fuzzer(${stem}_live ${stem})
    set_target_properties(${stem}_live PROPERTIES EXCLUDE_FROM_ALL ON)
  endif()
endfunction()

# A libFuzzer program of a fuzz target's objects.
function(lw_fuzzer name stem)
  add_executable(${name} $<TARGET_OBJECTS:${stem}_input>)
  set_target_properties(${name} PROPERTIES LINKER_LANGUAGE C)
  target_link_options(${name} PRIVATE -fsanitize=fuzzer)
  # Not the objects once more, only what they need.
  target_link_libraries(${name} PRIVATE
    $<TARGET_PROPERTY:${stem}_input,INTERFACE_LINK_LIBRARIES>)
endfunction()

function(lw_game name)
  lw_module(game_${name} DIR src/games/${name} LINKS base grid search game EXTERNAL m)
  set_property(GLOBAL APPEND PROPERTY LW_GAMES game_${name})
endfunction()

# Every folder of src/games is a game; the registry there lists their kinds.
function(lw_games)
  file(GLOB folders CONFIGURE_DEPENDS LIST_DIRECTORIES true ${PROJECT_SOURCE_DIR}/src/games/*)
  foreach(folder ${folders})
    if(IS_DIRECTORY ${folder})
      get_filename_component(name ${folder} NAME)
      lw_game(${name})
    endif()
  endforeach()
  get_property(games GLOBAL PROPERTY LW_GAMES)
  lw_module(games FLAT DIR src/games LINKS base grid game ${games})
endfunction()

# A check of the external symbols of every library so far: those of the core share the name
# space of whoever links it, those of a program have to be one each. tests/symbols.py says more.
function(lw_symbols_test what)
  get_property(targets DIRECTORY PROPERTY BUILDSYSTEM_TARGETS)
  set(archives "")
  foreach(target ${targets})
    get_target_property(type ${target} TYPE)
    if(type STREQUAL STATIC_LIBRARY)
      list(APPEND archives $<TARGET_FILE:${target}>)
    endif()
  endforeach()
  add_test(NAME ${what}_symbols COMMAND python3 ${PROJECT_SOURCE_DIR}/tests/symbols.py
           ${what} ${CMAKE_NM} ${archives})
  set_tests_properties(${what}_symbols PROPERTIES LABELS fast)
endfunction()

# A program: the main.c of a module's folder over that module.
function(lw_program name module)
  add_executable(${name} ${PROJECT_SOURCE_DIR}/src/${module}/main.c)
  target_link_libraries(${name} PRIVATE lw_${module} lw_flags)
  install(TARGETS ${name} RUNTIME DESTINATION bin)
endfunction()

# What only reads requests, writes replies and leads a run takes no time that anyone notices,
# but has to be downloaded: it is compiled for size, and for nothing but size what no search
# calls. Search, rules and features stay fast; of a game's files, those that read and write
# texts, compile rules, edit, draw and explain are no part of them.
function(lw_wasm_module)
  foreach(module make rating game model)
    target_compile_options(lw_${module} PRIVATE -Os)
  endforeach()
  foreach(module calls session)
    target_compile_options(lw_${module} PRIVATE -Oz)
  endforeach()
  get_property(games GLOBAL PROPERTY LW_GAMES)
  foreach(game ${games})
    get_target_property(sources lw_${game} SOURCES)
    set(unhurried "guide|kind|edit|text|draw|compile|analyse")
    list(FILTER sources INCLUDE REGEX "/(${unhurried})(\\.c$|/)")
    set_source_files_properties(${sources} PROPERTIES COMPILE_OPTIONS -Oz)
  endforeach()
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/wasm/*.c)
  add_executable(levelwright ${sources})
  set_target_properties(levelwright PROPERTIES SUFFIX .wasm)
  target_link_libraries(levelwright PRIVATE
    lw_calls lw_make lw_rating lw_session lw_games lw_game lw_search lw_grid lw_model lw_base m lw_flags)
  target_link_options(levelwright PRIVATE
    -mexec-model=reactor -Wl,--gc-sections -Wl,--strip-all
    # The linker's own stack of 64 KiB overflows into the data; this one is as large as
    # natively expected, and an overflow traps.
    -Wl,-z,stack-size=4194304 -Wl,--stack-first)
endfunction()
