#!/usr/bin/env bash
# The folders that `make demo` compiles as one file each have no names in common within them.
# usage: unity_test.sh ROOT
set -euo pipefail
cd "$1"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
checked=0
for folder in src/*/ src/app/*/; do
  # kernel/ is compiled file by file, learn/ is no part of it, app/ goes by its rooms.
  case $folder in src/kernel/ | src/learn/ | src/app/ | src/app/learn/) continue ;; esac
  unit=$work/unit$checked.cc
  find "$PWD/$folder" -maxdepth 1 -name '*.cc' | sort | sed 's/.*/#include "&"/' >"$unit"
  g++ -std=c++20 -Isrc -Iinclude -DWINNOW_VERSION='""' -fsyntax-only "$unit"
  checked=$((checked + 1))
done
[ "$checked" -ge 14 ]
echo "$checked folders compile as one file each"
