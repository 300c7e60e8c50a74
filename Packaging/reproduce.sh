#!/usr/bin/env bash
# reproduce.sh FOLDER BUILD: builds the checked-out commit again, from another clone and from nothing,
# in the build folder of releases, and compares the packages with those in a folder. Packages that
# differ are kept in the folder `different` in it.
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
rm -rf "$2" "$folder/different"
make -C "$work/cartographer" deb tarball RELEASE="$2"
code=0
for package in "$work"/cartographer/dist/*; do
  name=$(basename "$package")
  if cmp "$package" "$folder/$name"; then
    echo "reproduce: $name is the same" >&2
  else
    echo "reproduce: $name differs" >&2
    mkdir -p "$folder/different"
    mv "$package" "$folder/different/"
    code=1
  fi
done
exit "$code"
