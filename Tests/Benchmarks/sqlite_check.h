// Calls of SQLite that print SQLite's error message and end the program on failure.
#ifndef SQLITE_CHECK_H
#define SQLITE_CHECK_H

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline void fail(sqlite3 *database, const char *where) {
  fprintf(stderr, "%s: %s\n", where, sqlite3_errmsg(database));
  exit(1);
}

static inline void run(sqlite3 *database, const char *sql) {
  if (sqlite3_exec(database, sql, NULL, NULL, NULL) != SQLITE_OK) fail(database, sql);
}

static inline sqlite3_stmt *prepare(sqlite3 *database, const char *sql) {
  sqlite3_stmt *statement;
  if (sqlite3_prepare_v3(database, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL)
      != SQLITE_OK)
    fail(database, sql);
  return statement;
}

static inline void step(sqlite3 *database, sqlite3_stmt *statement) {
  if (sqlite3_step(statement) != SQLITE_DONE) fail(database, sqlite3_sql(statement));
  sqlite3_reset(statement);
}

// Returns the first column of a query's first row as text, or NULL if there are no rows. The caller frees it.
static inline char *text(sqlite3 *database, const char *sql) {
  sqlite3_stmt *statement = prepare(database, sql);
  char *result = NULL;
  if (sqlite3_step(statement) == SQLITE_ROW && sqlite3_column_text(statement, 0))
    result = strdup((const char *)sqlite3_column_text(statement, 0));
  sqlite3_finalize(statement);
  return result;
}

static inline long long integer(sqlite3 *database, const char *sql) {
  sqlite3_stmt *statement = prepare(database, sql);
  long long result = sqlite3_step(statement) == SQLITE_ROW ? sqlite3_column_int64(statement, 0) : 0;
  sqlite3_finalize(statement);
  return result;
}

// Returns the parameter number of a column in an INSERT of all columns, or 0 if there is no such column.
static inline int column(sqlite3_stmt *row, const char *name) {
  for (int index = 0; index < sqlite3_column_count(row); index++)
    if (strcmp(sqlite3_column_name(row, index), name) == 0) return index + 1;
  return 0;
}

// Prepares an INSERT of a row into `table` with one parameter per column. `sample` is a SELECT * whose
// current row gives the columns and their default values.
static inline sqlite3_stmt *insertion_like(
    sqlite3 *database, const char *table, sqlite3_stmt *sample) {
  int count = sqlite3_column_count(sample);
  char *marks = malloc(2 * (size_t)count + 1);
  for (int index = 0; index < count; index++) memcpy(marks + 2 * index, "?,", 2);
  marks[2 * count - 1] = 0;
  char *sql = sqlite3_mprintf("INSERT INTO main.\"%w\" VALUES (%s)", table, marks);
  sqlite3_stmt *insertion = prepare(database, sql);
  for (int index = 0; index < count; index++)
    sqlite3_bind_value(insertion, index + 1, sqlite3_column_value(sample, index));
  sqlite3_free(sql);
  free(marks);
  return insertion;
}

#endif
