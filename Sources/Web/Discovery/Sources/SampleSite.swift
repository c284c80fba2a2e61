import Platform
import ReadingList

/// The small web site shipped with the program, read from disk instead of the network.
package struct SampleSite: PageFetching {
  /// Its pages are saved under this address.
  package static let address = "https://lamplight.example/"

  static let feed = address + "feed.xml"

  private let directory: String

  package init(directory: String) { self.directory = directory }

  package func fetch(_ request: PageRequest) async throws(FetchProblem) -> FetchedPage? {
    let path = request.url.hasPrefix(Self.address) ? request.url.dropFirst(Self.address.count) : ""
    let name = path.isEmpty || path.hasSuffix("/") ? path + "index.html" : path
    // Only files in the directory, whatever the address says.
    guard !name.split(separator: "/").contains(where: { $0.hasPrefix(".") }),
      request.url.hasPrefix(Self.address),
      let bytes = SmallFile.read("\(directory)/\(name)", limit: 1 << 20)
    else {
      throw FetchProblem(
        kind: .notFound,
        message: "The sample site has no page \(request.url); install Luego's data files")
    }
    return FetchedPage(file: bytes, named: String(name), at: request.url)
  }
}
