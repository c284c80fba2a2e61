#pragma once

// Calls of Linux that the Glibc module does not show to Swift.

#include <errno.h>
#include <semaphore.h>
#include <stdlib.h>
#include <sys/vfs.h>
#include <time.h>

// Declared by <unistd.h>, <stdio.h> and <fcntl.h>, which the Glibc module has, some for GNU sources only.
int syncfs(int descriptor);
int memfd_create(const char *name, unsigned flags);
int renameat2(int from, const char *name, int to, const char *next, unsigned flags);
int prlimit64(int process, int resource, const void *value, void *old);
int openat(int directory, const char *name, int flags, ...);
int close(int descriptor);
long syscall(long number, ...);
int sem_clockwait(sem_t *semaphore, clockid_t clock, const struct timespec *moment);

// Gives a file a name that nothing has, in one step; -1 where that cannot be done.
static inline int luego_place(const char *name, const char *place) {
  return renameat2(-100, name, -100, place, 1 << 0 /* RENAME_NOREPLACE */);
}

// Opens a file by its path from a directory; fails with ELOOP where a symbolic link is on the way or in its place.
//
// Kernels before 5.6 look at the last name only.
static inline int luego_open_below(const char *directory, const char *name, int flags, unsigned mode) {
  const unsigned long long how[3] = {(unsigned long long)flags, flags & 0100 /* O_CREAT */ ? mode : 0,
                                     0x04 /* RESOLVE_NO_SYMLINKS */ | 0x08 /* RESOLVE_BENEATH */};
  const int base = openat(-100, directory, 010000000 /* O_PATH */ | 02000000 /* O_CLOEXEC */);
  if (base < 0) return -1;
  int found = (int)syscall(437 /* openat2 */, base, name, how, sizeof how);
  if (found < 0 && (errno == ENOSYS || errno == EPERM)) found = openat(base, name, flags | 0400000 /* O_NOFOLLOW */, mode);
  const int code = errno;
  close(base);
  errno = code;
  return found;
}

// The number of the kind of file system that a descriptor is on, as in <linux/magic.h>; 0 when it
// cannot be told.
static inline unsigned luego_file_system_kind(int descriptor) {
  struct statfs about;
  return fstatfs(descriptor, &about) == 0 ? (unsigned)about.f_type : 0;
}

// Limits the addresses of a process, in bytes, and its seconds of processor time, and has it leave no core file.
static inline void luego_limit(int process, unsigned long long bytes, unsigned long long seconds) {
  const unsigned long long memory[2] = {bytes, bytes}, time[2] = {seconds, seconds}, none[2] = {0, 0};
  prlimit64(process, 9 /* RLIMIT_AS */, memory, 0);
  prlimit64(process, 0 /* RLIMIT_CPU */, time, 0);
  prlimit64(process, 4 /* RLIMIT_CORE */, none, 0);
}

// Ends this process when it has used so many more seconds of processor time.
static inline void luego_limit_time(unsigned long long seconds) {
  unsigned long long limit[2];
  struct timespec used;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  prlimit64(0, 0 /* RLIMIT_CPU */, 0, limit);
  limit[0] = used.tv_sec + 1 + seconds;
  if (limit[0] <= limit[1]) prlimit64(0, 0, limit, 0);
}

// A semaphore that begins with nothing; it needs memory alone.
static inline void *luego_semaphore(void) {
  sem_t *semaphore = (sem_t *)malloc(sizeof(sem_t));
  if (semaphore == NULL) abort();
  sem_init(semaphore, 0, 0);
  return semaphore;
}

static inline void luego_free_semaphore(void *semaphore) {
  sem_destroy((sem_t *)semaphore);
  free(semaphore);
}

static inline void luego_signal(void *semaphore) { sem_post((sem_t *)semaphore); }

// Waits until it was signaled, or so many milliseconds have passed; for any time with a negative number. Whether it
// was signaled.
static inline int luego_wait(void *semaphore, long long milliseconds) {
  struct timespec end;
  clock_gettime(CLOCK_MONOTONIC, &end);
  end.tv_sec += milliseconds / 1000;
  end.tv_nsec += milliseconds % 1000 * 1000000;
  if (end.tv_nsec >= 1000000000) {
    end.tv_sec += 1;
    end.tv_nsec -= 1000000000;
  }
  for (;;) {
    int result = milliseconds < 0 ? sem_wait((sem_t *)semaphore)
                                  : sem_clockwait((sem_t *)semaphore, CLOCK_MONOTONIC, &end);
    if (result == 0) return 1;
    if (errno != EINTR) return 0;
  }
}
