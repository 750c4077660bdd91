#!/usr/bin/env bash
# The folders that `make demo` compiles as one file each have no names in common within them.
# usage: unity_test.sh ROOT
set -euo pipefail
cd "$1"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
checked=0
for folder in src/*/; do
  folder=$(basename "$folder")
  case $folder in kernel|learn|prover) continue ;; esac  # compiled file by file
  find "$PWD/src/$folder" -name '*.cc' | grep -vE '/(main|app/learn/[a-z_]+|doctor_findings|fusion_features)\.cc$' | sort |
    sed 's/.*/#include "&"/' >"$work/$folder.cc"
  g++ -std=c++20 -Isrc -Iinclude -DWINNOW_VERSION='""' -fsyntax-only "$work/$folder.cc"
  checked=$((checked + 1))
done
[ "$checked" -ge 9 ]
echo "$checked folders compile as one file each"
