#pragma once

// Calls of Linux that the Glibc module does not show to Swift.

#include <malloc.h>
#include <sys/vfs.h>

// Declared by <unistd.h> for GNU sources only.
int syncfs(int descriptor);

// The number of the kind of file system that a descriptor is on, as in <linux/magic.h>; 0 when it
// cannot be told.
static inline unsigned luego_file_system_kind(int descriptor) {
  struct statfs about;
  return fstatfs(descriptor, &about) == 0 ? (unsigned)about.f_type : 0;
}

// From which size on, in bytes, blocks of memory go back to the system when they are freed.
static inline void luego_return_blocks_from(int size) { mallopt(M_MMAP_THRESHOLD, size); }
