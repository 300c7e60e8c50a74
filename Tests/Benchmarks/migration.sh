# Measures the migration of a store. run.sh sources this file and defines its functions.

# Migrates a store from 1.0.0 to 2.0.0, by the stage of the migration plan and by SQL.
old="$stores/cartographer-1.0.0.store"
new="$stores/cartographer-2.0.0.store"
if [ -x "$library" ] && [ -f "$old" ] && [ -f "$new" ]; then
  cp "$old" "$scratch/large.store"
  cp "$new" "$scratch/wanted.store"
  chmod u+w "$scratch"/*.store
  "$tools/sql" "$scratch/large.store" "@$here/large_v1.sql" >/dev/null
  for ((run = 0; run < runs; run++)); do
    remove_store "$scratch/ours.store"
    cp "$scratch/large.store" "$scratch/ours.store"
    timed migrate "$library" migrate "$scratch/ours.store"
    remove_store "$scratch/theirs.store"
    rm -f "$scratch/theirs.copy"
    cp "$scratch/large.store" "$scratch/theirs.store"
    timed migrate-peer "$tools/migrate" "$scratch/theirs.store" "$scratch/wanted.store" \
      "$scratch/theirs.copy"
  done
  for store in ours theirs; do
    for link in $("$tools/sql" "$scratch/wanted.store" \
      "SELECT name FROM sqlite_schema WHERE name GLOB '_sd_link_*'"); do
      case $link in
        *.locations | Location.*) members=100000 ;;
        *) members=$("$tools/sql" "$scratch/large.store" \
          'SELECT count(*) FROM Path WHERE "group" IS NOT NULL') ;;
      esac
      expect "migration ($store, $link)" "$scratch/$store.store" \
        "SELECT count(*) FROM \"$link\"" "$members"
    done
  done
  say "migration of 1000000 waypoints: $(wall migrate) s; by SQL: $(wall migrate-peer) s"
  gate "migration 1.0.0 to 2.0.0 / handwritten SQL" \
    "$(ratio "$(wall migrate)" "$(wall migrate-peer)")" 3 ''
  gate "migration, peak memory" "$(peak_mebibytes migrate)" 300 MB
else
  say "migration: skipped, because $library or a store of 1.0.0 or 2.0.0 in $stores does not exist"
fi
