#pragma once

#include <atomic>
#include <memory>

namespace graphfence {

/// Shared flag that asks a running analysis to stop. Any thread may cancel; the analysis polls once per function.
/// A cancelled analysis returns no result at all, never half of one.
class CancelToken {
 public:
  CancelToken() : flag_(std::make_shared<std::atomic<bool>>(false)) {}
  void cancel() const { flag_->store(true, std::memory_order_relaxed); }
  [[nodiscard]] bool cancelled() const { return flag_->load(std::memory_order_relaxed); }

 private:
  std::shared_ptr<std::atomic<bool>> flag_;
};

}  // namespace graphfence
