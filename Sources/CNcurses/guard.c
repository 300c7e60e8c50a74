// A second process that gives the terminal back where this one cannot: SIGKILL asks nobody.
//
// It waits at a pipe, of which each byte says whether the terminal is taken, and whose end is that
// of this process. It makes system calls only, since it is forked beside other threads.
#define _GNU_SOURCE
#include "internal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define GUARD_PIPE 3

static volatile sig_atomic_t pipe_end = -1;
static pid_t guard = -1;

static _Noreturn void keep_watch(int pipe) {
  sigset_t all;
  sigfillset(&all);
  // In the background the last call would stop it, and keys for the editor are not for it.
  sigprocmask(SIG_BLOCK, &all, NULL);
  setpgid(0, 0);
  prctl(PR_SET_NAME, "terminal-guard");
  // What else is open, and locked, is not its own.
  if (dup2(STDOUT_FILENO, STDERR_FILENO) < 0 || dup2(pipe, GUARD_PIPE) < 0 ||
      close_range(GUARD_PIPE + 1, ~0U, 0) < 0)
    _exit(EXIT_FAILURE);
  bool is_taken = true;
  for (;;) {
    char state = 0;
    ssize_t count = read(GUARD_PIPE, &state, 1);
    if (count < 0 && errno == EINTR) continue;
    if (count != 1) break;
    is_taken = state != 0;
  }
  cn_restore_arm(is_taken);
  cn_restore_terminal();
  _exit(EXIT_SUCCESS);
}

void cn_guard_start(void) {
  int ends[2];
  if (guard > 0 || pipe2(ends, O_CLOEXEC) < 0) return;
  pid_t child = fork();
  if (child == 0) {
    close(ends[1]);
    keep_watch(ends[0]);
  }
  close(ends[0]);
  if (child < 0) {
    close(ends[1]);
    return;
  }
  guard = child;
  pipe_end = ends[1];
}

void cn_guard_tell(bool is_taken) {
  if (pipe_end < 0) return;
  char state = is_taken ? 1 : 0;
  cn_write_all(pipe_end, &state, 1);
}

void cn_guard_stop(void) {
  if (guard < 0) return;
  close(pipe_end);
  pipe_end = -1;
  while (waitpid(guard, NULL, 0) < 0 && errno == EINTR) {
  }
  guard = -1;
}
