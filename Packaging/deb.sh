#!/usr/bin/env bash
# deb.sh PROGRAM FOLDER: packs the program and its files as a Debian package into a folder.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/build-facts.sh"
program=$1 folder=$2
maintainer="The Cartographer authors <cartographer@example.org>"

for tool in dpkg-deb dpkg-shlibdeps objcopy chrpath ar gzip xz; do
  command -v "$tool" >/dev/null || {
    echo "deb: missing $tool. Install it: apt-get install dpkg-dev binutils chrpath gzip xz-utils" >&2
    exit 1
  }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tree=$work/cartographer
documents=$tree/usr/share/doc/cartographer
"$root/Packaging/finish-program.sh" "$program" "$work/program"

quiet make -s -C "$root" install PROGRAM="$work/program" DESTDIR="$tree" PREFIX=/usr \
  ZSH_FOLDER=share/zsh/vendor-completions
gzip -9n "$tree"/usr/share/man/man1/cartographer.1
# The shell reads the completions as functions, so they need no interpreter line.
sed -i "1{/^#!/d}" "$tree/usr/share/bash-completion/completions/cartographer"
install -D -m 644 "$root/Packaging/copyright" "$documents/copyright"
install -m 644 "$root/README.md" "$documents/README.md"
ln -s ../../cartographer/sample "$documents/examples"
awk -v version="$package_version" -v maintainer="$maintainer" \
  -v date="$(LC_ALL=C date -u -R -d "@$SOURCE_DATE_EPOCH")" \
  -f "$root/Packaging/changelog.awk" "$root/docs/CHANGELOG.md" | gzip -9n > "$documents/changelog.gz"

# dpkg-shlibdeps needs a source package around the program.
mkdir -p "$work/debian" "$tree/DEBIAN"
printf 'Source: cartographer\n\nPackage: cartographer\nArchitecture: any\n' > "$work/debian/control"
depends=$(cd "$work" && dpkg-shlibdeps -O "$tree/usr/bin/cartographer" | sed -n 's/^shlibs:Depends=//p')
cat > "$tree/DEBIAN/control" <<CONTROL
Package: cartographer
Version: $package_version
Architecture: $(dpkg --print-architecture)
Maintainer: $maintainer
Installed-Size: $(du -k -s --apparent-size --exclude DEBIAN "$tree" | cut -f 1)
Depends: $depends
Recommends: man-db
Section: science
Priority: optional
Description: terminal editor for GPS places, paths and trips
 Cartographer keeps the places, routes and tracks of trips in a store, shows
 them in a terminal as lists, maps and elevation profiles, and edits them with
 undo, history and a trash. It imports and exports GPX files without loss.
 .
 All functions are also commands for scripts, with JSON output.
CONTROL
(cd "$tree" && find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum > DEBIAN/md5sums)
find "$tree" -print0 | xargs -0 touch -h -d "@$SOURCE_DATE_EPOCH"

mkdir -p "$folder"
package=$folder/cartographer_${package_version}_$(dpkg --print-architecture).deb
# dpkg-deb cannot compress with a filter, so its parts are compressed here.
dpkg-deb --root-owner-group -Znone --build "$tree" "$work/plain.deb" >/dev/null
(cd "$work" && ar x plain.deb && for part in control data; do pack < $part.tar > $part.tar.xz; done)
rm -f "$package"
ar rcD "$package" "$work"/debian-binary "$work"/control.tar.xz "$work"/data.tar.xz
echo "deb: built $package ($(du -h --apparent-size "$package" | cut -f 1)B)" >&2
