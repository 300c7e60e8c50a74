// The peer of the library's bulk append. It inserts the same rows by the same statement with SQLite's C
// interface in one transaction, and prints the time of the transaction in seconds.
//
//   append STORE COUNT
//
// STORE is an empty store of the latest version, as created by `swiftdata-bench make STORE 0`. The pragmas
// are those of the library's connections.
#include "sqlite_check.h"

#include <time.h>

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static double *column_of(long long count) {
  double *values = malloc(sizeof(double) * (size_t)count);
  if (!values) {
    perror("append");
    exit(71);
  }
  return values;
}

int main(int argc, char **argv) {
  long long count = argc == 3 ? atoll(argv[2]) : 0;
  if (count <= 0) {
    fprintf(stderr, "usage: append STORE COUNT\n");
    return 64;
  }
  double *latitudes = column_of(count), *longitudes = column_of(count);
  double *elevations = column_of(count), *times = column_of(count);
  for (long long row = 0; row < count; row++) {
    latitudes[row] = 45 + (double)(row % 30011) / 10003;
    longitudes[row] = 6 + (double)(row % 40009) / 10007;
    elevations[row] = 500 + (double)(row % 3001) / 2;
    times[row] = 8e8 + (double)row;
  }

  sqlite3 *database;
  if (sqlite3_open_v2(argv[1], &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL)
      != SQLITE_OK)
    fail(database, argv[1]);
  run(database, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;"
                " PRAGMA cache_size = -32768");
  double start = now();
  run(database, "BEGIN IMMEDIATE");
  sqlite3_stmt *insertion = prepare(database,
      "INSERT INTO Waypoint (_sd_id, latitude, longitude, elevation, timestamp, \"index\", segment,"
      " path) VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
  sqlite3_bind_int64(insertion, 7, 0);
  sqlite3_bind_null(insertion, 8);
  for (long long row = 0; row < count; row++) {
    sqlite3_bind_int64(insertion, 1, row + 1);
    sqlite3_bind_double(insertion, 2, latitudes[row]);
    sqlite3_bind_double(insertion, 3, longitudes[row]);
    if (row % 5 == 1) sqlite3_bind_null(insertion, 4);
    else sqlite3_bind_double(insertion, 4, elevations[row]);
    if (row % 5 == 2) sqlite3_bind_null(insertion, 5);
    else sqlite3_bind_double(insertion, 5, times[row]);
    sqlite3_bind_int64(insertion, 6, (row + 1) * 1024);
    step(database, insertion);
  }
  sqlite3_finalize(insertion);
  run(database, "UPDATE _sd_key SET next = 1 + (SELECT max(_sd_id) FROM Waypoint)"
                " WHERE entity = 'Waypoint'; COMMIT");
  printf("%.4f\n", now() - start);
  if (sqlite3_close(database) != SQLITE_OK) fail(database, "close");
  free(latitudes);
  free(longitudes);
  free(elevations);
  free(times);
  return 0;
}
