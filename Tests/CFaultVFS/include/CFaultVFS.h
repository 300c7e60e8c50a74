#ifndef CFAULTVFS_H
#define CFAULTVFS_H

/// SQLite's file layer with failures on demand, for files in a folder that a test watches.
///
/// Files elsewhere are opened by the system's own layer and never come here.

/// The operations that count, as bits.
enum {
  FAULT_WRITE = 1,
  FAULT_SYNC = 2,
  FAULT_TRUNCATE = 4,
  FAULT_OPEN = 8,
  FAULT_DELETE = 16,
  FAULT_SHARED_MEMORY = 32,
  FAULT_READ = 64,
};

/// Makes this layer the default one of the process. May be called any number of times.
void fault_install(void);

/// Watches the files whose path begins with a prefix, opened from now on.
///
/// Returns the number of the watch; -1 when there are too many.
int fault_watch(const char *prefix);

/// From now on counts the operations of a watch that are in `operations`, and fails number
/// `failing` (the first is 1; 0 fails none). Where `lasting`, all after it fail as well.
///
/// Writes fail half done. They say that the disk is full where `full`, else that it is broken.
void fault_set(int watch, int operations, long failing, int lasting, int full);

/// The operations counted since `fault_set`.
long fault_count(int watch);

/// Ends a watch. Files that are still open work on, without failures.
void fault_unwatch(int watch);

#endif
