import Platform
package import ReadingList

/// Draws pictures in cells with `chafa`, if installed.
///
/// Decoders are not trusted: they run in a process with limits on time, memory and output.
package struct PictureRenderer: Sendable {
  /// Nobody wants the drawing any longer, or it cannot be made.
  package enum Problem: Error, Sendable { case cancelled, refused }

  /// Nil if it is not installed.
  package let program: String?
  package var timeLimit = Duration.seconds(10)

  /// Address space in bytes: enough for the largest picture and the program's libraries.
  private static let memory = 3 << 29
  /// The most output per cell, with all colors.
  private static let bytesPerCell = 96

  /// Finds the program in a `PATH`-style list.
  package init(searching path: String?) { program = ProgramFile.find("chafa", in: path) }

  /// Draws a picture: lines of text with SGR sequences, unchecked.
  ///
  /// Cancelling the task ends the program.
  package func draw(_ drawing: PictureDrawing) async throws(Problem) -> [UInt8] {
    guard let program, drawing.picture.name.size?.isDecodable == true else { throw .refused }
    guard let picture = SmallFile.read(drawing.picture.path, limit: PictureFetch.maxSize) else {
      throw .refused
    }
    let format = drawing.picture.name.format
    let filter = ChildProcess(
      program: program,
      arguments: Self.options(of: drawing) + [
        "--stretch", "--animate", "off", "--threads", "1", "-O", "0", "-",
      ],
      environment: ["LC_ALL": "C.UTF-8", "PATH": "/usr/local/bin:/usr/bin:/bin", "TERM": "xterm"],
      timeLimit: timeLimit,
      outputLimit: (drawing.columns + 1) * (drawing.rows + 1) * Self.bytesPerCell,
      memoryLimit: Self.memory)
    let drawn: [UInt8]
    do throws(ChildProcess.Problem) {
      drawn = try await filter.output(for: format.decodable(picture))
    } catch { if case .cancelled = error { throw .cancelled } else { throw .refused } }
    guard !drawn.isEmpty else { throw .refused }
    return drawn
  }

  private static func options(of drawing: PictureDrawing) -> [String] {
    let size = ["--size", "\(drawing.columns)x\(drawing.rows)"]
    switch drawing.colors {
    case .none, .noneOnLight:
      // Without colors, block characters would merge into one block.
      return ["--format", "symbols", "--colors", "none", "--symbols", "braille"] + [
        "--dither", "diffusion",
      ] + (drawing.colors == .noneOnLight ? ["--invert"] : []) + size
    case .eight, .sixteen, .cube, .full:
      return ["--format", "symbols", "--colors", drawing.colors.rawValue] + [
        "--symbols", "block+quad+half+space",
      ] + size
    }
  }
}
