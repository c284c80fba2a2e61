import Exchange
import Library
import PageExtraction
import Platform
import ReadingList
import ReadingServices

// MARK: Files among the arguments of `luego add`
extension Program {
  /// - Throws: `Failure` if the page names no address of its own.
  func savedLink(of page: SavedPage, in file: String) throws -> SavedLinks.Link {
    guard let address = page.address(by: PageExtractor(workers: Self.pageWorkers)),
      case .success(let links) = SavedLinks.addresses(in: address.text), let link = links.first
    else {
      let name = file == "-" ? "The page" : file
      throw Failure(
        "\(name) does not say its address; give it: luego add --html \(file) URL", .wrongUsage)
    }
    return link
  }

  /// Whether a word names a file; one with a scheme does not.
  static func isFile(_ name: String) -> Bool {
    !name.contains("://") && (try? FileStatus(name))?.isRegular == true
  }

  /// Why a word that names no regular file cannot be saved; nil if it may be an address.
  static func fileProblem(of name: String) -> String? {
    let endings = [".html", ".htm", ".pdf", ".epub", ".eml", ".mbox", ".txt", ".json", ".csv"]
    let isPath =
      ["/", "./", "../", "~/"].contains(where: name.hasPrefix)
      || !name.contains("/") && endings.contains(where: name.lowercased().hasSuffix)
    let status = try? FileStatus(name)
    let isAddress = (try? SavedLinks.addresses(in: name).get()) != nil
    guard isPath || status?.isDirectory == true && !isAddress else { return nil }
    guard let status else { return "there is no such file" }
    return status.isDirectory ? "it is a directory; name its files" : "it is not a regular file"
  }

  /// Saves the articles in files, and fetches those with only an address.
  func add(files: [String], _ changes: [ArticleChange], fetches: Bool) async throws {
    let library = try openWritableLibrary(ifAbsent: .create)
    let inbox = inbox(of: library)
    var hasFailed = false
    var links: [ArticleID] = []
    for file in files {
      let found = await inbox.save(fileAt: file, changes)
      if let problem = found.problem { throw Failure(problem) }
      for (name, reason) in found.failures {
        hasFailed = true
        Output.complain("\(name): not saved: \(reason)")
      }
      for (name, text) in found.remarks { Output.tell("\(name): \(text)") }
      do { try report(found.saved) } catch {
        guard Failure(error).message.isEmpty else { throw error }
        hasFailed = true
      }
      if fetches { links += found.links }
    }
    let fetch = fetching(into: library) { Output.complain($0) }
    let problem = await fetch.fetchAll(links) { id, outcome in
      try? say(outcome, of: try? library.article(id))
    }
    if let problem { throw Failure.pictures(problem) }
    if hasFailed { throw Failure("", .failed) }
  }
}
