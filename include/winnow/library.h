// library.h - a library of formulas on disk (an index), ready to be ranked.
//
//   winnow::LibraryBuilder builder;
//   builder.read("axioms.ax");
//   builder.save("library.index");
//   winnow::Selector selector = winnow::Selector::open({.index = "library.index"});
//
// A library that has grown is read again; what the index has already costs next to nothing:
//
//   builder.reuse("library.index");
//   builder.read("axioms.ax");
//   builder.save("library.index");
//
// A large library is indexed in shards, each by a process of its own:
//
//   winnow::LibraryBuilder builder({.index = 3, .count = 16});
//   builder.read("axioms.ax");
//   builder.save("library.3.index");
//
// Millions of formulas are divided into lists, so that a question looks at a few of them:
//
//   winnow::write_inverted_file("library.index");
//   winnow::Selector selector =
//       winnow::Selector::open({.index = "library.index", .approximate = true});
#pragma once

#include "winnow/file_names.h"
#include "winnow/formula.h"
#include "winnow/shard.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace winnow {

struct SaveOptions {
  std::string model = {};  // as in SelectorOptions: whose encodings are kept; "none": nobody's
  std::uint32_t threads = 2;
  std::function<void(std::size_t done, std::size_t total)> progress = {};
};

struct SaveReport {
  std::size_t formulas = 0;  // in the index
  std::size_t repeated = 0;  // left out: the name and the term of an earlier one
  std::size_t encoded = 0;   // computed now; the others were in an older index of the same name
  std::string model;         // the model's file; empty: none was asked for or found
  std::string note;          // why an older index was of no use, if one was there
};

class LibraryBuilder {
 public:
  // A shard keeps its part of what is read: formulas in turn. The others are passed over quickly,
  // and a mistake in them is found by the shard that has them.
  explicit LibraryBuilder(const Shard& shard = {});
  ~LibraryBuilder();
  LibraryBuilder(LibraryBuilder&&) noexcept;
  LibraryBuilder& operator=(LibraryBuilder&&) noexcept;

  // Formulas that the index `file` has, word for word, are taken from it instead of being read;
  // what is saved is the same. Call it first, with the index that is to be brought up to date. A
  // file that is none, or of shards, is of no use and no error.
  void reuse(const std::string& file);
  void read(const std::string& file, const ReadOptions& options = {});  // TPTP, with its includes
  void add(std::string_view text);                                      // annotated TPTP formulas
  std::vector<std::string> files() const;  // that were read, with what they include
  // Writes the file completely or not at all. Conjectures are left out.
  SaveReport save(const std::string& file, const SaveOptions& options = {}) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

std::string inverted_file_of(const std::string& index);  // its name and ".ivf"

struct InvertedFileOptions {
  std::string model = {};  // that made the index, and retrieves; as in SaveOptions
  std::uint32_t threads = 2;
  std::function<void(std::size_t done, std::size_t total)> progress = {};
};

struct InvertedFileReport {
  std::string file;       // inverted_file_of(index)
  std::size_t lists = 0;  // that its formulas are in
};

// Writes what a selector with SelectorOptions::approximate needs beside an index, completely or not
// at all. It is of no use for another index, or for the same after it has changed. Throws
// InputError in a build without Faiss.
InvertedFileReport write_inverted_file(const std::string& index,
                                       const InvertedFileOptions& options = {});
// Throws what that would throw for want of Faiss.
void check_inverted_files();

// An index that is open for reading, or several, or all shards of a library, as one. Throws
// InputError if a file is damaged or a shard is missing. Cheap to copy.
class Library {
 public:
  static Library open(const FileNames& files);
  std::size_t size() const;
  std::string_view name(std::size_t i) const;  // views live as long as this or a copy
  std::string_view text(std::size_t i) const;  // the whole annotated formula
  bool declares_type(std::size_t i) const;
  bool has_encodings() const;

 private:
  struct Impl;
  explicit Library(std::shared_ptr<const Impl> impl);
  std::shared_ptr<const Impl> impl_;
};

}  // namespace winnow
