#include "data/checksum_list.h"

#include "data/checksum.h"
#include "data/text_file.h"
#include "winnow/error.h"

#include <fmt/format.h>

namespace winnow {

std::string checksum_line(const std::filesystem::path& file, std::span<const std::byte> bytes) {
  return fmt::format("{} {}", checksum_text(checksum(bytes)), file.filename().string());
}

void check_listed(const std::filesystem::path& file, std::span<const std::byte> bytes) {
  const std::filesystem::path list = file.parent_path() / kChecksumList;
  std::error_code none;
  if (!std::filesystem::is_regular_file(list, none)) return;
  const std::string name = " " + file.filename().string();
  const std::string text = read_text_file(list);
  for (const TextLine& line : lines_of(text))
    if (line.text.ends_with(name) && line.text.size() == kNoChecksum.size() + name.size() &&
        line.text != checksum_line(file, bytes))
      throw InputError(Place{file.string()},
                       fmt::format("its checksum is not the one in {}", list.string()),
                       "was the file damaged while it was copied? Install it again");
}

}  // namespace winnow
