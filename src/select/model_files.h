// select/model_files.h - where the models are that came with winnow.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace winnow {

// $WINNOW_MODELS; models/ beside the program, and above it (a build tree); share/winnow/models of
// the program's installation; the same places of the file that this library is in (libwinnow.so, a
// module of Python); then share/winnow/models of the system.
std::vector<std::filesystem::path> model_folders();

// The file that `model` means: a file; or the name of a model in one of the folders; or for "" the
// model for ranking, which is empty if there is none. Throws InputError for a name that nothing
// has.
std::filesystem::path find_model(const std::string& model);

// The fusion (rank/fusion.h) that came with the model for ranking, whether or not that is there
// itself; empty if there is none.
std::filesystem::path find_fusion();

}  // namespace winnow
