import Library
import Platform
import ReadingList
import ReadingServices
import TestSupport
import Testing

@Suite("Drawing pictures") struct PictureRendererTests {
  private let directory: TemporaryDirectory
  private let drawing: PictureDrawing

  init() throws {
    directory = try TemporaryDirectory()
    drawing = try Self.drawing("<svg width='320' height='160'/>", in: directory)
  }

  private static func drawing(
    _ text: String, in directory: TemporaryDirectory
  ) throws -> PictureDrawing {
    let name = try #require(PictureName(of: Array(text.utf8), from: "https://example.com/p"))
    let path = try directory.write(name.text, text: text)
    return PictureDrawing(StoredPicture(name: name, path: path), columns: 4, rows: 2, colors: .full)
  }

  private func renderer(_ script: String) throws -> PictureRenderer {
    try directory.write("chafa", text: "#!/bin/sh\n" + script, mode: 0o700)
    var renderer = PictureRenderer(searching: directory.path, cache: directory.path("cache"))
    // Only the case under test may time out.
    renderer.timeLimit = .seconds(36_000)
    return renderer
  }

  /// The number of times that the logging program was run.
  private func runs() throws -> Int {
    try directory.read("runs")?.count { $0 == UInt8(ascii: "x") } ?? 0
  }

  @Test("gives the program the file on standard input, the size in cells, and no shell")
  func running() async throws {
    let renderer = try renderer("echo \"$*\"; cat; echo \"|$HOME|\"")
    let text = String(decoding: try await renderer.draw(drawing), as: UTF8.self)
    #expect(text.contains("--size 4x2"))
    #expect(text.contains("--colors full"))
    #expect(text.hasSuffix("<svg width='320' height='160'/>||\n"))
  }

  @Test("happens once for each size and set of colors, and again for another file") func cached()
    async throws
  {
    let renderer = try renderer("echo x >> \(directory.path("runs")); cat")
    for _ in 0..<3 { _ = try await renderer.draw(drawing) }
    #expect(try runs() == 1)
    let wider = PictureDrawing(drawing.picture, columns: 5, rows: 2, colors: .full)
    _ = try await renderer.draw(wider)
    _ = try await renderer.draw(PictureDrawing(drawing.picture, columns: 4, rows: 2, colors: .cube))
    #expect(try runs() == 3)
    let other = try Self.drawing("<svg width='320' height='160'/> ", in: directory)
    #expect(try await renderer.draw(other).last == UInt8(ascii: " "))
  }

  @Test("that fails, crashes, hangs, never ends or has nothing to draw is one problem each")
  func failing() async throws {
    func isRefused(_ drawing: PictureDrawing, by renderer: PictureRenderer) async {
      await #expect(throws: PictureRenderer.Problem.refused) { try await renderer.draw(drawing) }
    }
    for script in ["exit 1", "kill -SEGV $$", "exec yes"] {
      await isRefused(drawing, by: try renderer(script))
    }
    var hanging = try renderer("exec sleep infinity")
    hanging.timeLimit = .milliseconds(1)
    await isRefused(drawing, by: hanging)
    let missing = PictureRenderer(searching: "/nowhere", cache: nil)
    #expect(!missing.canDraw)
    await isRefused(drawing, by: missing)
    // Without running the program.
    let enormous = try Self.drawing("<svg width='50000' height='50000'/>", in: directory)
    await isRefused(enormous, by: try renderer("echo x >> \(directory.path("runs"))"))
    #expect(try runs() == 0)
    unlink(drawing.picture.path)
    await isRefused(drawing, by: try renderer("cat"))
  }

  @Test("has a limit on memory, and leaves no core file") func memory() async throws {
    let renderer = try renderer(
      "while [ \"$(ulimit -v)\" = unlimited ] || [ \"$(ulimit -c)\" != 0 ]; do :; done; ulimit -v")
    #expect(try await renderer.draw(drawing) == Array("1572864\n".utf8))
  }
}
