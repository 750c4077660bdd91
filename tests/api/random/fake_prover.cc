#include "fake_prover.h"

#include <fstream>

namespace winnow::random_tester {

std::string fake_script(const std::vector<std::string>& names, const std::string& says) {
  std::string script;
  for (const std::string& name : names)
    script += "grep -q '^[a-z]*(" + name + ",' \"$1\" || { echo '% SZS status GaveUp'; exit; }\n";
  return script + "cat <<'END'\n" + says + "\nEND\n";
}

std::string fake_prover(const std::string& folder, const std::vector<std::string>& names,
                        const std::string& says) {
  const std::string file = folder + "/prover.sh";
  std::ofstream(file) << fake_script(names, says);
  return "sh " + file + " {file}";
}

}  // namespace winnow::random_tester
