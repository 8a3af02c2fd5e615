#include "analysis/base/inflate.h"

#include <zlib.h>

#include <cstdlib>

namespace graphfence {

std::string inflate(const unsigned char* packed, std::size_t packed_size, std::size_t size) {
  std::string text(size, '\0');
  uLongf length = size;
  if (uncompress(reinterpret_cast<Bytef*>(text.data()), &length, packed, packed_size) != Z_OK || length != size)
    std::abort();
  return text;
}

}  // namespace graphfence
