#pragma once

#include <archive.h>
#include <archive_entry.h>
#include <locale.h>

// A locale of UTF-8; null if there is none.
static inline locale_t luego_utf8(void) {
  return newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
}

static inline void luego_free(locale_t locale) {
  if (locale) freelocale(locale);
}

// Reads the next header of an archive, and its path in UTF-8; null if there is none.
//
// libarchive drops names that the locale's encoding lacks, so the thread has another meanwhile, if that
// is not null.
static inline int luego_next_header(
    struct archive *archive, locale_t locale, struct archive_entry **entry, const char **path) {
  locale_t before = uselocale(locale);
  int status = archive_read_next_header(archive, entry);
  *path = 0;
  if (status == ARCHIVE_OK || status == ARCHIVE_WARN) {
    *path = archive_entry_pathname_utf8(*entry);
    if (!*path) *path = archive_entry_pathname(*entry);
  }
  uselocale(before);
  return status;
}

// Whether an entry of an archive is a plain file: no directory, link or device.
static inline int luego_is_file(struct archive_entry *entry) {
  return archive_entry_filetype(entry) == AE_IFREG && archive_entry_hardlink(entry) == 0;
}

// Makes an entry of an archive a plain file.
static inline void luego_set_file(struct archive_entry *entry) {
  archive_entry_set_filetype(entry, AE_IFREG);
}
