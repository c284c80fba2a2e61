import Glibc
import Library
import Platform
import ReadingList
import ReadingServices
import Synchronization
import TestSupport
import Testing
import Web

@Suite("Fetching pictures") struct PictureFetchTests {
  private let directory: TemporaryDirectory
  private let id: ArticleID

  init() throws {
    directory = try TemporaryDirectory()
    id = ArticleID(canonicalURL: "https://example.com/a")
  }

  /// Answers from a closure and counts the requests.
  private final class Server: PageFetching {
    private let asked = Mutex<[String]>([])
    private let answer: @Sendable (String) -> [UInt8]

    init(_ answer: @escaping @Sendable (String) -> [UInt8]) { self.answer = answer }

    var requests: [String] { asked.withLock { $0 } }

    func fetch(_ request: PageRequest) async throws(FetchProblem) -> FetchedPage? {
      asked.withLock { $0.append(request.url) }
      return FetchedPage(finalURL: request.url, kind: .image, body: answer(request.url))
    }
  }

  private static let svg = Array("<svg width='40' height='30'/>".utf8)

  private static func address(_ number: Int) -> String { "https://example.com/\(number).svg" }

  private static func text(_ count: Int) -> String {
    (0..<count).map { "<figure><img src=\"\(address($0))\" alt=\"\($0)\"></figure>" }.joined()
  }

  /// A library with one article that has this many pictures.
  private func library(pictures: Int, files: FileLayer = .real) throws -> Library {
    let library = try Library.open(
      directory.path("library"), cache: directory.path("cache"), files: files)
    if try library.article(id) == nil {
      let moment = Timestamp(milliseconds: 0)
      let article = Article(address: try WebAddress("https://example.com/a"), savedAt: moment)
      _ = try library.add([article], at: moment)
      _ = try library.saveFetched(id, at: moment, body: Self.text(pictures)) { $0.fetch = .ready }
    }
    return library
  }

  /// A fetch without effective time limits.
  private func fetching(_ library: Library, from server: Server) -> PictureFetch {
    var fetch = PictureFetch(library: library, fetcher: server)
    fetch.timeLimit = .seconds(36_000)
    return fetch
  }

  @Test("gets those that are missing") func missing() async throws {
    let library = try library(pictures: 3)
    _ = try library.savePicture(Self.svg, from: Self.address(1), of: id)
    let server = Server { _ in Self.svg }
    #expect(try await fetching(library, from: server).fetch(for: id))
    #expect(Set(server.requests) == [Self.address(0), Self.address(2)])
    let keys = Set(try library.pictures(of: id)?.keys.map(\.self) ?? [])
    #expect(keys == Set((0..<3).map { PictureName.key(of: Self.address($0)) }))
  }

  @Test("gets one again whose file was damaged", arguments: ["", "<svg width='41' height='20'/>"])
  func damaged(text: String) async throws {
    let library = try library(pictures: 1)
    let stored = try #require(try library.savePicture(Self.svg, from: Self.address(0), of: id))
    try directory.write("library/" + stored.path.dropFirst(library.directory.count + 1), text: text)
    let server = Server { _ in Self.svg }
    #expect(try await fetching(library, from: server).fetch(for: id))
    #expect(server.requests == [Self.address(0)])
    #expect(try library.bytes(of: stored) == Self.svg)
  }

  @Test("has a limit on how many there are") func number() async throws {
    let library = try library(pictures: PictureFetch.maxCount + 5)
    let server = Server { _ in Self.svg }
    #expect(try await fetching(library, from: server).fetch(for: id))
    #expect(server.requests.count == PictureFetch.maxCount)
    #expect(try library.pictures(of: id)?.count == PictureFetch.maxCount)
  }

  @Test("has a limit on their bytes, which counts what is no picture as well")
  func bytes() async throws {
    let library = try library(pictures: 12)
    let large = [UInt8](repeating: 0x20, count: PictureFetch.maxSize)
    let server = Server { _ in large }
    #expect(try await fetching(library, from: server).fetch(for: id))
    #expect(try library.pictures(of: id)?.isEmpty == true && server.requests.count <= 8)
  }

  @Test("that is cancelled ends and keeps what came")
  func cancelled() async throws {
    let library = try library(pictures: 40)
    let task = Mutex<Task<Bool, any Error>?>(nil)
    let gate = AsyncStream<Void>.makeStream()
    let server = Server { url in
      if url == Self.address(8) { task.withLock { $0?.cancel() } }
      return Self.svg
    }
    let stopped = Task { [id] in
      for await _ in gate.stream {}
      return try await fetching(library, from: server).fetch(for: id)
    }
    task.withLock { $0 = stopped }
    gate.continuation.finish()
    #expect(try await stopped.value)
    #expect(try library.pictures(of: id)?.count == 12 && server.requests.count == 12)
  }

  @Test("ends at once where the disk is full, and leaves what is there")
  func fullDisk() async throws {
    _ = try library(pictures: 40)
    let full = try library(
      pictures: 40,
      files: FileLayer { operation, path in
        operation == .write && path.contains("/pictures/") ? ENOSPC : 0
      })
    let server = Server { _ in Self.svg }
    await #expect(throws: StoreError.self) {
      _ = try await fetching(full, from: server).fetch(for: id)
    }
    #expect(server.requests.count <= 4)
    #expect(try full.article(id) != nil)
  }

  @Test("of an article that is purged meanwhile stores nothing more") func purged() async throws {
    let library = try library(pictures: 40)
    let other = try self.library(pictures: 40)
    let server = Server { [id] url in
      if url == Self.address(4) { _ = try? other.purge([id], at: Timestamp(milliseconds: 1)) }
      return Self.svg
    }
    await #expect(throws: StoreError.self) {
      _ = try await fetching(library, from: server).fetch(for: id)
    }
    #expect(server.requests.count <= 8)
    #expect(try library.pictures(of: id) == nil)
  }
}
