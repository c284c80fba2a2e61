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
    let name = request.url.hasPrefix(Self.address) ? request.url.dropFirst(Self.address.count) : ""
    // Only files in the directory, whatever the address says.
    guard !name.isEmpty, !name.split(separator: "/").contains(where: { $0.hasPrefix(".") }),
      let bytes = SmallFile.read("\(directory)/\(name)", limit: 1 << 20)
    else {
      throw FetchProblem(
        kind: .notFound,
        message: "The sample site has no page \(request.url); install Luego's data files")
    }
    return FetchedPage(file: bytes, named: String(name), at: request.url)
  }
}
