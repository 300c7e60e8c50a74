# Measures the SwiftData library. run.sh sources this file and defines its functions.

# numbers NAME PROGRAM [ARGUMENT...]: appends the numbers that a run prints to NAME.wall, NAME.second and
# NAME.third.
numbers() {
  local name=$1 first second third
  shift
  if ! "$@" >"$scratch/output" 2>&1; then
    say "$name ended with an error: $*"
    cat "$scratch/output" >&2
    exit 1
  fi
  read -r first second third <"$scratch/output"
  echo "$first" >>"$scratch/$name.wall"
  echo "${second:-0}" >>"$scratch/$name.second"
  echo "${third:-0}" >>"$scratch/$name.third"
}

second() { median <"$scratch/$1.second"; }
third() { median <"$scratch/$1.third"; }

if [ ! -x "$library" ]; then
  say "the library: skipped, because $library does not exist"
  return 0
fi

"$library" make "$scratch/empty.store" 0
"$library" make "$scratch/full.store" "$points"
"$library" make "$scratch/path.store" 10000

# Fetches an object for every row, compared with GRDB's records of the same rows in the same file.
for ((run = 0; run < runs; run++)); do
  for peer in models classes codable; do
    numbers "fetch-$peer" "$library" fetch "$scratch/full.store" "$peer"
  done
done
say "fetch of $points objects: $(wall fetch-models) s; GRDB, handwritten classes: $(wall fetch-classes)" \
  "s; GRDB, Codable: $(wall fetch-codable) s"
gate "fetch / GRDB, handwritten classes" "$(ratio "$(wall fetch-models)" "$(wall fetch-classes)")" 3 ''
gate "fetch / GRDB, Codable" "$(ratio "$(wall fetch-models)" "$(wall fetch-codable)")" 1 ''
say "an object with $(third fetch-models) bytes of fields takes $(second fetch-models) bytes;" \
  "GRDB, handwritten classes: $(second fetch-classes) bytes"
gate "an object's memory beyond its fields" \
  "$(awk -v a="$(second fetch-models)" -v b="$(third fetch-models)" 'BEGIN { print a - b }')" 150 B

# Inserts 100 000 new objects, compared with handwritten GRDB records.
for ((run = 0; run < runs; run++)); do
  remove_store "$scratch/ours.store"
  remove_store "$scratch/theirs.store"
  cp "$scratch/empty.store" "$scratch/ours.store"
  cp "$scratch/empty.store" "$scratch/theirs.store"
  numbers insert "$library" insert "$scratch/ours.store" 100000
  numbers insert-records "$library" insert-records "$scratch/theirs.store" 100000
done
for store in ours theirs; do
  expect "insert ($store)" "$scratch/$store.store" "SELECT count(*) FROM Waypoint" 100000
done
say "insert of 100000 objects: $(wall insert) s; GRDB's records: $(wall insert-records) s"
gate "insert and save / GRDB's records" "$(ratio "$(wall insert)" "$(wall insert-records)")" 2 ''

# Appends rows given as columns, compared with the same statement in C.
for ((run = 0; run < runs; run++)); do
  remove_store "$scratch/ours.store"
  remove_store "$scratch/theirs.store"
  cp "$scratch/empty.store" "$scratch/ours.store"
  cp "$scratch/empty.store" "$scratch/theirs.store"
  numbers append "$library" append "$scratch/ours.store" "$points"
  numbers append-peer "$tools/append" "$scratch/theirs.store" "$points"
done
sum="SELECT count(*) || ' ' || sum(latitude) || ' ' || count(elevation) || ' ' || sum(\"index\")
  FROM Waypoint"
expect "append" "$scratch/ours.store" "$sum" "$("$tools/sql" "$scratch/theirs.store" "$sum")"
say "append of $points rows: $(wall append) s; in C: $(wall append-peer) s"
gate "bulk append / the C program" "$(ratio "$(wall append)" "$(wall append-peer)")" 1.3 ''

# Measures opening a store, and the first read of a relationship.
for ((run = 0; run < runs; run++)); do
  numbers open "$library" open "$scratch/full.store" 50
  numbers fault "$library" fault "$scratch/path.store"
done
say "opening a store of the latest version: $(wall open) ms; GRDB alone: $(second open) ms"
gate "opening beyond GRDB alone" \
  "$(awk -v a="$(wall open)" -v b="$(second open)" 'BEGIN { print a - b }')" 10 ms
say "first read of a to-many relationship of 10000 objects: $(second fault) ms"
gate "queries for the first read" "$(wall fault)" 1 ''

# Work of ten times the size must not take quadratic time. An append compares object addresses, which adds a
# small quadratic part.
for growth in cascade append insert end; do
  for ((run = 0; run < runs; run++)); do numbers "grow-$growth" "$library" grow "$growth" 1000; done
  say "$growth of 1000: $(wall "grow-$growth") ms; of 10000: $(second "grow-$growth") ms"
  gate "$growth: growth at ten times the size" \
    "$(ratio "$(second "grow-$growth")" "$(wall "grow-$growth")")" "$([ "$growth" = append ] && echo 25 || echo 16)" ''
done
for store in ours theirs empty full path; do remove_store "$scratch/$store.store"; done
