#pragma once
// Inline faces for what Swift cannot import from curses and its neighbors: macros, variables behind
// macros, and functions that take structures by platform-dependent types.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#define _XOPEN_SOURCE_EXTENDED 1
#define NCURSES_WIDECHAR 1
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <ncurses.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <term.h>
#include <unistd.h>
#include <wchar.h>

static inline WINDOW *luego_stdscr(void) { return stdscr; }
static inline int luego_lines(void) { return LINES; }
static inline int luego_columns(void) { return COLS; }

/// Opens a screen on two descriptors; `name` is the terminal's.
static inline SCREEN *luego_open(const char *name, int input, int output) {
  FILE *from = input == 0 ? stdin : fdopen(input, "r");
  FILE *to = output == 1 ? stdout : fdopen(output, "w");
  if (from == NULL || to == NULL) return NULL;
  return newterm((char *)name, to, from);
}

/// Makes a description current; whether there is one that can place the cursor, and by sequences as of
/// ECMA-48, which styles are written in as well.
static inline bool luego_describe(const char *name, int output) {
  int status = 0;
  if (setupterm((char *)name, output, &status) != OK) return false;
  const char *place = cursor_address;
  return place != NULL && (strncmp(place, "\033[", 2) == 0 || place[0] == '\233');
}

/// Takes the screen over, or again after `endwin`: what is on it goes.
static inline void luego_enter(void) {
  clearok(stdscr, TRUE);
  wrefresh(stdscr);
}

/// Reads a character or a key code; 1 for a key code, 0 for a character, -1 for nothing, -2 when reading
/// fails.
static inline int luego_read(uint32_t *value, mbstate_t *partial) {
  for (;;) {
    errno = 0;
    int read = wgetch(stdscr);
    /* Curses confirms a new size. */
    if (read == KEY_RESIZE) continue;
    if (read == ERR) return errno == EIO || errno == EBADF || errno == ENXIO ? -2 : -1;
    if (read >= KEY_MIN) {
      *value = (uint32_t)read;
      return 1;
    }
    /* wget_wch would forget the bytes of a character whose end has not come yet. */
    char byte = (char)read;
    wchar_t character = 0;
    int was_whole = mbsinit(partial);
    size_t length = mbrtowc(&character, &byte, 1, partial);
    if (length == (size_t)-1) {
      memset(partial, 0, sizeof *partial);
      /* What breaks a character off may begin another. */
      if (was_whole || (length = mbrtowc(&character, &byte, 1, partial)) == (size_t)-1) {
        memset(partial, 0, sizeof *partial);
        continue;
      }
    }
    if (length == (size_t)-2) continue;
    *value = (uint32_t)character;
    return 0;
  }
}

/// A capability's string, or NULL where the terminal has none.
static inline const char *luego_string(const char *name) {
  char *value = tigetstr((char *)name);
  return value == NULL || value == (char *)-1 ? NULL : value;
}

/// A capability with its parameters filled in, valid until the next call; NULL where the terminal has none.
static inline const char *luego_filled(const char *name, int first, int second) {
  const char *value = luego_string(name);
  return value == NULL ? NULL : tparm((char *)value, (long)first, (long)second, 0L, 0L, 0L, 0L, 0L, 0L, 0L);
}

static inline int luego_number(const char *name) { return tigetnum((char *)name); }
static inline bool luego_flag(const char *name) { return tigetflag((char *)name) > 0; }

/// Whether the terminal takes colors as 24-bit numbers.
static inline bool luego_is_direct_color(void) {
  return tigetflag((char *)"RGB") > 0 || tigetnum((char *)"RGB") > 0 || luego_string("RGB") != NULL;
}

static inline int luego_width(uint32_t scalar) { return wcwidth((wchar_t)scalar); }
static inline int luego_eventfd(void) { return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC); }
static inline int luego_pipe(int ends[2]) { return pipe2(ends, O_NONBLOCK | O_CLOEXEC); }
