#!/usr/bin/env bash
# Runs all tests. Tests on real data run where WINNOW_DATA points at the unpacked sets.
set -euo pipefail
cd "$(dirname "$0")/.."
exec ctest --test-dir build/release --output-on-failure -j2
