#!/usr/bin/env bash
# tools/unpack-data.sh ARCHIVES TARGET: unpacks the Mizar and HolStep archives as their README
# describes, with the split lists beside them. Does nothing where TARGET is complete.
set -euo pipefail
archives=$1 target=$2
[ -e "$target/complete" ] && exit 0
mkdir -p "$target/mizar" "$target/holstep"
zstd -dq --long=30 -c "$archives/mizar/nndata-train-dev.tar.zst" | tar -xf - -C "$target/mizar"
zstd -dqf --long=30 "$archives/mizar/order.txt.zst" -o "$target/mizar/order.txt"
cp -f "$archives"/mizar/*.txt "$target/mizar/"
zstd -dq --long=30 -c "$archives/holstep/holstep-train.tar.zst" | tar -xf - -C "$target/holstep" --strip-components=1
cp -f "$archives"/holstep/*.txt "$target/holstep/"
touch "$target/complete"
