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
    var renderer = PictureRenderer(searching: directory.path)
    // The machine may be arbitrarily slow.
    renderer.timeLimit = .seconds(36_000)
    return renderer
  }

  @Test("gives the program the file on standard input, the size in cells, and no shell")
  func running() async throws {
    let renderer = try renderer("echo \"$*\"; cat; echo \"|$HOME|\"")
    let text = String(decoding: try await renderer.draw(drawing), as: UTF8.self)
    #expect(text.contains("--size 4x2"))
    #expect(text.contains("--colors full"))
    #expect(text.hasSuffix("<svg width='320' height='160'/>||\n"))
  }

  @Test("that fails, never ends or has nothing to draw is refused")
  func failing() async throws {
    func isRefused(_ drawing: PictureDrawing, by renderer: PictureRenderer) async {
      await #expect(throws: PictureRenderer.Problem.refused) { try await renderer.draw(drawing) }
    }
    for script in ["exit 1", "exec yes"] { await isRefused(drawing, by: try renderer(script)) }
    let missing = PictureRenderer(searching: "/nowhere")
    #expect(missing.program == nil)
    await isRefused(drawing, by: missing)
    // Without running the program.
    let enormous = try Self.drawing("<svg width='50000' height='50000'/>", in: directory)
    await isRefused(enormous, by: try renderer("echo x >> \(directory.path("runs"))"))
    #expect(try directory.read("runs") == nil)
    unlink(drawing.picture.path)
    await isRefused(drawing, by: try renderer("cat"))
  }

  @Test("has a limit on memory, and leaves no core file") func memory() async throws {
    let renderer = try renderer(
      "while [ \"$(ulimit -v)\" = unlimited ] || [ \"$(ulimit -c)\" != 0 ]; do :; done; ulimit -v")
    #expect(try await renderer.draw(drawing) == Array("1572864\n".utf8))
  }
}
