import Foundation
import PageExtraction
import ReadingList
import Testing

/// The files in `Pages`: whole pages as shops, blogs and forums generate them.
@Suite("Pages as the software of sites writes them") struct SitePagesTests {
  private static func pages(
    in folder: String
  ) throws -> [(name: String, html: String, text: String)] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "Pages/\(folder)")
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    return try files.filter { $0.pathExtension == "html" }.map { file in
      let text = file.deletingPathExtension().appendingPathExtension("txt")
      return (
        file.lastPathComponent, try String(contentsOf: file, encoding: .utf8),
        (try? String(contentsOf: text, encoding: .utf8)) ?? ""
      )
    }
  }

  @Test(
    "a page of goods, entries or facts is what it offers, whole and in order, and nothing around it",
    arguments: [("collections", 8), ("listings", 7), ("products", 7), ("services", 8)])
  func goods(folder: String, count: Int) throws {
    let pages = try Self.pages(in: folder)
    #expect(pages.count == count)
    for page in pages {
      let found = Pages.extract(page.html, url: "https://birds.example/x")
      let lines = found.text.split(separator: "\n").map {
        $0.split(separator: " ").joined(separator: " ")
      }
      #expect(lines == page.text.split(separator: "\n").map(String.init), "\(page.name)")
      #expect(folder != "products" || found.kind == .product, "\(page.name)")
    }
  }

  @Test("a thread is its posts, each with its author, time and text") func threads() throws {
    let pages = try Self.pages(in: "forums")
    #expect(pages.count == 17)
    for page in pages {
      let address = try #require(page.html.firstMatch(of: /<!-- (.+?) -->/)).output.1
      let found = Pages.extract(page.html, url: String(address))
      #expect(found.kind == .thread, "\(page.name)")
      for frame in ["RULES", "opened on", "| next"] {
        #expect(!found.text.contains(frame), "\(page.name)")
      }
      for (place, name) in ["heron", "wren", "tern", "stork"].enumerated() {
        let post = """
          Answer \(place) says that the nest of the \(name) is best left alone until the end of summer, at least.
          """
        let parts = found.text.components(separatedBy: post)
        #expect(parts.count == 2, "\(page.name): \(post)")
        let above = parts[0].split(separator: "\n").last
        #expect(above?.hasPrefix("\(name) · ") == true, "\(page.name): \(found.text)")
      }
    }
  }
}
