# Measures the editor in a separate terminal, and the time of undo. run.sh sources this file and defines its
# functions.

. "$here/terminal.sh"
paths=2000
filtered_places=50000

gpx="$work/library-$points.gpx"
if [ ! -f "$gpx" ]; then
  "$tools/generate" $((points * 2)) 20260711 library $paths $paths >"$gpx.new"
  mv "$gpx.new" "$gpx"
fi
"$program" --quiet --store "$scratch/library.store" import "$gpx" >/dev/null
expect "the library" "$scratch/library.store" \
  "SELECT (SELECT count(*) FROM Path) || ' ' || (SELECT count(*) FROM Waypoint)" \
  "$paths $((points * 2 / paths * paths + paths))"
"$tools/generate" $((paths * 2)) 20260712 library $paths $filtered_places >"$scratch/filter.gpx"
"$program" --quiet --store "$scratch/filter.store" import "$scratch/filter.gpx" >/dev/null
rm -f "$scratch/filter.gpx"

# The time from exec to the last byte of the first frame with rows of the list and dots of the map.
for ((run = 0; run < runs; run++)); do
  in_terminal "$scratch/library.store" <<'SCRIPT'
first first -walk-
SCRIPT
  shown first >>"$scratch/first.wall"
done
gate "editor, first frame with list and map" "$(wall first)" 150 ms

# The time from key to screen for a thousand mixed keys, after warming up. Escape is measured separately,
# because the editor waits 25 ms to see whether it begins an escape sequence.
for ((run = 0; run < runs; run++)); do
  in_terminal "$scratch/library.store" <<'SCRIPT'
size 120 40
first first -walk-
idle 1500
repeat 16
keys mixed gp j j \x04 k \x15 G k k gg \x20 \x20 v j j
keys escape \e \e
keys mixed 2 h l k j \e[1;2C \e[1;2D + + - - f F c \r
keys mixed 1 ] ] [ [ , l , n + -
keys mixed / L a k e - w \x7f \r
keys escape \e
keys mixed ? j j
keys escape \e
keys mixed : g o
keys escape \e
keys mixed 4 l l h > <
keys escape \e
keys mixed 1 \r j j k l
keys escape \e
end
key gl
key gp
shows walk-
times mixed mixed
times escape escape
SCRIPT
  shown mixed 2 >>"$scratch/mixed.wall"
  shown escape 2 >>"$scratch/escape.wall"
done
say "key to screen: median $(shown mixed 1) ms, maximum $(shown mixed 3) ms of $(shown mixed 4) keys;" \
  "$(shown mixed 5) keys drew nothing"
gate "key to screen, $paths paths, p99" "$(wall mixed)" 16 ms
gate "Escape to screen, with its wait of 25 ms, p99" "$(wall escape)" 41 ms

# Opens every path once. The editor leaves a path by the command `back`: a lone Escape and the next key could
# be read as one chord if a frame arrives in two parts.
in_terminal "$scratch/library.store" <<SCRIPT
first first -walk-
idle 1500
memory loaded
silence 1000
repeat $paths
key \\r
key :back\\r
keys down j
end
memory opened
times down down
SCRIPT
if [ "$(shown down 5)" -gt $((paths / 100)) ]; then
  say "the end of the list was not reached: $(shown down 5) keys drew nothing"
  exit 1
fi
say "memory of the editor: $(($(shown loaded) / 1024)) MB after loading the library"
gate "editor, peak after opening every path" \
  "$(awk -v k="$(shown opened)" 'BEGIN { printf "%.1f", k / 1024 }')" 250 MB
remove_store "$scratch/library.store"

# The time from key to screen while typing a filter over many items.
for ((run = 0; run < runs; run++)); do
  in_terminal "$scratch/filter.store" <<'SCRIPT'
until read -walk-
idle 1500
key ]
shows place-
key /
repeat 8
keys filter l a k e - p l a c e - 0 4
keys back \x7f \x7f \x7f \x7f \x7f \x7f \x7f \x7f \x7f \x7f \x7f \x7f \x7f
end
times filter filter
times back back
SCRIPT
  shown filter 2 >>"$scratch/filter.wall"
done
say "deleting a letter of the filter: $(shown back 2) ms, p99"
gate "filter keystroke, $filtered_places items, p99" "$(wall filter)" 30 ms
remove_store "$scratch/filter.store"

# Compares undo with the undone operation, for removed points and for changed points.
undo_of() { # NAME POINTS FILE VERB...
  local name=$1 count=$2 file=$3
  shift 3
  remove_store "$scratch/undo.store"
  "$program" --quiet --store "$scratch/undo.store" import "$file" >/dev/null
  for ((run = 0; run < runs; run++)); do
    timed "$name" "$program" --quiet --store "$scratch/undo.store" "$@"
    timed "$name-undo" "$program" --quiet --store "$scratch/undo.store" undo
    expect "undo of $name" "$scratch/undo.store" \
      "SELECT count(*) FROM Waypoint WHERE path IS NOT NULL" "$count"
  done
  say "$name of $count points: $(wall "$name") s; its undo: $(wall "$name-undo") s"
}
undo_of simplify "$points" "$track" simplify --tolerance 5 P1
gate "undo of simplify / simplify" "$(ratio "$(wall simplify-undo)" "$(wall simplify)")" 1.5 ''
undo_of shift "$points" "$track" times --shift 1h P1
gate "undo of times --shift / times --shift" "$(ratio "$(wall shift-undo)" "$(wall shift)")" 1.5 ''
"$program" --quiet --store "$scratch/undo.store" simplify --tolerance 5 P1 >/dev/null
in_terminal "$scratch/undo.store" <<'SCRIPT'
until read walk
idle 1500
key u
key y
until undone Undid
SCRIPT
say "undo of simplify in the editor, including reloading the points: $(seconds "$(shown undone)") s"
"$tools/generate" $((points / 10)) 20260711 >"$scratch/tenth.gpx"
undo_of "simplify of a tenth" $((points / 10)) "$scratch/tenth.gpx" simplify --tolerance 5 P1
gate "undo of simplify / simplify, $((points / 10)) points" \
  "$(ratio "$(wall 'simplify of a tenth-undo')" "$(wall 'simplify of a tenth')")" 1.5 ''
remove_store "$scratch/undo.store"
rm -f "$scratch/tenth.gpx"
