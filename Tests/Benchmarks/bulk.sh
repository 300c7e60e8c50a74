# Measures the export and import of whole libraries and edits of many items, in processor seconds. run.sh
# sources this file and defines its functions.

create_items
count="SELECT (SELECT count(*) FROM Path) || ' ' || (SELECT count(*) FROM Location) || ' '
  || (SELECT count(*) FROM Waypoint)"

# Exports the library to one file and imports that file into the same library. The import changes only the
# import record of the items.
for ((run = 0; run < runs; run++)); do
  timed bulk-export "$program" --quiet --store "$items" export --force -o "$scratch/bulk.gpx"
  timed bulk-rows "$tools/sql" "$items" "SELECT * FROM Location AS l JOIN Waypoint AS w
    ON w._sd_id = l.waypoint; SELECT * FROM Path; SELECT * FROM Waypoint WHERE path > 0 ORDER BY path"
  remove_store "$scratch/again.store"
  cp "$items" "$scratch/again.store"
  timed bulk-import "$program" --quiet --store "$scratch/again.store" import "$scratch/bulk.gpx"
  expect "import of the library's own export" "$scratch/again.store" "$count" \
    "$library_paths $library_places $((library_paths * 20 + library_places))"
done
say "export of $library_places places and $library_paths paths: $(cpu bulk-export) s; the rows by SQL:" \
  "$(cpu bulk-rows) s"
gate "export of the library" "$(cpu bulk-export)" 4 s
gate "import of the library's own export" "$(cpu bulk-import)" 12 s
rm -f "$scratch/bulk.gpx"
remove_store "$scratch/again.store"

# Splits a path, undoes the split, and joins the pieces again, for one and for four times the points and
# pieces.
for size in 10000 40000; do
  "$tools/generate" $size 7 library 1 1 >"$scratch/long.gpx"
  for ((run = 0; run < runs; run++)); do
    remove_store "$scratch/long.store"
    "$program" --quiet --store "$scratch/long.store" import "$scratch/long.gpx" >/dev/null
    timed "split-$size" "$program" --quiet --store "$scratch/long.store" split --every 100m P1
    pieces=$("$tools/sql" "$scratch/long.store" "SELECT count(*) FROM Path")
    # shellcheck disable=SC2046
    timed "join-$size" "$program" --quiet --store "$scratch/long.store" \
      join $(seq -f 'P%.0f' 1 "$pieces")
    timed "unjoin-$size" "$program" --quiet --store "$scratch/long.store" undo
    timed "unsplit-$size" "$program" --quiet --store "$scratch/long.store" undo
  done
  say "$size points: split into $pieces pieces $(cpu "split-$size") s, undone $(cpu "unsplit-$size") s;" \
    "joined $(cpu "join-$size") s, undone $(cpu "unjoin-$size") s"
done
for verb in split unsplit join unjoin; do
  gate "$verb: growth at four times the size" "$(ratio "$(cpu "$verb-40000")" "$(cpu "$verb-10000")")" 5 ''
done
rm -f "$scratch/long.gpx"
remove_store "$scratch/long.store"

# Compares commands with 1000 and with 8000 items.
store="$scratch/bulk.store"
cp "$items" "$store"
"$program" --quiet --store "$store" group create Many >/dev/null
for size in 1000 8000; do
  ids=$(seq -f 'L%.0f' 1 $size)
  for ((run = 0; run < runs; run++)); do
    # shellcheck disable=SC2086
    for verb in "group add Many" "group remove Many" "duplicate" "delete" "trash restore"; do
      timed "$verb-$size" "$program" --quiet --store "$store" $verb $ids
    done
  done
done
for verb in "group add Many" "group remove Many" "duplicate" "delete" "trash restore"; do
  say "$verb: 1000 items $(cpu "$verb-1000") s, 8000 items $(cpu "$verb-8000") s"
  gate "$verb: growth at eight times the items" "$(ratio "$(cpu "$verb-8000")" "$(cpu "$verb-1000")")" 10 ''
done
remove_store "$store"
