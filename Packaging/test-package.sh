#!/usr/bin/env bash
# test-package.sh FOLDER: installs, uses and removes the packages in a folder: the Debian package in
# a minimal Debian system, and the tar file in a system that has no libraries but libc and libgcc_s.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/build-facts.sh"
folder=$1

fail() {
  echo "test-package: $*" >&2
  exit 1
}
[ "$(id -u)" -eq 0 ] || fail "the test makes clean systems with chroot, so run it as root"
for tool in mmdebstrap lintian tmux unshare dpkg-deb; do
  command -v "$tool" >/dev/null \
    || fail "missing $tool: apt-get install mmdebstrap lintian tmux util-linux dpkg"
done
deb=$(ls "$folder"/cartographer_"$package_version"_*.deb) || fail "run make deb first"
tarball=$(ls "$folder"/cartographer-"$package_version"-linux-*.tar.xz) || fail "run make tarball first"

lintian --allow-root --fail-on error "$deb" >&2 || fail "lintian found errors in $deb"
for package in "$deb" "$tarball"; do
  [ "$(stat -c %s "$package")" -le 28000000 ] || fail "$package has more than 28 MB"
done
[ "$(stat -c %s "$deb")" -le 25000000 ] || fail "$deb has more than 25 MB"

work=$(mktemp -d)
screen() { tmux -L "package-test-$$" -f /dev/null "$@"; }
cleanup() {
  screen kill-server 2>/dev/null || true
  rm -rf "$work"
}
trap cleanup EXIT
environment=(env -i HOME=/home/tester PATH=/home/tester/.local/bin:/usr/bin:/bin:/usr/sbin:/sbin
  LANG=C.UTF-8 TERM=xterm-256color DEBIAN_FRONTEND=noninteractive)

# Runs a command in the system in the folder $1, as root or as an ordinary user.
as_root() {
  local system=$1
  shift
  unshare --mount --pid --fork --root="$system" --mount-proc --wd=/ "${environment[@]}" "$@"
}
as_user() {
  local system=$1
  shift
  unshare --mount --pid --fork --root="$system" --mount-proc --wd=/home/tester \
    --setuid 1000 --setgid 1000 "${environment[@]}" "$@"
}

expect() { # text, command: the output of the command contains the text
  local text=$1 output
  shift
  output=$("$@" 2>&1) || fail "failed: $*"$'\n'"$output"
  grep -qF -- "$text" <<< "$output" || fail "\"$text\" is not in the output of $*:"$'\n'"$output"
}

# Runs apt-get in the Debian system. Its messages are shown only if it fails.
apt_get() {
  local output
  output=$(as_root "$debian" apt-get -y -qq "$@" 2>&1) || fail "apt-get $* failed:"$'\n'"$output"
}

# Uses the program that is installed in the system $1, with the sample trip in the folder $2.
use() {
  local system=$1 sample=$2
  expect "$version" as_user "$system" cartographer --version
  expect "Commit: $commit" as_user "$system" cartographer --version
  expect "plan.gpx" as_user "$system" sh -c "cartographer import $sample/*.gpx --group Alps"
  expect "Day 1" as_user "$system" cartographer list
  expect "Alps" as_user "$system" cartographer list groups
  expect "Ptarmigan" as_user "$system" cartographer map --size 80x24
  expect "Wrote 26 places" as_user "$system" cartographer export -o copy.gpx
  expect "<gpx" as_user "$system" cat copy.gpx
  expect "Getting started" as_user "$system" cartographer manual

  screen new-session -d -x 100 -y 30 unshare --mount --pid --fork --root="$system" --mount-proc \
    --wd=/home/tester --setuid 1000 --setgid 1000 "${environment[@]}" \
    sh -c 'cartographer; echo "ended $?"; sleep 60'
  local text
  for text in "Day 1" "ended 0"; do
    local tries=0
    until screen capture-pane -p | grep -qF "$text"; do
      tries=$((tries + 1))
      [ "$tries" -lt 200 ] || fail "the editor did not show \"$text\":"$'\n'"$(screen capture-pane -p)"
      sleep 0.1
    done
    screen send-keys q
  done
  screen kill-server
}

# Lists the files of the system $1 that are not caches, logs or the user's own.
files() {
  (cd "$1" && find . -xdev \( -path ./proc -o -path ./sys -o -path ./home -o -path ./tmp -o \
    -path ./var/cache -o -path ./var/log -o -path ./var/lib/apt -o -path ./var/lib/dpkg \) -prune \
    -o -print | LC_ALL=C sort)
}

add_user() {
  mkdir -p "$1/home/tester" "$1/tmp"
  chown 1000:1000 "$1/home/tester"
  chmod 1777 "$1/tmp"
}

debian=$work/debian
release=$(. /etc/os-release && echo "$VERSION_CODENAME")
echo "test-package: making a minimal Debian $release" >&2
mmdebstrap --quiet --variant=minbase "$release" "$debian"
add_user "$debian"
cp -L /etc/resolv.conf "$debian/etc/resolv.conf"
files "$debian" > "$work/before"
cp "$deb" "$debian/tmp/cartographer.deb"
apt_get update
apt_get install --no-install-recommends /tmp/cartographer.deb
use "$debian" /usr/share/doc/cartographer/examples
for file in share/man/man1/cartographer.1.gz share/bash-completion/completions/cartographer \
  share/zsh/vendor-completions/_cartographer share/fish/vendor_completions.d/cartographer.fish \
  share/doc/cartographer/copyright share/doc/cartographer/changelog.gz; do
  [ -s "$debian/usr/$file" ] || fail "/usr/$file is missing or empty"
done
as_root "$debian" bash -n /usr/share/bash-completion/completions/cartographer
expect "cartographer" as_root "$debian" sh -c "dpkg -V cartographer && dpkg -s cartographer"
apt_get purge cartographer
apt_get autoremove --purge
files "$debian" > "$work/after"
diff "$work/before" "$work/after" >&2 || fail "these files were left behind or lost"
[ -s "$debian/home/tester/.local/share/cartographer/default.store" ] \
  || fail "removing the package removed the user's store"
echo "test-package: the Debian package was installed, used and removed" >&2

bare=$work/bare
echo "test-package: making a system with only the C library" >&2
mkdir -p "$bare" "$work/packages"
chmod 755 "$work" "$work/packages"
(cd "$work/packages" && apt-get download -qq libc6 libgcc-s1 ncurses-base busybox-static >/dev/null 2>&1) \
  || fail "apt-get cannot download libc6, libgcc-s1, ncurses-base and busybox-static; run apt-get update first"
for package in "$work"/packages/*.deb; do dpkg-deb -x "$package" "$bare"; done
mkdir -p "$bare/proc" "$bare/usr/bin"
for tool in $("$bare/bin/busybox" --list | grep -vx busybox); do ln -s busybox "$bare/bin/$tool"; done
add_user "$bare"
mkdir "$bare/home/tester/unpacked"
tar -xf "$tarball" -C "$bare/home/tester/unpacked" --strip-components=1
chown -R 1000:1000 "$bare/home/tester"
found=$(find "$bare" -name 'lib*.so*' | grep -E 'stdc|sqlite|ncurses|tinfo|expat|archive|crypto|libz' || true)
[ -z "$found" ] || fail "the system with only the C library contains $found"
expect "Installed Cartographer in /home/tester/.local" as_user "$bare" unpacked/install.sh
use "$bare" /home/tester/.local/share/cartographer/sample
for file in share/man/man1/cartographer.1 share/bash-completion/completions/cartographer \
  share/zsh/site-functions/_cartographer share/fish/vendor_completions.d/cartographer.fish; do
  [ -s "$bare/home/tester/.local/$file" ] || fail "~/.local/$file is missing or empty"
done
expect "Removed Cartographer" as_user "$bare" unpacked/install.sh --uninstall
left=$(find "$bare/home/tester/.local" -type f ! -path '*/.local/share/cartographer/default.store*' \
  ! -path '*/.local/state/*')
[ -z "$left" ] || fail "install.sh --uninstall left $left"
[ -s "$bare/home/tester/.local/share/cartographer/default.store" ] \
  || fail "install.sh --uninstall removed the user's store"
echo "test-package: the tar file was installed, used and removed on a system without libraries" >&2
