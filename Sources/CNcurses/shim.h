#pragma once
// Inline faces for what Swift cannot import from curses: macros, variables behind macros, and
// functions that take structures by platform-dependent types.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#define _XOPEN_SOURCE_EXTENDED 1
#define NCURSES_WIDECHAR 1
#include <fcntl.h>
#include <locale.h>
#include <ncurses.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/eventfd.h>
#include <term.h>
#include <unistd.h>
#include <wchar.h>

static inline WINDOW *luego_stdscr(void) { return stdscr; }
static inline int luego_colors(void) { return COLORS; }
static inline int luego_color_pairs(void) { return COLOR_PAIRS; }
static inline int luego_lines(void) { return LINES; }
static inline int luego_columns(void) { return COLS; }

static inline uint32_t luego_a_bold(void) { return A_BOLD; }
static inline uint32_t luego_a_italic(void) { return A_ITALIC; }
static inline uint32_t luego_a_underline(void) { return A_UNDERLINE; }
static inline uint32_t luego_a_reverse(void) { return A_REVERSE; }
static inline uint32_t luego_a_dim(void) { return A_DIM; }

/// Writes one cell; `text` ends with a zero.
static inline int luego_put(int row, int column, const wchar_t *text, uint32_t attributes, int pair) {
  cchar_t cell;
  if (setcchar(&cell, text, (attr_t)attributes, 0, &pair) == ERR) return ERR;
  return mvwadd_wch(stdscr, row, column, &cell);
}

/// Reads a character or a key code; 1 for a key code, 0 for a character, -1 for nothing.
static inline int luego_read(uint32_t *value) {
  wint_t character = 0;
  int kind = wget_wch(stdscr, &character);
  if (kind == ERR) return -1;
  *value = (uint32_t)character;
  return kind == KEY_CODE_YES ? 1 : 0;
}

enum {
  LUEGO_KEY_UP = KEY_UP, LUEGO_KEY_DOWN = KEY_DOWN, LUEGO_KEY_LEFT = KEY_LEFT,
  LUEGO_KEY_RIGHT = KEY_RIGHT, LUEGO_KEY_HOME = KEY_HOME, LUEGO_KEY_END = KEY_END,
  LUEGO_KEY_PPAGE = KEY_PPAGE, LUEGO_KEY_NPAGE = KEY_NPAGE, LUEGO_KEY_DC = KEY_DC,
  LUEGO_KEY_IC = KEY_IC, LUEGO_KEY_BTAB = KEY_BTAB, LUEGO_KEY_ENTER = KEY_ENTER,
  LUEGO_KEY_BACKSPACE = KEY_BACKSPACE, LUEGO_KEY_MOUSE = KEY_MOUSE, LUEGO_KEY_RESIZE = KEY_RESIZE,
  LUEGO_KEY_F0 = KEY_F0, LUEGO_KEY_MAX = KEY_MAX
};

/// What the mouse did: column, row, and 1 press, 2 release, 3 wheel up, 4 wheel down; 0 for nothing.
static inline int luego_mouse(int *column, int *row) {
  MEVENT event;
  if (getmouse(&event) != OK) return 0;
  *column = event.x;
  *row = event.y;
  if (event.bstate & BUTTON4_PRESSED) return 3;
#ifdef BUTTON5_PRESSED
  if (event.bstate & BUTTON5_PRESSED) return 4;
#endif
  if (event.bstate & (BUTTON1_PRESSED | BUTTON1_CLICKED)) return 1;
  if (event.bstate & BUTTON1_RELEASED) return 2;
  return 0;
}

static inline void luego_mouse_on(bool on) {
  mmask_t mask = on ? BUTTON1_PRESSED | BUTTON1_RELEASED | BUTTON4_PRESSED : 0;
#ifdef BUTTON5_PRESSED
  if (on) mask |= BUTTON5_PRESSED;
#endif
  mousemask(mask, NULL);
  mouseinterval(0);
}

/// A capability's string, or NULL where the terminal has none.
static inline const char *luego_string(const char *name) {
  char *value = tigetstr((char *)name);
  return value == NULL || value == (char *)-1 ? NULL : value;
}

/// Whether the terminal takes colors as 24-bit numbers.
static inline bool luego_is_direct_color(void) {
  return tigetflag((char *)"RGB") > 0 || tigetnum((char *)"RGB") > 0;
}

static inline int luego_width(uint32_t scalar) { return wcwidth((wchar_t)scalar); }
static inline SCREEN *luego_open(void) { return newterm(NULL, stdout, stdin); }
static inline void luego_flush(void) { fflush(stdout); }
static inline int luego_eventfd(void) { return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC); }
static inline int luego_pipe(int ends[2]) { return pipe2(ends, O_NONBLOCK | O_CLOEXEC); }
