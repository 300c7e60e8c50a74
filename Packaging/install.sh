#!/bin/sh
# Installs Cartographer from this folder, by default into ~/.local:
#   ./install.sh              install
#   ./install.sh --uninstall  remove the installed files; your data stay
#   PREFIX=/opt/cartographer ./install.sh
set -eu

here=$(cd "$(dirname "$0")" && pwd)
prefix=${PREFIX:-${HOME:?install.sh needs HOME or PREFIX}/.local}
action=install
case ${1:-} in
  '') ;;
  --uninstall) action=remove ;;
  *)
    echo "Usage: [PREFIX=FOLDER] $0 [--uninstall]" >&2
    exit 64
    ;;
esac

# The files to install are all files in the folders bin and share.
cd "$here"
find bin share -type f | while IFS= read -r file; do
  if [ "$action" = install ]; then
    mkdir -p "$prefix/$(dirname "$file")"
    # A running program keeps its old file.
    cp "$file" "$prefix/$file.new"
    mv "$prefix/$file.new" "$prefix/$file"
  else
    rm -f "$prefix/$file"
  fi
done

if [ "$action" = remove ]; then
  # Folders that others use are not empty and stay.
  find bin share -depth -type d | while IFS= read -r folder; do
    rmdir "$prefix/$folder" 2>/dev/null || true
  done
  echo "Removed Cartographer from $prefix. Your trips are still in ${XDG_DATA_HOME:-$HOME/.local/share}/cartographer."
  exit 0
fi

"$prefix/bin/cartographer" --version
echo "Installed Cartographer in $prefix. To remove it: $here/install.sh --uninstall"
case :$PATH: in
  *:"$prefix/bin":*) ;;
  *) echo "Add $prefix/bin to PATH: export PATH=\"$prefix/bin:\$PATH\"" ;;
esac
