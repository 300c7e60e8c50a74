// What the parts of the shim know of each other.
#pragma once

#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <signal.h>
#include <stdbool.h>

// signals.c
bool cn_signals_open(void);
void cn_signals_install(void);
void cn_signals_uninstall(void);
void cn_signals_default_stop(bool stop_by_default);
void cn_signals_child_owns_terminal(bool owned);
int cn_signals_pipe(void);
// Reads what the pipe holds; the event that follows from it, or CN_NOTHING.
int cn_signals_take(void);
void cn_signals_forget(int event);
void cn_signals_wait_continued(void);

// restore.c
void cn_restore_remember(void);
void cn_restore_arm(bool armed);
// False once the terminal was given back, by a crash of another thread too.
bool cn_restore_is_armed(void);
// Gives the terminal back by system calls only: fit for a signal handler.
void cn_restore_now(void);
// The same without standard error.
void cn_restore_terminal(void);
// Whether the terminal has no second screen to draw on, so that leaving has to clear the first.
void cn_restore_one_screen(bool is_only);
// Clears the screen where it is the only one; the cursor goes to its top.
void cn_restore_clear(void);
// Standard error, kept aside and printed again.
void cn_stderr_capture(void);
void cn_stderr_release(void);
int cn_stderr_terminal(void);
void cn_write_all(int fd, const char *bytes, int count);

// guard.c
// Starts what gives the terminal back after SIGKILL.
void cn_guard_start(void);
// Says whether there is anything to give back. Fit for a signal handler.
void cn_guard_tell(bool is_taken);
void cn_guard_stop(void);

// direct.c
// Draws cells of a row past ncurses. Returns false, and draws nothing, if ncurses must draw them.
bool cn_direct_run(int row, int column, const cchar_t *run, int count);
// Sends what was moved and drawn to the terminal.
void cn_direct_flush(void);
// Says whether ncurses has cleared the screen, so that cells can be drawn past it.
void cn_direct_allow(bool allowed);

// keys.c
void cn_keys_define(void);
