#include "app/commands/doctor_findings.h"

#include "data/checksum.h"
#include "data/file_bytes.h"
#include "kernel/blas.h"
#include "kernel/cpu.h"
#include "model/model_file.h"
#include "model/safetensors.h"
#include "process/find_program.h"
#include "process/process.h"
#include "prover/choice.h"
#include "select/model_files.h"
#include "winnow/error.h"
#include "winnow/prove.h"

#include <fmt/format.h>

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

namespace winnow {

namespace {

namespace fs = std::filesystem;

// A program, how it tells its version ("" if it does not), and where it is from.
struct KnownProgram {
  const char* name;
  const char* version_flag;
  const char* hint;
};

Finding find_known(const KnownProgram& known, std::string group) {
  Finding finding{std::move(group), known.name, false, false, "", known.hint};
  std::string path;
  try {
    path = find_program(known.name);
  } catch (const InputError&) {
    return finding;
  }
  finding.found = true;
  finding.hint.clear();
  finding.detail = path;
  if (*known.version_flag == '\0') return finding;
  const std::string version = version_of(path, known.version_flag);
  if (!version.empty()) finding.detail += ": " + version;
  return finding;
}

std::string gibibytes(std::uint64_t bytes) {
  return fmt::format("{:.1f} GiB", static_cast<double>(bytes) / (1 << 30));
}

Finding describe_model(const fs::path& path) {
  Finding finding{"model", path.stem().string(), true, false, "", ""};
  try {
    const FileBytes file(path, stated_tensor_bytes);
    const ModelFile model = read_model(path.string());
    finding.detail =
        fmt::format("{}: {} symbols, checksum {}", path.string(), model.labels.symbols.size(),
                    checksum_text(checksum(file.bytes())));
  } catch (const InputError& error) {
    finding.found = false;
    finding.detail = error.what();
    finding.hint = "fetch the file again, or remove it";
  }
  return finding;
}

}  // namespace

std::vector<Finding> find_provers() {
  std::vector<Finding> findings;
  const std::vector<ProverInfo> provers = known_provers();
  const bool any =
      std::ranges::any_of(provers, [](const auto& each) { return !each.program.empty(); });
  for (const ProverInfo& each : provers) {
    const bool found = !each.program.empty();
    findings.push_back({"prover", each.name, found, !any && findings.empty(),
                        each.version.empty() ? each.program : each.program + ": " + each.version,
                        found ? "" : each.source});
  }
  return findings;
}

std::vector<Finding> find_models() {
  std::vector<Finding> findings;
  for (const fs::path& folder : model_folders()) {
    std::error_code none;
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(folder, none))
      if (entry.path().extension() == ".safetensors") files.push_back(entry.path());
    std::ranges::sort(files);
    for (const fs::path& file : files) findings.push_back(describe_model(file));
  }
  if (findings.empty())
    findings.push_back(
        {"model", "any model", false, true, "",
         "set WINNOW_MODELS to a folder with *.safetensors; models/ of the source has some"});
  return findings;
}

std::vector<Finding> find_machine() {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  const int cores = sched_getaffinity(0, sizeof allowed, &allowed) == 0 ? CPU_COUNT(&allowed) : 1;
  const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  const auto all = static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) * page;
  const auto free = static_cast<std::uint64_t>(sysconf(_SC_AVPHYS_PAGES)) * page;
  const std::string rounded = bf16_path();
  return {
      {"machine", "cores", true, false, fmt::format("{}", cores), ""},
      {"machine", "memory", true, false,
       fmt::format("{}, {} of it free", gibibytes(all), gibibytes(free)), ""},
      {"machine", "vector loops", true, false, simd_path(), ""},
      {"machine", "matrix products", true, false, blas_core() + " (OpenBLAS)", ""},
      {"machine", "bfloat16", !rounded.empty(), false, rounded,
       rounded.empty() ? "needs AVX-512 BF16 or AMX; only training with --products bf16 gets slower"
                       : ""}};
}

std::vector<Finding> find_programs() {
  std::vector<Finding> findings = {find_known(
      {"dot", "-V", "apt-get install graphviz (for winnow graph --format svg)"}, "program")};
  std::error_code none;
  const fs::path learn = fs::read_symlink("/proc/self/exe", none).parent_path() / "winnow-learn";
  const bool learns = access(learn.c_str(), X_OK) == 0;
  findings.push_back(
      {"program", "winnow-learn", learns, false, learns ? learn.string() : "",
       learns
           ? ""
           : "apt-get install winnow-learn, or build with -DWINNOW_LEARN=ON (for winnow train)"});
  const char* tptp = std::getenv("TPTP");
  const bool there = tptp != nullptr && fs::is_directory(tptp, none);
  findings.push_back(
      {"program", "$TPTP", there, false, tptp != nullptr ? tptp : "",
       there ? "" : "set TPTP to the folder of the TPTP library (for includes of Axioms/...)"});
  return findings;
}

}  // namespace winnow
