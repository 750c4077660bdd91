// model/presets.cc - options by name, from text: what presets are made of.
#include "winnow/presets.h"
#include "term/nearest.h"
#include "winnow/error_code.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <concepts>
#include <vector>

namespace winnow {

namespace {

[[noreturn]] void refuse(std::string_view name, std::string_view text, const std::string& hint) {
  throw CodedError(ErrorCode::option_value, {std::string(name), std::string(text)},
                   fmt::format("{} cannot be '{}'", name, text), hint);
}

void read(std::string_view name, std::string_view text, std::string& value,
          const Allowed& allowed) {
  check_value(name, text, allowed);
  value = text;
}

void read(std::string_view name, std::string_view text, bool& value, const Allowed&) {
  if (text != "true" && text != "false") refuse(name, text, "it is true or false");
  value = text == "true";
}

template <class Number>
requires std::integral<Number> || std::floating_point<Number>
void read(std::string_view name, std::string_view text, Number& value, const Allowed& allowed) {
  Number number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size())
    refuse(name, text, hint_of(allowed));
  check_value(name, static_cast<double>(number), allowed);
  value = number;
}

}  // namespace

void set_option(std::string_view name, std::string_view text, ModelOptions& model,
                TrainOptions& train) {
  bool found = false;
  std::vector<std::string_view> known;
  const auto visit = [&](std::string_view each, auto& value, std::string_view,
                         const Allowed& allowed) {
    known.push_back(each);
    if (each != name) return;
    read(name, text, value, allowed);
    found = true;
  };
  each_option(model, visit);
  each_option(train, visit);
  if (!found)
    throw InputError(
        fmt::format("no option is called '{}'", name),
        hint_with_nearest(name, known, "options of models and of training have names"));
}

const Preset& preset_called(std::string_view name) {
  const auto found = std::ranges::find(kPresets, name, &Preset::name);
  if (found != kPresets.end()) return *found;
  std::vector<std::string_view> names;
  for (const Preset& each : kPresets) names.push_back(each.name);
  refuse("preset", name,
         hint_with_nearest(name, names, fmt::format("choose one of: {}", fmt::join(names, ", "))));
}

void apply_preset(std::string_view preset, ModelOptions& model, TrainOptions& train,
                  const std::function<bool(std::string_view)>& keep) {
  for (const OptionValue& each : preset_called(preset).values)
    if (!keep || !keep(each.name)) set_option(each.name, each.value, model, train);
}

}  // namespace winnow
