import ReadingServices
import ArticleStore
import Discovery
import PageExtraction
import PageFetch
import PageReading
import ReadingList

extension Program {
  /// Seconds that discovery waits for a page; another link is as good.
  private static let timeout = 10

  /// The sources as the config file and the environment say.
  func sources(_ config: Config) -> SourceList {
    var sources = config.sources
    sources.apply(environment: environment)
    return sources
  }

  /// What picks articles, over a library; without one it only asks sources what they have.
  func picker(_ sources: SourceList, library: Library?) -> ArticlePicker {
    ArticlePicker(
      sources: sources, pages: pageReader(timeout: Self.timeout, warn: { Log.line($0) }),
      lists: pageReader(maxBodySize: 64 << 20, warn: { Log.line($0) }).fetcher,
      samples: Places.data().map { SampleSite(directory: $0 + "/site") }, memory: discoveryMemory,
      lookup: library.map { lookup(of: $0) } ?? .nothing, now: clock.now, time: .system,
      seed: options.seed)
  }

  /// What discovery remembers.
  var discoveryMemory: DiscoveryMemory {
    DiscoveryMemory(cache: places.cache, state: places.state, isReadOnly: options.isReadOnly)
  }

  private func lookup(of library: Library) -> LibraryLookup {
    LibraryLookup(
      unread: { [clock] in
        let list = library.snapshot()
        guard let query = try? Query(parsing: "is:unread is:ready older:2w") else { return [] }
        return list.rows(in: .everything, matching: query, order: .oldest, now: clock.now()).map {
          list.id(of: $0)
        }
      },
      load: { id in
        guard let article = try? library.article(id), let html = try? library.body(of: id) else {
          return nil
        }
        let body = ArticleBody(fragment: html)
        return body.isEmpty ? nil : (article, body)
      },
      saved: {
        let list = library.snapshot()
        return { address in !list.ids(like: address).isEmpty }
      })
  }
}
