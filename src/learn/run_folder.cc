#include "learn/run_folder.h"

#include "data/output_file.h"
#include "winnow/error_code.h"

#include <string>
#include <vector>

namespace winnow {

void check_run_folder(const TrainRequest& request) {
  const RunFolder files(request.folder);
  const std::string folder = request.folder.string();
  auto refuse = [&](const char* what, const char* hint, ErrorCode code = ErrorCode::output_folder) {
    throw CodedError(code, {folder}, Place{folder}, what, hint);
  };
  std::vector<std::string> inputs = request.teachers;
  if (!request.begin_with.empty()) inputs.push_back(request.begin_with.string());
  check_folder_output(files.best, FileKind::model, inputs);
  check_folder_output(files.checkpoint, FileKind::checkpoint, inputs);
  check_folder_output(files.metrics, FileKind::metrics, inputs);
  const bool checkpoint = std::filesystem::exists(files.checkpoint);
  if (request.resume && !checkpoint)
    refuse("there is no checkpoint to resume from",
           "is it the right folder? A new run resumes nothing");
  if (!request.resume && checkpoint)
    refuse("this folder already holds a run", "resume it, or choose another folder",
           ErrorCode::run_exists);
  if (!request.resume &&
      (std::filesystem::exists(files.metrics) || std::filesystem::exists(files.best)))
    refuse("this folder already holds results of a run, without its checkpoint",
           "choose another folder, or take them away first");
}

}  // namespace winnow
