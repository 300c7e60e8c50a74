#include "CFaultVFS.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#define WATCHES 64

typedef struct {
  char *prefix;
  unsigned generation;
  int operations;
  long failing;
  int lasting;
  int full;
  long count;
} Watch;

typedef struct {
  sqlite3_file base;
  int watch;
  unsigned generation;
  sqlite3_file *real;
} FaultFile;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static Watch watches[WATCHES];
static unsigned generations;
static sqlite3_vfs *real_vfs;
static sqlite3_vfs fault_vfs;

/* The watch of a path, or -1. */
static int watch_of(const char *path, unsigned *generation) {
  int found = -1;
  if (path == NULL) return -1;
  pthread_mutex_lock(&mutex);
  for (int i = 0; i < WATCHES && found < 0; i++) {
    const char *prefix = watches[i].prefix;
    if (prefix != NULL && strncmp(path, prefix, strlen(prefix)) == 0) {
      found = i;
      *generation = watches[i].generation;
    }
  }
  pthread_mutex_unlock(&mutex);
  return found;
}

/* Counts an operation. 0 lets it pass; 1 fails it as broken, 2 as full. */
static int verdict(int watch, unsigned generation, int operation) {
  int result = 0;
  pthread_mutex_lock(&mutex);
  Watch *w = &watches[watch];
  if (w->prefix != NULL && w->generation == generation && (w->operations & operation)) {
    w->count++;
    if (w->failing > 0 && (w->count == w->failing || (w->lasting && w->count > w->failing)))
      result = w->full ? 2 : 1;
  }
  pthread_mutex_unlock(&mutex);
  return result;
}

#define REAL(file) (((FaultFile *)(file))->real)
#define VERDICT(file, operation) \
  verdict(((FaultFile *)(file))->watch, ((FaultFile *)(file))->generation, operation)

static int file_close(sqlite3_file *file) {
  return REAL(file)->pMethods->xClose(REAL(file));
}

static int file_read(sqlite3_file *file, void *buffer, int amount, sqlite3_int64 offset) {
  if (VERDICT(file, FAULT_READ)) return SQLITE_IOERR_READ;
  return REAL(file)->pMethods->xRead(REAL(file), buffer, amount, offset);
}

static int file_write(sqlite3_file *file, const void *buffer, int amount, sqlite3_int64 offset) {
  int failing = VERDICT(file, FAULT_WRITE);
  if (failing == 0) return REAL(file)->pMethods->xWrite(REAL(file), buffer, amount, offset);
  REAL(file)->pMethods->xWrite(REAL(file), buffer, amount / 2, offset);
  return failing == 2 ? SQLITE_FULL : SQLITE_IOERR_WRITE;
}

static int file_truncate(sqlite3_file *file, sqlite3_int64 size) {
  if (VERDICT(file, FAULT_TRUNCATE)) return SQLITE_IOERR_TRUNCATE;
  return REAL(file)->pMethods->xTruncate(REAL(file), size);
}

static int file_sync(sqlite3_file *file, int flags) {
  if (VERDICT(file, FAULT_SYNC)) return SQLITE_IOERR_FSYNC;
  return REAL(file)->pMethods->xSync(REAL(file), flags);
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size) {
  return REAL(file)->pMethods->xFileSize(REAL(file), size);
}

static int file_lock(sqlite3_file *file, int level) {
  return REAL(file)->pMethods->xLock(REAL(file), level);
}

static int file_unlock(sqlite3_file *file, int level) {
  return REAL(file)->pMethods->xUnlock(REAL(file), level);
}

static int file_check_reserved(sqlite3_file *file, int *result) {
  return REAL(file)->pMethods->xCheckReservedLock(REAL(file), result);
}

static int file_control(sqlite3_file *file, int operation, void *argument) {
  return REAL(file)->pMethods->xFileControl(REAL(file), operation, argument);
}

static int file_sector_size(sqlite3_file *file) {
  return REAL(file)->pMethods->xSectorSize(REAL(file));
}

static int file_characteristics(sqlite3_file *file) {
  return REAL(file)->pMethods->xDeviceCharacteristics(REAL(file));
}

static int file_shm_map(sqlite3_file *file, int page, int size, int extend, void volatile **map) {
  if (VERDICT(file, FAULT_SHARED_MEMORY)) return SQLITE_IOERR_SHMMAP;
  return REAL(file)->pMethods->xShmMap(REAL(file), page, size, extend, map);
}

static int file_shm_lock(sqlite3_file *file, int offset, int count, int flags) {
  return REAL(file)->pMethods->xShmLock(REAL(file), offset, count, flags);
}

static void file_shm_barrier(sqlite3_file *file) {
  REAL(file)->pMethods->xShmBarrier(REAL(file));
}

static int file_shm_unmap(sqlite3_file *file, int remove) {
  return REAL(file)->pMethods->xShmUnmap(REAL(file), remove);
}

/* Version 2: without memory-mapped pages, so that every read comes by. */
static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = file_close,
    .xRead = file_read,
    .xWrite = file_write,
    .xTruncate = file_truncate,
    .xSync = file_sync,
    .xFileSize = file_size,
    .xLock = file_lock,
    .xUnlock = file_unlock,
    .xCheckReservedLock = file_check_reserved,
    .xFileControl = file_control,
    .xSectorSize = file_sector_size,
    .xDeviceCharacteristics = file_characteristics,
    .xShmMap = file_shm_map,
    .xShmLock = file_shm_lock,
    .xShmBarrier = file_shm_barrier,
    .xShmUnmap = file_shm_unmap,
};

static int vfs_open(
    sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *out_flags) {
  unsigned generation = 0;
  int watch = watch_of(path, &generation);
  (void)vfs;
  if (watch < 0) return real_vfs->xOpen(real_vfs, path, file, flags, out_flags);
  file->pMethods = NULL;
  if (verdict(watch, generation, FAULT_OPEN)) return SQLITE_CANTOPEN;
  FaultFile *own = (FaultFile *)file;
  own->watch = watch;
  own->generation = generation;
  own->real = (sqlite3_file *)(own + 1);
  memset(own->real, 0, (size_t)real_vfs->szOsFile);
  int code = real_vfs->xOpen(real_vfs, path, own->real, flags, out_flags);
  if (own->real->pMethods != NULL) file->pMethods = &methods;
  return code;
}

static int vfs_delete(sqlite3_vfs *vfs, const char *path, int sync) {
  unsigned generation = 0;
  int watch = watch_of(path, &generation);
  (void)vfs;
  if (watch >= 0 && verdict(watch, generation, FAULT_DELETE)) return SQLITE_IOERR_DELETE;
  return real_vfs->xDelete(real_vfs, path, sync);
}

static int vfs_access(sqlite3_vfs *vfs, const char *path, int flags, int *result) {
  (void)vfs;
  return real_vfs->xAccess(real_vfs, path, flags, result);
}

static int vfs_full_pathname(sqlite3_vfs *vfs, const char *path, int size, char *full) {
  (void)vfs;
  return real_vfs->xFullPathname(real_vfs, path, size, full);
}

static void install(void) {
  sqlite3_initialize();
  real_vfs = sqlite3_vfs_find(NULL);
  fault_vfs = *real_vfs;
  fault_vfs.pNext = NULL;
  fault_vfs.zName = "fault";
  fault_vfs.szOsFile = (int)sizeof(FaultFile) + real_vfs->szOsFile;
  fault_vfs.xOpen = vfs_open;
  fault_vfs.xDelete = vfs_delete;
  fault_vfs.xAccess = vfs_access;
  fault_vfs.xFullPathname = vfs_full_pathname;
  sqlite3_vfs_register(&fault_vfs, 1);
}

void fault_install(void) { pthread_once(&once, install); }

int fault_watch(const char *prefix) {
  int found = -1;
  pthread_mutex_lock(&mutex);
  for (int i = 0; i < WATCHES && found < 0; i++) {
    if (watches[i].prefix != NULL) continue;
    memset(&watches[i], 0, sizeof(Watch));
    watches[i].prefix = strdup(prefix);
    watches[i].generation = ++generations;
    found = i;
  }
  pthread_mutex_unlock(&mutex);
  return found;
}

void fault_set(int watch, int operations, long failing, int lasting, int full) {
  pthread_mutex_lock(&mutex);
  Watch *w = &watches[watch];
  w->operations = operations;
  w->failing = failing;
  w->lasting = lasting;
  w->full = full;
  w->count = 0;
  pthread_mutex_unlock(&mutex);
}

long fault_count(int watch) {
  pthread_mutex_lock(&mutex);
  long count = watches[watch].count;
  pthread_mutex_unlock(&mutex);
  return count;
}

void fault_unwatch(int watch) {
  pthread_mutex_lock(&mutex);
  free(watches[watch].prefix);
  watches[watch].prefix = NULL;
  pthread_mutex_unlock(&mutex);
}
