#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "analysis/finding.h"
#include "analysis/text/source_text.h"

namespace graphfence {

/// Called now and then, on the calling thread, while files are checked.
using ShowProgress = std::function<void(std::size_t done, std::size_t total)>;

/// A set of files whose findings can be asked for again after texts have changed.
class FindingSource {
 public:
  virtual ~FindingSource() = default;
  /// All findings in the files of the set, sorted and united.
  [[nodiscard]] virtual std::vector<Finding> check(const ShowProgress& progress) = 0;
  /// From now on `path`, a file of the set, has this text, whatever the disk says.
  virtual void set_text(const std::string& path, std::string text) = 0;
  [[nodiscard]] virtual bool contains(const std::string& path) const = 0;
  [[nodiscard]] virtual std::shared_ptr<const SourceText> text(const std::string& path) const = 0;
};

}  // namespace graphfence
