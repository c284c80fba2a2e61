import Glibc
import Library
import Reader
import ReadingList
import Terminal

/// Reads lines of a config file.
func fuzzConfig(_ bytes: [UInt8]) {
  var settings = Settings()
  var keymap = Keymap()
  for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
    guard let invocation = try? Invocation(parsing: String(line)) else { continue }
    switch invocation.command {
    case .set: _ = try? settings.set(line: invocation.argument)
    case .sync: _ = try? settings.addSyncTarget(line: invocation.argument)
    case .bind: try? keymap.bind(line: invocation.argument)
    default: break
    }
  }
}

/// Reads terminal input; FF separates what arrives together, and the next byte is the length of the
/// pause.
func fuzzKeys(_ bytes: [UInt8]) {
  var reader = InputReader()
  var now = 0
  for piece in bytes.split(separator: 0xff) {
    now += Int(piece.first ?? 0) * 20
    let tokens = String(decoding: piece.dropFirst(), as: UTF8.self).unicodeScalars.map {
      InputToken.scalar($0.value)
    }
    for event in reader.take(tokens, milliseconds: now).events {
      if case .paste(let text) = event {
        check(text.unicodeScalars.count <= InputReader.maxPasteSize, "a paste is too long")
      }
    }
  }
}

private let library: Library? = {
  let path = directory + "/library"
  guard let made = Timestamp(rfc3339: "2024-05-06T07:08:09Z"),
    let name = LibraryName(id: "0123456789abcdef", createdAt: made)
  else { return nil }
  try? Library.make(path, named: name)
  return try? Library.open(path, cache: directory + "/cache", state: directory + "/state")
}()

/// Reads what a sync peer sends; the first byte says which side speaks first.
func fuzzSync(_ bytes: [UInt8]) {
  guard let library else {
    return check(false, "there is no library")
  }
  withFile(Array(bytes.dropFirst())) { path in
    let (input, nowhere) = (open(path, O_RDONLY), open("/dev/null", O_WRONLY))
    check(input >= 0 && nowhere >= 0, "there is no peer")
    let channel = SyncChannel(input: input, output: nowhere, timeout: 1000)
    var session = SyncSession(
      channel, isFirst: (bytes.first ?? 0) & 1 == 1, options: SyncSession.Options())
    if case .failure(let problem) = Result(catching: { try session.run(.library(library)) }) {
      checkHarmless((problem as? StoreError)?.message, "a problem")
    }
    close(input)
    close(nowhere)
  }
}
