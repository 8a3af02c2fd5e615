# Uses ccache and mold where they are installed. Neither changes what is built; -DGRAPHFENCE_FASTER_BUILDS=OFF ignores both.
include_guard(GLOBAL)
option(GRAPHFENCE_FASTER_BUILDS "use ccache and mold when they are installed" ON)
if(NOT GRAPHFENCE_FASTER_BUILDS)
  return()
endif()

find_program(GRAPHFENCE_CCACHE ccache)
if(GRAPHFENCE_CCACHE)
  foreach(_language C CXX)
    if(NOT CMAKE_${_language}_COMPILER_LAUNCHER)
      set(CMAKE_${_language}_COMPILER_LAUNCHER "${GRAPHFENCE_CCACHE}")
    endif()
  endforeach()
endif()

# The static LTO link stays with the compiler's own linker: mold saves nothing there, the time is spent in the optimiser.
find_program(GRAPHFENCE_MOLD mold)
if(GRAPHFENCE_MOLD AND NOT CMAKE_INTERPROCEDURAL_OPTIMIZATION AND NOT CMAKE_EXE_LINKER_FLAGS MATCHES "-fuse-ld")
  string(APPEND CMAKE_EXE_LINKER_FLAGS " -fuse-ld=mold")
endif()
