#include "server/lsp/parent_watch.h"

#include <unistd.h>

#include <cerrno>
#include <csignal>

namespace graphfence {

ParentWatch::ParentWatch(std::int32_t process) : process_(process), is_our_parent_(::getppid() == process) {}

bool ParentWatch::alive() const {
  if (is_our_parent_ && ::getppid() != process_) return false;
  return ::kill(process_, 0) == 0 || errno == EPERM;
}

}  // namespace graphfence
