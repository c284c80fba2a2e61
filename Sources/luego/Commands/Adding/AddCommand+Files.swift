import Exchange
import Platform
import ReadingList

// Files among what `luego add` is given.
extension Program {
  /// The address that a page in a file says is its own.
  func savedLink(of page: SavedPage, in file: String) throws(Failure) -> SavedLinks.Link {
    guard let address = page.address,
      case .success(let links) = SavedLinks.addresses(in: address.text), let link = links.first
    else {
      let name = file == "-" ? "The page" : file
      throw Failure(
        "\(name) does not say its address; give it: luego add --html \(file) URL",
        .wrongUsage
      )
    }
    return link
  }

  /// What to do instead of adding a word that names a file; nil for other words.
  static func refusal(ofFile name: String) -> String? {
    guard !name.contains("://"), let status = try? FileStatus(name), status.isRegular else {
      return nil
    }
    var way = "to add the page in it: luego add --html \(name)"
    if !name.contains("/"), (try? WebAddress(name)) != nil {
      way += "; to add the site: luego add https://\(name)"
    }
    return "“\(name)” is a file here; \(way)"
  }
}
