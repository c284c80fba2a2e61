import Foundation
import FoundationXML
import TestSupport
import Testing

@Suite("The system around the program") struct SystemTests {
  private let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  // The words come from the decisions in the acceptance list; the text itself is for people to review.
  @Test("4.15 the decisions of weight are written down: screen, store, parser, merging for sync")
  func decisions() throws {
    let note = try text("Sources/ARCHITECTURE.md")
    let section = try #require(note.range(of: "## Decisions\n"))
    let rest = note[section.upperBound...]
    let decisions = rest[..<(rest.range(of: "\n## ")?.lowerBound ?? rest.endIndex)]
    for words in [
      "**ncurses**", "**Plain JSON files, no database.**", "**libxml2**", "**Merging**",
    ] { #expect(decisions.contains(words), "\(words)") }
  }

  @Test(
    "the README fits on two screens, and what it and its neighbors refer to is there",
    arguments: ["README.md", ".github/CONTRIBUTING.md", "Data/CHANGELOG.md"])
  func readme(name: String) throws {
    let readme = try text(name)
    #expect(readme.split(separator: "\n", omittingEmptySubsequences: false).count <= 131)
    let links = readme.matches(of: /\]\(([^):]+)\)/).map { String($0.1) }
    #expect(links.count >= 1)
    let place = root.appending(path: name).deletingLastPathComponent()
    for link in links {
      #expect(FileManager.default.fileExists(atPath: place.appending(path: link).path), "\(link)")
    }
  }

  @Test("sections of the manual that the README names are there") func sections() throws {
    for (_, file, section) in try text("README.md").matches(
      of: /\((Data\/man\/[^)]+)\), ([A-Z]+)\b/
    ).map(\.output) {
      #expect(try text(String(file)).contains("\n.Sh \(section)\n"), "\(file), \(section)")
    }
  }

  @Test(
    "4.13 an old compiler is named, with what is needed and where it comes from",
    arguments: [("Swift version 5.10 (x)", false), ("Swift version 6.2.1 (x)", true), ("", false)])
  func compiler(said: String, isEnough: Bool) throws {
    let directory = try TemporaryDirectory()
    let fake = try directory.write("swift", text: "#!/bin/sh\necho '\(said)'\n", mode: 0o755)
    let log = directory.path("log")
    let worked = runShell(
      #"exec make -C "$1" -s swift-version SWIFT="$2" >"$3" 2>&1"#, root.path, fake, log)
    let output = try String(contentsOfFile: log, encoding: .utf8)
    #expect(worked == isEnough, "\(output)")
    #expect(output.contains("Swift 6.2 or newer is needed") == !isEnough, "\(output)")
    #expect(output.contains("https://swift.org/install") == !isEnough, "\(output)")
  }

  @Test("4.16 the desktop entry opens both schemes with the program, and the manual says how")
  func desktop() throws {
    let entry = try text("Data/luego.desktop").split(separator: "\n").map(String.init)
    // It appears in the menu with the installed icon.
    #expect(!entry.contains { $0.hasPrefix("NoDisplay") } && entry.contains("Icon=luego"))
    #expect(entry.first == "[Desktop Entry]")
    #expect(entry.contains("Exec=luego open %u"))
    #expect(entry.contains("MimeType=x-scheme-handler/luego;x-scheme-handler/luegoreader;"))
    let manual = try text("Data/man/luego.1")
    for words in ["xdg-mime default luego.desktop", "xdg-open 'luegoreader://"] {
      #expect(manual.contains(words), "\(words)")
    }
  }

  @Test("the description for software centers names the menu entry, the icon and the license")
  func description() throws {
    let names = try FileManager.default.contentsOfDirectory(
      atPath: root.appending(path: "Data/metainfo").path)
    #expect(names == ["org.example.luego.metainfo.xml"])
    let data = try Data(contentsOf: root.appending(path: "Data/metainfo/" + names[0]))
    let description = try text("Data/metainfo/" + names[0])
    #expect(XMLParser(data: data).parse())
    for part in [
      "<id>org.example.luego</id>", "<project_license>MIT</project_license>",
      "<launchable type=\"desktop-id\">luego.desktop</launchable>",
      "<icon type=\"stock\">luego</icon>",
    ] { #expect(description.contains(part), "\(part)") }
    let icon = try Data(contentsOf: root.appending(path: "Data/icons/luego.svg"))
    #expect(XMLParser(data: icon).parse())
  }

  @Test(
    "where there is no apt-get, the packages are named as the system's own manager has them",
    arguments: [
      (
        "dnf", "sudo dnf install",
        ["libxml2-devel", "cmark-gfm-devel", "gcc-c++", "pkgconf-pkg-config"]
      ),
      ("pacman", "sudo pacman -S --needed", ["libxml2", "cmark-gfm", "gcc", "pkgconf"]),
      ("none", "In Debian", ["libxml2-dev", "libcmark-gfm-dev", "g++", "pkg-config"]),
    ])
  func packages(manager: String, command: String, names: [String]) throws {
    let directory = try TemporaryDirectory()
    let script = #"""
      cd "$1" && for name in sh make cut sed sort tr head find id cat printf; do
        ln -s "$(command -v $name)" . || exit 1
      done
      printf '#!/bin/sh\necho Swift version 6.2.1\n' >swift && cp swift "$3" && chmod +x swift "$3"
      PATH="$1" make -C "$2" -s deps >log 2>&1
      """#
    #expect(!runShell(script, directory.path, root.path, manager))
    let log = try String(contentsOfFile: directory.path("log"), encoding: .utf8)
    #expect(log.hasPrefix("Missing: "), "\(log)")
    let line = try #require(log.split(separator: "\n").first { $0.contains(command) }, "\(log)")
    for name in names { #expect(line.split(separator: " ").contains(Substring(name)), "\(log)") }
  }
}
