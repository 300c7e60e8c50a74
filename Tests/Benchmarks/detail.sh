# Measures the editor on a store of ten million points in 10 000 paths with 100 000 places. run.sh sources this
# file and defines its functions.

. "$here/terminal.sh"
many_paths=10000
many_points=$((points * 10 / many_paths * many_paths))
many_places=100000
many="$scratch/many.store"

"$tools/generate" $many_points 20260713 library $many_paths $many_places |
  "$program" --quiet --store "$many" import - >/dev/null
expect "the library of many points" "$many" \
  "SELECT (SELECT count(*) FROM Path) || ' ' || (SELECT count(*) FROM Waypoint) || ' '
    || (SELECT count(*) FROM PathDetail)" \
  "$many_paths $((many_points + many_places)) $many_paths"
cp "$many" "$scratch/rows.store"
"$tools/sql" "$scratch/rows.store" "DELETE FROM PathDetail; DELETE FROM PathChunk; VACUUM" >/dev/null
gate "store with levels of detail / the rows alone" \
  "$(ratio "$(stat -c %s "$many")" "$(stat -c %s "$scratch/rows.store")")" 1.25 ''
remove_store "$scratch/rows.store"

for ((run = 0; run < runs; run++)); do
  in_terminal "$many" <<'SCRIPT'
size 200 60
first first -walk-
SCRIPT
  shown first >>"$scratch/many-first.wall"
done
gate "10M points, first frame" "$(wall many-first)" 150 ms

# A search near a position reads the points of the nearest paths only.
for ((run = 0; run < runs; run++)); do
  timed many-near "$program" --store "$many" near 45.98 6.89
done
gate "10M points, near" "$(cpu many-near)" 0.5 s

# Each round zooms in at another place and pans across the paths there: the first time, the chunks of the
# paths are not in memory; the second time, they are. Then it shows everything and marks the items in a box. Escape
# leaves the map, and removes the marks in the list.
for ((run = 0; run < runs; run++)); do
  in_terminal "$many" <<'SCRIPT'
size 200 60
first first -walk-
idle 2500
key 2
key F
repeat 12
keys all F
keys cold + + + + + + + + + +
keys cold \e[1;2C \e[1;2B \e[1;2C \e[1;2B \e[1;2D
keys warm \e[1;2A \e[1;2B \e[1;2D \e[1;2C \e[1;2A
keys pan l l k k h h j j
keys cold - - - -
keys warm + + - -
keys box v l l j j \r
key \e
key \e
key 2
key F
key \e[1;2C
keys cold + + + + + \e[1;2D
end
memory panned
times all all
times cold cold
times warm warm
times box box
times pan pan
SCRIPT
  for name in all cold warm box; do shown $name 2 >>"$scratch/many-$name.wall"; done
  shown pan 6 >>"$scratch/many-pan.wall"
  shown panned >>"$scratch/many-panned.wall"
done
say "10M points, cold: median $(shown cold 1) ms of $(shown cold 4) keys, $(shown cold 5) drew nothing;" \
  "warm: median $(shown warm 1) ms of $(shown warm 4) keys"
gate "10M points, show everything, p99" "$(wall many-all)" 16 ms
gate "10M points, pan and zoom, cold, p99" "$(wall many-cold)" 60 ms
gate "10M points, pan and zoom, warm, p99" "$(wall many-warm)" 16 ms
gate "10M points, box, p99" "$(wall many-box)" 16 ms
gate "10M points, bytes of a pan" "$(wall many-pan)" 4096 B
gate "10M points, peak memory" "$(awk -v k="$(wall many-panned)" 'BEGIN { printf "%.1f", k / 1024 }')" 250 MB

# The time from a key that deletes a point of a path to the frame that shows the change. Only the first deletion must
# be confirmed.
for ((run = 0; run < runs; run++)); do
  in_terminal "$many" <<'SCRIPT'
size 200 60
first first -walk-
idle 2500
key \r
key x
key y
idle 500
repeat 20
keys edit x
end
times edit edit
SCRIPT
  shown edit 1 >>"$scratch/many-edit.wall"
done
gate "10M points, frame after an edit of a path" "$(wall many-edit)" 50 ms
remove_store "$many"
