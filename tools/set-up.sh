#!/usr/bin/env bash
# Installs what is missing from Debian's packages. Silent and quick when nothing is.
set -euo pipefail

packages=(
  g++ cmake ninja-build pkg-config ccache clang-16 libclang-rt-16-dev clang-format
  libfmt-dev libcli11-dev nlohmann-json3-dev libzstd-dev libhwy-dev libopenblas-dev libtorch-dev
  libgtest-dev libgmock-dev libbenchmark-dev
  graphviz eprover zstd
)

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
