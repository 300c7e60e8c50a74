# Converts docs/CHANGELOG.md to Debian's changelog format.
# Variables: version (of the package), maintainer, date (of the commit).

# Prints an item of a list, wrapped at 78 columns.
function flush_item(    words, count, line, i) {
  if (item == "") return
  gsub(/\*\*|`/, "", item)
  count = split(item, words, /[ \t]+/)
  line = mark
  for (i = 1; i <= count; i++) {
    if (words[i] == "") continue
    if (length(line) + 1 + length(words[i]) > 78) {
      print line
      line = indent
    }
    line = line (line == indent ? "" : " ") words[i]
  }
  print line
  item = ""
}

function end_section() {
  flush_item()
  if (name != "") printf "\n -- %s  %s\n\n", maintainer, date
}

/^## / {
  end_section()
  name = $2
  # The newest section describes this package, also before the release.
  printf "cartographer (%s) unstable; urgency=medium\n\n", (++sections == 1 ? version : name)
  next
}
name == "" { next }
/^- / { flush_item(); mark = "  *"; indent = "    "; item = substr($0, 3); next }
/^  - / { flush_item(); mark = "    -"; indent = "      "; item = substr($0, 5); next }
/^ +[^ ]/ && item != "" { item = item " " $0; next }
{ flush_item() }
END { end_section() }
