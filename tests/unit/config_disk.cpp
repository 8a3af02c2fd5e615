#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "server/config/disk_file_system.h"
#include "tests/unit/config_temporary_folder.h"

using namespace graphfence;
using graphfence::tests::TemporaryFolder;

TEST_CASE("regular files are read whole, empty ones too") {
  const TemporaryFolder folder;
  folder.write("a.py", "x = 1\r\n");
  folder.write("empty.py", "");
  CHECK(read_regular_file(folder.at("a.py")).text == "x = 1\r\n");
  const FileContent empty = read_regular_file(folder.at("empty.py"));
  CHECK(empty.outcome == ReadOutcome::Ok);
  CHECK(empty.text.empty());
}

TEST_CASE("a file that is missing, a folder, a pipe or a device is told apart and never opened") {
  const TemporaryFolder folder;
  REQUIRE(::mkfifo(folder.at("pipe.py").c_str(), 0600) == 0);
  CHECK(read_regular_file(folder.at("none.py")).outcome == ReadOutcome::Missing);
  CHECK(read_regular_file(folder.path()).outcome == ReadOutcome::NotRegular);
  CHECK(read_regular_file(folder.at("pipe.py")).outcome == ReadOutcome::NotRegular);
  CHECK(read_regular_file("/dev/zero").outcome == ReadOutcome::NotRegular);
  CHECK(read_regular_file(std::string("/etc\0/passwd", 12)).outcome == ReadOutcome::Missing);
}

TEST_CASE("a link that leads in a circle is unreadable") {
  const TemporaryFolder folder;
  REQUIRE(::symlink(folder.at("b.py").c_str(), folder.at("a.py").c_str()) == 0);
  REQUIRE(::symlink(folder.at("a.py").c_str(), folder.at("b.py").c_str()) == 0);
  CHECK(read_regular_file(folder.at("a.py")).outcome == ReadOutcome::Unreadable);
}

TEST_CASE("the size limit holds exactly") {
  const TemporaryFolder folder;
  folder.write("a.py", std::string(100, 'x'));
  CHECK(read_regular_file(folder.at("a.py"), 100).outcome == ReadOutcome::Ok);
  CHECK(read_regular_file(folder.at("a.py"), 99).outcome == ReadOutcome::TooLarge);
}

TEST_CASE("a file that says it is empty but is not is read, and limited") {
  CHECK(read_regular_file("/proc/self/status").text.find("Pid:") != std::string::npos);
  CHECK(read_regular_file("/proc/self/status", 10).outcome == ReadOutcome::TooLarge);
}

TEST_CASE("a file with a NUL byte is binary") {
  const TemporaryFolder folder;
  folder.write("a.py", std::string("x\0y", 3));
  CHECK(read_regular_file(folder.at("a.py")).outcome == ReadOutcome::Binary);
  CHECK_FALSE(DiskFileSystem().read(folder.at("a.py")).has_value());
}

TEST_CASE("the engine's view of the disk tells files from folders") {
  const TemporaryFolder folder;
  folder.write("a.py", "x");
  const DiskFileSystem disk;
  CHECK(disk.read(folder.at("a.py")) == "x");
  CHECK(disk.is_file(folder.at("a.py")));
  CHECK_FALSE(disk.is_directory(folder.at("a.py")));
  CHECK(disk.is_directory(folder.path()));
  CHECK_FALSE(disk.is_file(folder.at("none")));
}
