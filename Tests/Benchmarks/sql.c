// Runs SQL on a database and prints the rows, with columns separated by tabs.
//
//   sql DATABASE SQL
//   sql DATABASE @FILE
#include "sqlite_check.h"

static int print_row(void *context, int count, char **values, char **names) {
  (void)context;
  (void)names;
  for (int index = 0; index < count; index++)
    printf("%s%c", values[index] ? values[index] : "", index + 1 < count ? '\t' : '\n');
  return 0;
}

static char *contents(const char *path) {
  FILE *file = fopen(path, "r");
  if (!file) {
    perror(path);
    exit(66);
  }
  static char buffer[1 << 16];
  size_t count = fread(buffer, 1, sizeof buffer - 1, file);
  fclose(file);
  buffer[count] = 0;
  return buffer;
}

int main(int argc, char **argv) {
  if (argc != 3) {
    fprintf(stderr, "usage: sql DATABASE SQL|@FILE\n");
    return 64;
  }
  sqlite3 *database;
  if (sqlite3_open(argv[1], &database) != SQLITE_OK) fail(database, argv[1]);
  const char *sql = argv[2][0] == '@' ? contents(argv[2] + 1) : argv[2];
  if (sqlite3_exec(database, sql, print_row, NULL, NULL) != SQLITE_OK) fail(database, argv[1]);
  return sqlite3_close(database) == SQLITE_OK ? 0 : 1;
}
