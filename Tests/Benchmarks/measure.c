// Runs a program and measures its time and memory.
//
//   measure RESULT PROGRAM [ARGUMENT...]
//
// The file RESULT gets one line: wall, user and system seconds, the peak of resident memory in KiB, and the
// exit code (128 + signal). The peak is that of the largest process among the program and its awaited
// children.
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double seconds(struct timeval value) { return value.tv_sec + value.tv_usec * 1e-6; }

int main(int argc, char **argv) {
  if (argc < 3) {
    fprintf(stderr, "usage: measure RESULT PROGRAM [ARGUMENT...]\n");
    return 64;
  }
  struct timespec begin, end;
  clock_gettime(CLOCK_MONOTONIC, &begin);
  pid_t child = fork();
  if (child < 0) {
    perror("fork");
    return 1;
  }
  if (child == 0) {
    execvp(argv[2], argv + 2);
    perror(argv[2]);
    _exit(127);
  }
  int status;
  struct rusage usage;
  if (wait4(child, &status, 0, &usage) < 0) {
    perror("wait4");
    return 1;
  }
  clock_gettime(CLOCK_MONOTONIC, &end);
  double wall = (end.tv_sec - begin.tv_sec) + (end.tv_nsec - begin.tv_nsec) * 1e-9;
  int code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  FILE *result = fopen(argv[1], "w");
  if (!result) {
    perror(argv[1]);
    return 1;
  }
  fprintf(result, "%.4f %.4f %.4f %ld %d\n", wall, seconds(usage.ru_utime),
          seconds(usage.ru_stime), usage.ru_maxrss, code);
  return fclose(result) == 0 ? code : 1;
}
