// Signals become bytes in a pipe, which the thread that waits for keys reads; those of a crash
// give the terminal back and go on to whoever handled them before.
#define _GNU_SOURCE
#include "CNcurses.h"
#include "internal.h"

#include <errno.h>
#include <fcntl.h>
#include <semaphore.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static const int crash_signals[] = {SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE};
static const int end_signals[] = {SIGHUP, SIGTERM, SIGINT, SIGQUIT};
#define COUNT(array) ((int)(sizeof(array) / sizeof(array)[0]))

static struct sigaction previous[NSIG];
static bool is_installed = false;
static int pipe_ends[2] = {-1, -1};
static sem_t continued;
static volatile sig_atomic_t end_asked = 0;
static volatile sig_atomic_t child_owns_terminal = 0;
static unsigned pending = 0;

static void tell(char what) {
  int saved = errno;
  // A full pipe already wakes the reader.
  ssize_t ignored = write(pipe_ends[1], &what, 1);
  (void)ignored;
  errno = saved;
}

static void on_crash(int number, siginfo_t *info, void *context) {
  (void)context;
  cn_restore_now();
  sigaction(number, &previous[number], NULL);
  // A fault happens again at the same instruction, now for the previous handler; a signal that
  // was sent does not.
  if (info->si_code <= 0 || number == SIGTRAP) raise(number);
}

static void on_end(int number) {
  if (child_owns_terminal && (number == SIGINT || number == SIGQUIT)) return;
  if (end_asked) {
    // Asked before and still here: end now.
    cn_restore_now();
    signal(number, SIG_DFL);
    raise(number);
    return;
  }
  end_asked = 1;
  tell('e');
}

static void on_stop(int number) {
  (void)number;
  tell('s');
}

static void on_continue(int number) {
  (void)number;
  int saved = errno;
  sem_post(&continued);
  errno = saved;
  tell('c');
}

static void on_resize(int number) {
  (void)number;
  tell('r');
}

static void install(int number, void (*handler)(int)) {
  struct sigaction action = {0};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(number, &action, &previous[number]);
}

bool cn_signals_open(void) {
  if (pipe_ends[0] >= 0) return true;
  return pipe2(pipe_ends, O_NONBLOCK | O_CLOEXEC) == 0 && sem_init(&continued, 0, 0) == 0;
}

void cn_signals_install(void) {
  if (is_installed) return;
  is_installed = true;
  end_asked = 0;
  for (int i = 0; i < COUNT(crash_signals); i++) {
    struct sigaction action = {0};
    action.sa_sigaction = on_crash;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    sigaction(crash_signals[i], &action, &previous[crash_signals[i]]);
  }
  for (int i = 0; i < COUNT(end_signals); i++) install(end_signals[i], on_end);
  install(SIGTSTP, on_stop);
  install(SIGCONT, on_continue);
  install(SIGWINCH, on_resize);
}

void cn_signals_uninstall(void) {
  if (!is_installed) return;
  is_installed = false;
  for (int i = 0; i < COUNT(crash_signals); i++)
    sigaction(crash_signals[i], &previous[crash_signals[i]], NULL);
  for (int i = 0; i < COUNT(end_signals); i++)
    sigaction(end_signals[i], &previous[end_signals[i]], NULL);
  sigaction(SIGTSTP, &previous[SIGTSTP], NULL);
  sigaction(SIGCONT, &previous[SIGCONT], NULL);
  sigaction(SIGWINCH, &previous[SIGWINCH], NULL);
}

void cn_signals_default_stop(bool stop_by_default) {
  struct sigaction action = {0};
  action.sa_handler = stop_by_default ? SIG_DFL : on_stop;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(SIGTSTP, &action, NULL);
  if (stop_by_default) {
    while (sem_trywait(&continued) == 0) {
    }
  }
}

void cn_signals_child_owns_terminal(bool owned) {
  child_owns_terminal = owned ? 1 : 0;
  // By default, this process stops together with the child, but not in an orphaned process group,
  // where no shell could continue it.
  cn_signals_default_stop(owned);
}

void cn_signals_wait_continued(void) {
  // The stop takes effect a moment after it is asked for, and never where no shell could undo it.
  struct timespec limit;
  clock_gettime(CLOCK_REALTIME, &limit);
  limit.tv_sec += 1;
  while (sem_timedwait(&continued, &limit) != 0 && errno == EINTR) {
  }
}

int cn_signals_pipe(void) { return pipe_ends[0]; }

void cn_wake(void) { tell('w'); }

// Events by urgency; the place of one is its bit in `pending`.
static const struct {
  char byte;
  int event;
} order[] = {
    {'e', CN_END_ASKED}, {'s', CN_STOP_ASKED}, {'c', CN_CONTINUED}, {'r', CN_RESIZED},
    {'w', CN_WOKEN}};

static void collect(void) {
  char buffer[256];
  ssize_t count;
  while ((count = read(pipe_ends[0], buffer, sizeof buffer)) > 0) {
    for (ssize_t i = 0; i < count; i++)
      for (int j = 0; j < COUNT(order); j++)
        if (order[j].byte == buffer[i]) pending |= 1u << j;
  }
}

int cn_signals_take(void) {
  collect();
  for (int j = 0; j < COUNT(order); j++) {
    if (pending & 1u << j) {
      pending &= ~(1u << j);
      return order[j].event;
    }
  }
  return CN_NOTHING;
}

void cn_signals_forget(int event) {
  collect();
  for (int j = 0; j < COUNT(order); j++)
    if (order[j].event == event) pending &= ~(1u << j);
}
