// Giving the terminal back, in a way that also works inside a signal handler: system calls only,
// each step on its own, so that one that fails does not keep the next from being done.
#define _GNU_SOURCE
#include "internal.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <termios.h>
#include <unistd.h>

static struct termios saved_termios;
static volatile sig_atomic_t has_termios = 0;
static volatile sig_atomic_t is_armed = 0;
static volatile sig_atomic_t terminal_stderr = -1;
static volatile sig_atomic_t captured_stderr = -1;

// Mouse, focus and paste reports off; keypad to normal; cursor shown; colours reset; main screen.
static const char restore_sequence[] =
    "\033[?1002l\033[?1000l\033[?1006l\033[?1004l\033[?2004l"
    "\033[?1l\033>\033[?25h\033[0m\033[?1049l\r";

// What was drawn stays on a terminal's only screen, and the shell would write into it.
static const char clear_sequence[] = "\033[H\033[J";
static volatile sig_atomic_t has_one_screen = 0;

void cn_write_all(int fd, const char *bytes, int count) {
  while (count > 0) {
    ssize_t written = write(fd, bytes, (size_t)count);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    bytes += written;
    count -= (int)written;
  }
}

void cn_restore_remember(void) {
  if (tcgetattr(STDIN_FILENO, &saved_termios) == 0) has_termios = 1;
}

void cn_restore_arm(bool armed) {
  is_armed = armed ? 1 : 0;
  cn_guard_tell(armed);
}

bool cn_restore_is_armed(void) { return is_armed; }

void cn_restore_one_screen(bool is_only) { has_one_screen = is_only ? 1 : 0; }

void cn_restore_clear(void) {
  if (has_one_screen) cn_write_all(STDOUT_FILENO, clear_sequence, (int)sizeof clear_sequence - 1);
}

void cn_restore_terminal(void) {
  if (!is_armed) return;
  is_armed = 0;
  cn_write_all(STDOUT_FILENO, restore_sequence, (int)sizeof restore_sequence - 1);
  cn_restore_clear();
  if (has_termios) {
    // In the background the next call would stop the process instead.
    signal(SIGTTOU, SIG_IGN);
    tcsetattr(STDIN_FILENO, TCSANOW, &saved_termios);
  }
  cn_guard_tell(false);
}

void cn_restore_now(void) {
  cn_restore_terminal();
  cn_stderr_release();
}

void cn_stderr_capture(void) {
  if (captured_stderr >= 0 || !isatty(STDERR_FILENO)) return;
  int aside = memfd_create("standard-error", MFD_CLOEXEC);
  if (aside < 0) return;
  int terminal = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
  if (terminal < 0 || dup2(aside, STDERR_FILENO) < 0) {
    if (terminal >= 0) close(terminal);
    close(aside);
    return;
  }
  terminal_stderr = terminal;
  captured_stderr = aside;
}

void cn_stderr_release(void) {
  if (captured_stderr < 0) return;
  int aside = captured_stderr;
  int terminal = terminal_stderr;
  captured_stderr = -1;
  terminal_stderr = -1;
  dup2(terminal, STDERR_FILENO);
  char buffer[4096];
  off_t offset = 0;
  for (;;) {
    ssize_t count = pread(aside, buffer, sizeof buffer, offset);
    if (count <= 0) break;
    cn_write_all(STDERR_FILENO, buffer, (int)count);
    offset += count;
  }
  close(aside);
  close(terminal);
}

int cn_stderr_terminal(void) { return terminal_stderr >= 0 ? terminal_stderr : STDERR_FILENO; }
