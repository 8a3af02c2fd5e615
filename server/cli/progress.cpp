#include "server/cli/progress.h"

#include <ostream>
#include <string>

namespace graphfence {

Progress::Progress(Console& console)
    : console_(console), enabled_(console.err_is_terminal && console.environment("TERM") != "dumb") {}

void Progress::show(std::size_t done, std::size_t total) {
  if (!enabled_ || std::chrono::steady_clock::now() - start_ < std::chrono::seconds(1)) return;
  console_.err << "\rchecking " + std::to_string(done) + " of " + std::to_string(total) + " files\x1b[K" << std::flush;
  visible_ = true;
}

void Progress::clear() {
  if (!visible_) return;
  console_.err << "\r\x1b[K" << std::flush;
  visible_ = false;
}

}  // namespace graphfence
