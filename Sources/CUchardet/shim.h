#pragma once
#include <errno.h>
#include <iconv.h>
#include <uchardet/uchardet.h>

// The converter of the C library, which stands in its own library on some systems.

typedef enum { LUEGO_CONVERTED, LUEGO_FULL, LUEGO_NOT_IN_ENCODING } LuegoConversion;

// A converter from an encoding to UTF-8; null where the system does not have the encoding.
static inline void *luego_converter(const char *encoding) {
  iconv_t converter = iconv_open("UTF-8", encoding);
  return converter == (iconv_t)-1 ? 0 : (void *)converter;
}

static inline void luego_free_converter(void *converter) { iconv_close((iconv_t)converter); }

static inline LuegoConversion luego_convert(void *converter, char **next, size_t *left, char **target, size_t *room) {
  if (iconv((iconv_t)converter, next, left, target, room) != (size_t)-1) return LUEGO_CONVERTED;
  return errno == E2BIG ? LUEGO_FULL : LUEGO_NOT_IN_ENCODING;
}
