// file_names.h - one file or several, where an option takes either.
//
//   winnow::Selector::open({.index = "library.index"});
//   winnow::Selector::open({.index = {"library.0.index", "library.1.index"}});
#pragma once

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

namespace winnow {

// A list of names; "" is no name at all.
class FileNames : public std::vector<std::string> {
 public:
  FileNames() = default;
  FileNames(std::string one) {
    if (!one.empty()) push_back(std::move(one));
  }
  FileNames(const char* one) : FileNames(std::string(one)) {}
  FileNames(std::vector<std::string> several) : vector(std::move(several)) {}
  FileNames(std::initializer_list<std::string> several) : vector(several) {}
};

}  // namespace winnow
