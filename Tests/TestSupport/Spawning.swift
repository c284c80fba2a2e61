package import Glibc

/// Starts a program, found by `PATH`, with its files as they are set; nothing else of this process is changed.
///
/// - Throws: `SystemFailure` where it cannot be started.
package func spawn(
  _ words: [String], environment: [String]? = nil, inOwnSession: Bool = false,
  _ setFiles: (inout posix_spawn_file_actions_t) -> Void = { _ in }
) throws(SystemFailure) -> pid_t {
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  setFiles(&actions)
  var attributes = posix_spawnattr_t()
  posix_spawnattr_init(&attributes)
  defer { posix_spawnattr_destroy(&attributes) }
  // `POSIX_SPAWN_SETSID`, a macro that does not import.
  if inOwnSession { posix_spawnattr_setflags(&attributes, 0x80) }
  var arguments = words.map { strdup($0) } + [nil]
  var variables = (environment ?? []).map { strdup($0) } + [nil]
  defer { for pointer in arguments + variables { free(pointer) } }
  var child: pid_t = 0
  let status =
    environment == nil
    ? posix_spawnp(&child, words[0], &actions, &attributes, &arguments, environ)
    : posix_spawnp(&child, words[0], &actions, &attributes, &arguments, &variables)
  guard status == 0 else { throw SystemFailure(words[0], code: status) }
  return child
}

/// Opens a pseudo terminal, and gives its descriptor and the name of its other end.
///
/// - Throws: `SystemFailure`.
package func openTerminal() throws(SystemFailure) -> (descriptor: CInt, name: String) {
  let master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
  var lock: CInt = 0
  var number: UInt32 = 0
  // `TIOCSPTLCK` and `TIOCGPTN`, macros that do not import.
  guard master >= 0, ioctl(master, 0x4004_5431, &lock) == 0,
    ioctl(master, 0x8004_5430, &number) == 0
  else { throw SystemFailure("/dev/ptmx") }
  return (master, "/dev/pts/\(number)")
}
