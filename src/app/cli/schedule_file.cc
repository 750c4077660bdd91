#include "app/cli/schedule_file.h"

#include "data/text_file.h"
#include "prover/schedule.h"

namespace winnow {

std::string read_schedule(const std::string& file) {
  std::string text = read_text_file(file, kMostSettingsBytes) + '\n';
  parse_schedule(text, file);
  return text;
}

}  // namespace winnow
