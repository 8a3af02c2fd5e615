#include <doctest/doctest.h>

#include <string>

#include "server/lsp/uri.h"

namespace graphfence {

TEST_CASE("all spellings of a file's address lead to one path") {
  for (const char* uri : {"file:///home/u/a%20b.py", "file:///home/u/a b.py", "FILE:///home/u/a b.py",
                          "file:/home/u/a%20b.py", "file://localhost/home/u/a%20b.py", "file:///home/u/%61%20b.py"}) {
    CAPTURE(uri);
    CHECK(document_path(uri, PathStyle::Posix) == "/home/u/a b.py");
  }
  CHECK(document_path("file:///a%2Bb%23c%3Fd", PathStyle::Posix) == "/a+b#c?d");
  CHECK(document_path("file:///a+b?query#fragment", PathStyle::Posix) == "/a+b");
  CHECK(document_path("file:///100%.py", PathStyle::Posix) == "/100%.py");
  CHECK(document_path("file:///%25.py", PathStyle::Posix) == "/%.py");
  CHECK(document_path("file:///%C3%BC", PathStyle::Posix) == "/ü");
}

TEST_CASE("Windows addresses: drives in any spelling, other machines") {
  for (const char* uri : {"file:///c:/a/x.py", "file:///C:/a/x.py", "file:///c%3A/a/x.py", "file:///C%3a/a/x.py",
                          "file:///c:%5Ca%5Cx.py"}) {
    CAPTURE(uri);
    CHECK(document_path(uri, PathStyle::Windows) == "c:/a/x.py");
  }
  CHECK(document_path("file:///C%3A/a/x.py", PathStyle::Posix) == "/c:/a/x.py");
  CHECK(document_path("file://Server/share/x.py", PathStyle::Windows) == "//server/share/x.py");
  CHECK(document_uri("c:/a b/x.py", PathStyle::Windows) == "file:///c%3A/a%20b/x.py");
  CHECK(document_uri("//server/share/x.py", PathStyle::Windows) == "file://server/share/x.py");
  CHECK(document_path(document_uri("c:/a b/ü#?+.py", PathStyle::Windows), PathStyle::Windows) == "c:/a b/ü#?+.py");
}

TEST_CASE("addresses of other schemes are names, not places") {
  for (const char* uri : {"untitled:Untitled-1", "vscode-notebook-cell:/home/u/n.ipynb#W0s", "git:/home/u/x.py?%7B%7D",
                          "", "x.py", "file:", "file://", "file:relative", "file:///%00"}) {
    CAPTURE(uri);
    CHECK(document_path(uri) == uri);
    CHECK_FALSE(is_disk_path(document_path(uri)));
    CHECK(document_uri(document_path(uri)) == uri);
  }
}

TEST_CASE("a path becomes an address that leads back to it") {
  for (const std::string path :
       {"/home/u/a b#c?d%e+f&g;h=i@j.py", "/ü/𝔘.py", "/", "/c:/x.py", "/a\\b", "//server/share/x"}) {
    CAPTURE(path);
    CHECK(document_path(document_uri(path, PathStyle::Posix), PathStyle::Posix) == path);
    CHECK(document_uri(path, PathStyle::Posix).find_first_of(" #?") == std::string::npos);
  }
}

}  // namespace graphfence
