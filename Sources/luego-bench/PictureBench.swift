import Library
import Platform
import Reader
import ReadingList
import ReadingServices
import Terminal
import TestSupport

/// Measures drawing a picture with `chafa`, if installed, and loading it from the cache.
func benchmarkPictures() async throws {
  let directory = try TemporaryDirectory()
  let path = CurrentProcess.variable("PATH")
  let renderer = PictureRenderer(searching: path, cache: directory.path + "/cache")
  guard renderer.canDraw else { return print("Pictures: chafa is not installed") }
  // Enough shapes that hardly two cells are alike.
  let shapes = (0..<400).map { number in
    let (x, y) = (number * 37 % 640, number * 53 % 400)
    return
      "<circle cx='\(x)' cy='\(y)' r='25' fill='#\(String(0x111111 + number * 9173 % 0xeeeeee, radix: 16))'/>"
  }
  let bytes = Array("<svg width='640' height='400'>\(shapes.joined())</svg>".utf8)
  let name = PictureName(of: bytes, from: "https://example.com/picture")
  guard let name, let sides = name.size else { throw Failed("the picture has no size") }
  let file = try directory.write(name.text, bytes)
  let size = PlacedPicture.cells(of: sides, in: 72)
  print("A picture of 640 by 400 in \(size.columns) by \(size.rows) cells, medians")
  let picture = StoredPicture(name: name, path: file)
  for colors in [PictureDrawing.Colors.full, .cube, .eight, .pixels] {
    let drawing = PictureDrawing(picture, columns: size.columns, rows: size.rows, colors: colors)
    let start = Measure.now
    let drawn = try await renderer.draw(drawing)
    let first = Measure.now - start
    var times: [Double] = []
    for _ in 0..<(colors == .pixels ? 11 : 101) {
      let start = Measure.now
      let again = try await renderer.draw(drawing)
      let isWhole =
        colors == .pixels
        ? PixelPicture(again) != nil
        : PictureCells(again, columns: size.columns, rows: size.rows) != nil
      guard again == drawn, isWhole else { throw Failed("the picture was drawn otherwise") }
      times.append(Measure.now - start)
    }
    let source = colors == .pixels ? " ms, again" : " ms, from the cache"
    let note = source + Measure.cell(Measure.median(times)) + " ms"
    Measure.row("\(colors), drawn once", first, width: 40, note: note)
  }
}
