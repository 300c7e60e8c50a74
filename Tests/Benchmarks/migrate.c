// The peer of a migration from version 1.0.0, which does the same work by handwritten SQL.
//
//   migrate STORE REFERENCE BACKUP
//
// REFERENCE is a store of the target version, whose tables, indexes and triggers STORE gets. A table with a
// different declaration is rebuilt; an unchanged table is left alone. The single group of a location or path
// becomes a row of the link table. As in a migration of the library, a verified backup comes first. Then one
// exclusive transaction runs with foreign keys off, and the store is checked before the commit.
#include "sqlite_check.h"

#include <fcntl.h>
#include <unistd.h>

static sqlite3 *database;

static char *formatted_text(const char *format, const char *argument) {
  char *sql = sqlite3_mprintf(format, argument);
  char *result = text(database, sql);
  sqlite3_free(sql);
  return result;
}

static void run_formatted(const char *format, const char *first, const char *second) {
  char *sql = sqlite3_mprintf(format, first, second);
  run(database, sql);
  sqlite3_free(sql);
}

// Runs `body` for the two columns of each row of a query, after all rows were read.
static void for_each_row(const char *sql, void (*body)(const char *, const char *)) {
  char **rows;
  int count, width;
  if (sqlite3_get_table(database, sql, &rows, &count, &width, NULL) != SQLITE_OK)
    fail(database, sql);
  for (int row = 1; row <= count; row++) body(rows[row * width], rows[row * width + 1]);
  sqlite3_free_table(rows);
}

static void back_up(const char *path) {
  run_formatted("VACUUM main INTO %Q", path, NULL);
  sqlite3 *copy;
  if (sqlite3_open(path, &copy) != SQLITE_OK) fail(copy, path);
  char *verdict = text(copy, "PRAGMA quick_check");
  if (!verdict || strcmp(verdict, "ok") != 0) {
    fprintf(stderr, "%s: %s\n", path, verdict);
    exit(1);
  }
  free(verdict);
  sqlite3_close(copy);
  int file = open(path, O_RDONLY);
  if (file < 0 || fsync(file) != 0) {
    perror(path);
    exit(1);
  }
  close(file);
}

static void drop(const char *name, const char *type) {
  run_formatted("DROP %s main.\"%w\"", type, name);
}

static void create(const char *sql, const char *name) {
  (void)name;
  run(database, sql);
}

// Fills a link table from the single group of each member.
static void link_members(const char *table, const char *unused) {
  (void)unused;
  char *first = formatted_text(
      "SELECT \"table\" FROM pragma_foreign_key_list(%Q) WHERE \"from\" = 'a'", table);
  char *second = formatted_text(
      "SELECT \"table\" FROM pragma_foreign_key_list(%Q) WHERE \"from\" = 'b'", table);
  int group_first = strcmp(first, "AnnotationGroup") == 0;
  char *sql = sqlite3_mprintf(
      "INSERT INTO main.\"%w\" (%s) SELECT \"group\", _sd_id FROM main.\"%w\""
      " WHERE \"group\" IS NOT NULL ORDER BY 1, 2",
      table, group_first ? "a, b" : "b, a", group_first ? second : first);
  run(database, sql);
  sqlite3_free(sql);
  free(first);
  free(second);
}

// Rebuilds a table with the declaration `sql`. A new column gets NULL, an empty text or 0.
static void rebuild(const char *table, const char *sql) {
  char *columns = formatted_text(
      "SELECT group_concat('\"' || name || '\"', ', ') FROM pragma_table_info(%Q, 'reference')",
      table);
  char *values_query = sqlite3_mprintf(
      "SELECT group_concat(CASE WHEN old.name IS NOT NULL THEN '\"' || new.name || '\"'"
      " WHEN new.\"notnull\" = 0 THEN 'NULL' WHEN new.type = 'TEXT' THEN quote('')"
      " ELSE '0' END, ', ')"
      " FROM pragma_table_info(%Q, 'reference') new"
      " LEFT JOIN pragma_table_info(%Q, 'main') old ON old.name = new.name",
      table, table);
  char *values = text(database, values_query);
  char *quoted = sqlite3_mprintf("\"%w\"", table);
  const char *declaration = strstr(sql, quoted);
  if (!declaration) {
    fprintf(stderr, "cannot read the declaration of %s\n", table);
    exit(1);
  }
  run_formatted("CREATE TABLE main.\"new %w\" %s", table, declaration + strlen(quoted));
  char *copy = sqlite3_mprintf(
      "INSERT INTO main.\"new %w\" (%s) SELECT %s FROM main.\"%w\"", table, columns, values, table);
  run(database, copy);
  drop(table, "TABLE");
  run_formatted("ALTER TABLE main.\"new %w\" RENAME TO \"%w\"", table, table);
  sqlite3_free(copy);
  sqlite3_free(quoted);
  sqlite3_free(values_query);
  free(columns);
  free(values);
}

static void migrate(void) {
  run(database, "PRAGMA foreign_keys = OFF; PRAGMA synchronous = FULL; BEGIN EXCLUSIVE");
  for_each_row("SELECT name, 'TRIGGER' FROM main.sqlite_schema WHERE type = 'trigger'", drop);
  for_each_row("SELECT name, 'TABLE' FROM main.sqlite_schema WHERE type = 'table'"
               " AND (name GLOB '_sd_j_*' OR name GLOB '_sd_jl_*')", drop);
  // An R*Tree, whose root page is 0, creates its own tables.
  for_each_row("SELECT sql, name FROM reference.sqlite_schema WHERE type = 'table'"
               " AND name NOT GLOB 'sqlite_*'"
               " AND NOT (name GLOB '_sd_rtree_*' AND rootpage <> 0)"
               " AND name NOT IN (SELECT name FROM main.sqlite_schema)", create);
  for_each_row("SELECT name, '' FROM main.sqlite_schema WHERE name GLOB '_sd_link_*'",
               link_members);
  for_each_row("SELECT name, new.sql FROM main.sqlite_schema old"
               " JOIN reference.sqlite_schema new USING (type, name)"
               " WHERE type = 'table' AND old.sql <> new.sql", rebuild);
  for_each_row("SELECT sql, name FROM reference.sqlite_schema WHERE type IN ('index', 'trigger')"
               " AND sql IS NOT NULL"
               " AND name NOT IN (SELECT name FROM main.sqlite_schema)", create);
  run(database,
      "INSERT OR IGNORE INTO main._sd_key SELECT entity, 1 FROM reference._sd_key;"
      " INSERT OR REPLACE INTO main._sd_meta SELECT * FROM reference._sd_meta"
      " WHERE name IN ('schema', 'version')");
  char *orphan = text(database, "PRAGMA main.foreign_key_check");
  char *verdict = text(database, "PRAGMA main.quick_check");
  if (orphan || !verdict || strcmp(verdict, "ok") != 0) {
    fprintf(stderr, "the migrated store is damaged: %s\n", orphan ? orphan : verdict);
    exit(1);
  }
  free(verdict);
  run(database, "COMMIT; PRAGMA foreign_keys = ON; PRAGMA main.wal_checkpoint(TRUNCATE)");
}

int main(int argc, char **argv) {
  if (argc != 4) {
    fprintf(stderr, "usage: migrate STORE REFERENCE BACKUP\n");
    return 64;
  }
  if (sqlite3_open(argv[1], &database) != SQLITE_OK) fail(database, argv[1]);
  run_formatted("ATTACH %Q AS reference", argv[2], NULL);
  back_up(argv[3]);
  migrate();
  if (sqlite3_close(database) != SQLITE_OK) fail(database, "close");
  return 0;
}
