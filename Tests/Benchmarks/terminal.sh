# Functions that run the editor in a separate terminal. editor.sh and readers.sh source this file.

# in_terminal STORE: runs the editor on a store, with the `screen` script on standard input.
in_terminal() {
  cat >"$scratch/script"
  rm -rf "$scratch/home"
  if ! env -u NO_COLOR -u COLORTERM XDG_STATE_HOME="$scratch/home/state" \
    XDG_CONFIG_HOME="$scratch/home/config" \
    "$tools/screen" "$scratch/script" "$program" --store "$1" >"$scratch/screen" 2>"$scratch/output"
  then
    say "the editor in a terminal failed, with this output:"
    tail -c 2000 "$scratch/output" >&2
    exit 1
  fi
}

# shown LABEL [FIELD]: prints a number from the output of in_terminal, by default the first of the label.
shown() { awk -v label="$1" -v field="${2:-1}" '$1 == label { print $(field + 1) }' "$scratch/screen"; }

seconds() { awk -v m="$1" 'BEGIN { printf "%.2f", m / 1000 }'; }
