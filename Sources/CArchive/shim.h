#pragma once

#include <archive.h>
#include <archive_entry.h>

// Whether an entry of an archive is a plain file: no directory, link or device.
static inline int luego_is_file(struct archive_entry *entry) {
  return archive_entry_filetype(entry) == AE_IFREG && archive_entry_hardlink(entry) == 0;
}

// Makes an entry of an archive a plain file.
static inline void luego_set_file(struct archive_entry *entry) {
  archive_entry_set_filetype(entry, AE_IFREG);
}
