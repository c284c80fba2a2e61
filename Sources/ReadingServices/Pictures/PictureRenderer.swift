import ArticleStore
import Platform
package import ReadingList

/// Draws pictures in cells with `chafa`, where it is installed, and keeps what it drew.
///
/// Decoding takes place in a process of its own with limits on time, memory and output: decoders of pictures are not
/// to be trusted.
package struct PictureRenderer: Sendable {
  /// Why there is no drawing, for the log.
  package enum Problem: Error, Equatable, Sendable {
    /// There is no `chafa`.
    case notInstalled
    /// The picture is gone, or cannot be read.
    case unreadable
    /// It has too many pixels.
    case tooLarge
    /// `chafa` cannot decode it.
    case refused
    case tookTooLong
    case cancelled
  }

  /// The path of the program; nil where it is not installed.
  package let program: String?
  /// Where drawings are kept; nil to keep none.
  package let cache: String?
  /// How long decoding may take.
  package var timeLimit = Duration.seconds(10)
  /// Where a file for the program's input is made and removed at once.
  package var temporary = "/tmp"

  /// Bytes of addresses that the program gets: a picture of the most pixels, and its libraries.
  private static let memory = 3 << 29
  /// Bytes for a cell, with all its colors.
  private static let bytesPerCell = 96
  /// Bytes for a cell of 10 by 20 pixels in Base64, with what stands around them.
  private static let bytesPerCellOfPixels = 1200
  /// Drawings that are kept in each of 256 directories.
  private static let kept = 16

  /// Looks the program up in a list of directories as `PATH` has it.
  package init(searching path: String?, cache: String?) {
    program = ProgramFile.find("chafa", in: path)
    self.cache = cache
  }

  /// Whether pictures can be drawn.
  package var canDraw: Bool { program != nil }

  /// Draws a picture: lines of text with SGR sequences, which nobody has checked.
  ///
  /// Cancelling the task ends the program.
  ///
  /// - Throws: `Problem`.
  package func draw(_ drawing: PictureDrawing) async throws(Problem) -> [UInt8] {
    guard let program else { throw .notInstalled }
    guard drawing.picture.name.size?.isDecodable == true else { throw .tooLarge }
    let place = place(of: drawing)
    if let place, let known = SmallFile.read(place, limit: Self.limit(of: drawing)) { return known }
    guard let picture = SmallFile.read(drawing.picture.path, limit: PictureFetch.maxSize) else {
      throw .unreadable
    }
    let format = drawing.picture.name.format
    let filter = ChildProcess(
      program: program,
      arguments: Self.options(of: drawing) + [
        "--stretch", "--animate", "off", "--threads", "1", "-O", "0", "-",
      ],
      environment: ["LC_ALL": "C.UTF-8", "PATH": "/usr/local/bin:/usr/bin:/bin", "TERM": "xterm"],
      temporary: temporary, timeLimit: timeLimit, outputLimit: Self.limit(of: drawing),
      memoryLimit: Self.memory)
    let drawn: [UInt8]
    do throws(ChildProcess.Problem) {
      drawn = try await filter.output(for: format.decodable(picture))
    } catch {
      switch error {
      case .notStarted: throw .notInstalled
      case .status, .tooLarge: throw .refused
      case .tookTooLong: throw .tookTooLong
      case .cancelled: throw .cancelled
      }
    }
    guard !drawn.isEmpty else { throw .refused }
    if let place { keep(drawn, at: place) }
    return drawn
  }

  /// What the program is to write, as its options say it.
  private static func options(of drawing: PictureDrawing) -> [String] {
    let size = ["--size", "\(drawing.columns)x\(drawing.rows)"]
    switch drawing.colors {
    case .pixels:
      // Without a terminal to ask it takes a cell for 8 by 8 pixels.
      let (columns, rows) = (drawing.columns * 10 / 8, drawing.rows * 20 / 8)
      return ["--format", "kitty", "--size", "\(max(1, columns))x\(max(1, rows))"]
    case .none, .noneOnLight:
      // Blocks of one color would be one block.
      return ["--format", "symbols", "--colors", "none", "--symbols", "braille"] + [
        "--dither", "diffusion",
      ] + (drawing.colors == .noneOnLight ? ["--invert"] : []) + size
    case .eight, .sixteen, .cube, .full:
      return ["--format", "symbols", "--colors", drawing.colors.rawValue] + [
        "--symbols", "block+quad+half+space",
      ] + size
    }
  }

  private static func limit(of drawing: PictureDrawing) -> Int {
    let cells = (drawing.columns + 1) * (drawing.rows + 1)
    return cells * (drawing.colors == .pixels ? bytesPerCellOfPixels : bytesPerCell)
  }

  /// Where a drawing is kept, by what it is of; nil when the picture is gone, or it is not kept.
  private func place(of drawing: PictureDrawing) -> String? {
    // Pixels take a megabyte and more, and are drawn in no time.
    guard let cache, drawing.colors != .pixels,
      let stamp = SmallFile.stamp(of: drawing.picture.path)
    else { return nil }
    let key = SHA256.hex(
      of: "\(drawing.picture.path) \(stamp) \(drawing.columns)x\(drawing.rows) "
        + drawing.colors.rawValue)
    return "\(cache)/\(key.prefix(2))/\(drawing.picture.owner)-\(key.dropFirst(2))"
  }

  /// Keeps a drawing, and removes those that were drawn longest ago; what cannot be kept is drawn again.
  private func keep(_ drawn: [UInt8], at place: String) {
    let directory = String(place[..<(place.lastIndex(of: "/") ?? place.startIndex)])
    do throws(SystemError) { try SmallFile.replace(place, with: drawn, isDurable: false) } catch {
      return
    }
    let others = (fileNames(in: directory) ?? []).filter { !place.hasSuffix($0) }
    guard others.count >= Self.kept else { return }
    let dated = others.map { ($0, SmallFile.modified("\(directory)/\($0)") ?? 0) }
    for (name, _) in dated.sorted(by: { $0.1 < $1.1 }).dropLast(Self.kept - 1) {
      unlink("\(directory)/\(name)")
    }
  }
}
