#!/usr/bin/env bash
# check-release.sh: refuses a release from changed files, with an earlier date in the changelog, or from a commit
# without its tag.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/build-facts.sh"

refuse() {
  printf 'release: %s\n' "$@" >&2
  exit 1
}
if [ -n "$modified" ]; then
  git -C "$root" status --short >&2
  refuse "these files differ from the commit. Commit or remove them, then run make release again."
fi
if ! grep -qE "^## $version — [0-9]{4}-[0-9]{2}-[0-9]{2}\$" "$root/docs/CHANGELOG.md"; then
  refuse "docs/CHANGELOG.md has no heading of this release: ## $version — $(date -u +%F)" \
    "The version number comes from Sources/cartographer/ProgramVersion.swift."
fi
date=$(sed -nE "s/^## $version — ([0-9-]+)\$/\1/p" "$root/docs/CHANGELOG.md" | head -n 1)
day=$(git -C "$root" log -1 --format=%cs)
if [[ $date < $day ]]; then
  refuse "docs/CHANGELOG.md dates version $version $date, but the commit is of $day. Correct the heading:" \
    "  ## $version — $day"
fi
if ! git -C "$root" tag --points-at HEAD | grep -qx "v$version"; then
  refuse "the commit has no tag v$version. Tag the commit of the release:" \
    "  git tag -a v$version -m 'Cartographer $version'"
fi
