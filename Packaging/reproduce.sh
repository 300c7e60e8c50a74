#!/usr/bin/env bash
# reproduce.sh FOLDER: builds the checked-out commit again, in another folder and from nothing, and
# compares the packages with those in a folder.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/build-facts.sh"
folder=$(realpath "$1")
[ -z "$modified" ] || {
  echo "reproduce: files differ from the commit, so the commit cannot give the same packages" >&2
  exit 1
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
git clone -q --no-local "$root" "$work/cartographer"
git -C "$work/cartographer" checkout -q --detach "$(git -C "$root" rev-parse HEAD)"
make -C "$work/cartographer" deb tarball
code=0
for package in "$work"/cartographer/dist/*; do
  name=$(basename "$package")
  if cmp "$package" "$folder/$name"; then
    echo "reproduce: $name is the same" >&2
  else
    echo "reproduce: $name differs" >&2
    code=1
  fi
done
exit "$code"
