# Measures read-only commands and the editor on a large library, in processor seconds. run.sh sources this
# file and defines its functions.
#
# The floor of a command is a handwritten SQL statement that reads the same rows, run by a C program.

. "$here/terminal.sh"
create_items
readers="$scratch/readers.store"
cp "$items" "$readers"

# reader NAME TARGET ARGUMENT...: measures a command on the large library against a target in seconds.
reader() {
  local name=$1 target=$2
  shift 2
  for ((run = 0; run < runs; run++)); do
    timed "reader $name" "$program" --store "$readers" "$@"
  done
  gate "$name, $library_places places, $library_paths paths" "$(cpu "reader $name")" "$target" s
}

# floor NAME SQL: measures the time to read only the rows.
floor() {
  for ((run = 0; run < runs; run++)); do
    timed "floor $1" "$tools/sql" "$readers" "$2"
  done
  say "$1: $(cpu "reader $1") s; the rows by SQL: $(cpu "floor $1") s"
}

reader list 0.8 list
place_rows="SELECT l._sd_id, l.name, l.notes, w.latitude, w.longitude, w.elevation FROM Location AS l
  JOIN Waypoint AS w ON w._sd_id = l.waypoint"
point_rows="SELECT path, \"index\", segment, latitude, longitude FROM Waypoint WHERE path > 0 ORDER BY path"
floor list "$place_rows; $point_rows"
reader "list --json" 1 list --json
reader "list of a word" 0.3 list places place-5000
reader "show of a place" 0.05 show L5
reader "show of a path" 0.05 show P7
reader "show by name" 0.15 show Ridge-place-00077
reader "edit of a place" 0.05 edit L5 --notes changed
reader stats 2 stats
floor stats "$point_rows"
reader near 0.3 near 45.98 6.89
reader map 1 map
reader log 0.1 log
reader "imports" 0.2 imports
reader "trash list" 0.1 trash list

# Eight times the arguments must not take much more than eight times as long.
for count in 1000 8000; do
  ids=$(seq -f 'L%.0f' 1 "$count")
  for ((run = 0; run < runs; run++)); do
    # shellcheck disable=SC2086
    timed "arguments-$count" "$program" --quiet --store "$readers" \
      edit $ids --notes "changed $run" --dry-run
  done
done
say "edit of 1000 places: $(cpu arguments-1000) s; of 8000: $(cpu arguments-8000) s"
gate "8000 arguments / 1000 arguments" "$(ratio "$(cpu arguments-8000)" "$(cpu arguments-1000)")" 10 ''

# The editor's first frame with the list and all paths on the map, and the frame after a change.
if [ -x "$bench" ]; then
  for ((run = 0; run < runs; run++)); do
    "$bench" start "$readers" >>"$scratch/readers-start"
    "$bench" edit "$readers" >>"$scratch/readers-edit"
  done
  gate "editor, list and map of all paths" "$(median <"$scratch/readers-start")" 1000 ms
  gate "editor, from a change to its frame" "$(median <"$scratch/readers-edit")" 50 ms
else
  say "the editor on the large library: skipped, because $bench does not exist"
fi

# Moves the cursor in a list of ordinary names, and in a list with a name of 100 000 characters.
moves() { # NAME TEXT
  in_terminal "$readers" <<SCRIPT
until read $2
idle 1500
repeat 20
keys move j k
end
times move move
SCRIPT
  shown move >"$scratch/moves-$1"
}
moves short -walk-
"$program" --quiet --store "$readers" edit P1 \
  --name "0$(head -c 100000 /dev/zero | tr '\0' x)" >/dev/null
moves long xxx
say "key to screen: $(cat "$scratch/moves-short") ms; with a name of 100000 characters:" \
  "$(cat "$scratch/moves-long") ms"
gate "keys with a name of 100000 characters / others" \
  "$(ratio "$(cat "$scratch/moves-long")" "$(cat "$scratch/moves-short")")" 1.5 ''
remove_store "$readers"
