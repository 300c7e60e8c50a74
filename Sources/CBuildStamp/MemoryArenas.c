// Runs before the first thread starts, because glibc then begins to add arenas.
#include <malloc.h>

// By default, glibc gives each of up to 16 threads on two processors an arena of its own, and returns
// little of their free memory. An import of many files starts a thread for each file, so that the free
// memory of the arenas adds up: an export of Strava took 10 MB more. Two arenas suffice for the threads
// that read and write at the same time.
__attribute__((constructor)) static void cb_limit_arenas(void) { mallopt(M_ARENA_MAX, 2); }
