# Flags shared by every target of this project.
add_library(lw_flags INTERFACE)
target_include_directories(lw_flags INTERFACE ${PROJECT_SOURCE_DIR}/include)
target_compile_options(lw_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes
  -Wmissing-prototypes -Wvla
  # clang counts these under -Wconversion, gcc does not; one rule for both.
  -Wno-sign-conversion
  # The same results on every machine, whatever it can fuse.
  -ffp-contract=off)
if(LW_WERROR)
  target_compile_options(lw_flags INTERFACE -Werror)
endif()
if(LW_NATIVE)
  target_compile_options(lw_flags INTERFACE -march=native)
endif()
if(LW_SANITIZE)
  target_compile_options(lw_flags INTERFACE
    -fsanitize=${LW_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(lw_flags INTERFACE -fsanitize=${LW_SANITIZE})
endif()
# Counted edges cost little and lead a fuzzer; what it compares costs half of the speed.
if(LW_COVERAGE)
  target_compile_options(lw_flags INTERFACE
    -fsanitize-coverage=inline-8bit-counters,pc-table)
endif()
if(LW_FUZZ)
  target_compile_options(lw_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()
