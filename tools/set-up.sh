#!/usr/bin/env bash
# tools/set-up.sh [PART...]: installs what is missing from Debian's packages. Silent and quick when
# nothing is. Parts (default: run, test and learn):
#   run      what compiling and running winnow needs
#   test     what its tests, benchmarks, Python and packages need
#   learn    libtorch, and the headers of Gloo that its process groups show
#   cluster  Slurm, Open MPI and torchrun, for tools/check-cluster.sh
#   fuzz     clang, for libFuzzer and make quick-sanitizers
#   format   clang-format
#   lint     clang-tidy; 16, as 14 does not know std::source_location
set -euo pipefail

declare -A parts=(
  [run]="g++ cmake ninja-build pkg-config libfmt-dev libcli11-dev nlohmann-json3-dev libzstd-dev
         libhwy-dev libopenblas-dev graphviz eprover cvc5"
  [test]="ccache libgtest-dev libgmock-dev libbenchmark-dev zstd dpkg-dev file
          pybind11-dev python3-dev python3-numpy python3-pytest python3-pip python3-wheel mypy
          zsh fish libfaiss-dev"
  [learn]="libtorch-dev libgloo-dev"
  [cluster]="slurm-wlm munge openmpi-bin python3-torch iproute2"
  [fuzz]="clang-16 libclang-rt-16-dev"
  [format]="clang-format"
  [lint]="clang-tidy-16"
)

packages=()
for part in "${@:-run test learn}"; do
  for name in $part; do
    [ -n "${parts[$name]:-}" ] || {
      echo "tools/set-up.sh: no part is called '$name'" >&2
      echo "  hint: parts are run, test, learn, cluster, fuzz, format and lint" >&2
      exit 2
    }
    read -r -d '' -a more <<<"${parts[$name]}" || true
    packages+=("${more[@]}")
  done
done

missing=()
installed=$(dpkg-query -W -f '${Package} ${db:Status-Status}\n' "${packages[@]}" 2>/dev/null || true)
for package in "${packages[@]}"; do
  grep -q "^$package installed$" <<<"$installed" || missing+=("$package")
done
[ ${#missing[@]} -eq 0 ] && exit 0

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  command -v sudo >/dev/null || {
    echo "winnow needs these Debian packages: ${missing[*]}" >&2
    echo "hint: install them as root: apt-get install ${missing[*]}" >&2
    exit 1
  }
  as_root=(sudo)
fi
echo "installing: ${missing[*]}"
export DEBIAN_FRONTEND=noninteractive
"${as_root[@]}" apt-get update -q
"${as_root[@]}" apt-get install -q -y --no-install-recommends "${missing[@]}"
