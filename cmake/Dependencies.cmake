# Everything third-party but tree-sitter: installed packages. All but zlib are used as headers only, so that the executable can be linked
# statically; of zlib the archive is taken where there is one.
include_guard(GLOBAL)

find_package(nlohmann_json 3.10 REQUIRED)
find_package(CLI11 2.1 REQUIRED)
find_package(Threads REQUIRED)
if(GRAPHFENCE_TESTS)
  find_package(doctest 2.4 REQUIRED)
endif()

add_library(graphfence_warnings INTERFACE)
target_compile_options(graphfence_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wimplicit-fallthrough -Wnon-virtual-dtor -Werror)
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  # std::stable_sort of libstdc++ 12 uses a function that the library itself calls deprecated.
  target_compile_options(graphfence_warnings INTERFACE -Wno-deprecated-declarations)
  # doctest's macros use __COUNTER__, which clang 22 reports where they are expanded.
  include(CheckCXXCompilerFlag)
  check_cxx_compiler_flag(-Wc2y-extensions GRAPHFENCE_KNOWS_C2Y_EXTENSIONS)
  if(GRAPHFENCE_KNOWS_C2Y_EXTENSIONS)
    target_compile_options(graphfence_warnings INTERFACE -Wno-c2y-extensions)
  endif()
endif()
target_include_directories(graphfence_warnings INTERFACE "${CMAKE_SOURCE_DIR}")

find_path(ASIO_INCLUDE_DIR asio.hpp REQUIRED)
add_library(graphfence_asio INTERFACE)
target_include_directories(graphfence_asio SYSTEM INTERFACE "${ASIO_INCLUDE_DIR}")
target_compile_definitions(graphfence_asio INTERFACE ASIO_STANDALONE ASIO_NO_DEPRECATED)
target_link_libraries(graphfence_asio INTERFACE Threads::Threads)

# Debian's spdlog and fmt are shared only, and spdlog::spdlog_header_only still links libfmt.so: with the headers alone
# -static works. Link this to one small library (the logger), never to every target: 4.9 s per translation unit.
find_path(SPDLOG_INCLUDE_DIR spdlog/spdlog.h REQUIRED)
add_library(graphfence_log_headers INTERFACE)
target_include_directories(graphfence_log_headers SYSTEM INTERFACE "${SPDLOG_INCLUDE_DIR}")
target_compile_definitions(graphfence_log_headers INTERFACE SPDLOG_FMT_EXTERNAL FMT_HEADER_ONLY)
target_link_libraries(graphfence_log_headers INTERFACE Threads::Threads)

find_path(TOMLPLUSPLUS_INCLUDE_DIR toml++/toml.h REQUIRED)
add_library(graphfence_toml INTERFACE)
target_include_directories(graphfence_toml SYSTEM INTERFACE "${TOMLPLUSPLUS_INCLUDE_DIR}")
target_compile_definitions(graphfence_toml INTERFACE TOML_HEADER_ONLY=1)

find_path(XXHASH_INCLUDE_DIR xxhash.h REQUIRED)
add_library(graphfence_xxhash INTERFACE)
target_include_directories(graphfence_xxhash SYSTEM INTERFACE "${XXHASH_INCLUDE_DIR}")
target_compile_definitions(graphfence_xxhash INTERFACE XXH_INLINE_ALL)

find_path(ZLIB_INCLUDE_DIR zlib.h REQUIRED)
find_library(ZLIB_LIBRARY NAMES libz.a z REQUIRED)
add_library(graphfence_zlib INTERFACE)
target_include_directories(graphfence_zlib SYSTEM INTERFACE "${ZLIB_INCLUDE_DIR}")
target_link_libraries(graphfence_zlib INTERFACE "${ZLIB_LIBRARY}")
