#pragma once

#include <cstdint>

namespace graphfence {

/// Asks whether the client's process still runs.
class ParentWatch {
 public:
  explicit ParentWatch(std::int32_t process);
  /// True also for a process that we may not signal.
  [[nodiscard]] bool alive() const;

 private:
  std::int32_t process_;
  bool is_our_parent_;  ///< then a change of our parent tells more: a dead process may linger unreaped
};

}  // namespace graphfence
