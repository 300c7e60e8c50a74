#!/usr/bin/env bash
# check-dependencies.sh BUILD: checks that a build folder contains the sources of the Swift packages
# that dependencies.txt lists, unchanged.
#
# The digests of folders replace Package.resolved, whose digests of commits differ between a
# repository and a mirror with the same files.
set -euo pipefail
list=$(dirname "${BASH_SOURCE[0]}")/dependencies.txt
code=0
while read -r name version folder digest; do
  checkout=$1/checkouts/$name
  found=$(git -C "$checkout" rev-parse -q --verify "HEAD:$folder" 2>/dev/null || echo none)
  if [ "$found" != "$digest" ] || [ -n "$(git -C "$checkout" status --porcelain)" ]; then
    echo "check-dependencies: $checkout is not $name $version: its folder $folder differs." >&2
    echo "  Delete $1 and Package.resolved, and build again. For a new version of the package," >&2
    echo "  change Package.swift and Packaging/dependencies.txt." >&2
    code=1
  fi
done < <(grep -v '^#' "$list")
exit "$code"
