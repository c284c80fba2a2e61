import Platform
import Synchronization
package import Web

/// Discovery for the interface: calls return at once, and picks run one after another.
package final class DiscoveryService: Sendable {
  private let picker: ArticlePicker
  private let reread: @Sendable () -> SourceList?
  private let queue = JobQueue()
  private let state = Mutex((generation: 0, task: Task<Void, Never>?.none))

  /// The sources' health, the size of their pools, and the categories of their lists.
  package struct Description: Sendable {
    package var health: [String: SourceHealth]
    package var counts: [String: Int]
    package var categories: [String]
  }

  /// `readSources` rereads the config file; nil if it cannot be read.
  package init(
    picker: ArticlePicker, readSources: @escaping @Sendable () -> SourceList? = { nil }
  ) {
    self.picker = picker
    reread = readSources
  }

  package func pick(
    from choice: String, category: String?, stage: @escaping Answer<PickStage>,
    answer: @escaping Answer<Result<PickedArticle, PickProblem>>
  ) {
    enqueue { [picker] in
      do throws(PickProblem) {
        answer(.success(try await picker.pick(from: choice, category: category, tell: stage)))
      } catch { answer(.failure(error)) }
    }
  }

  /// Runs work in the queue that `cancel` ends.
  private func enqueue(_ work: @escaping @Sendable () async -> Void) {
    let generation = state.withLock { $0.generation }
    queue.enqueue { [self] in
      let task = Task(executorPreference: WorkerPool.process) { await work() }
      // Work cancelled while it waited ends as it begins.
      let isWanted = state.withLock { state in
        state.task = task
        return state.generation == generation
      }
      if !isWanted { task.cancel() }
      await task.value
      state.withLock { $0.task = nil }
    }
  }

  /// Cancels all requests; they are still answered.
  package func cancel() {
    state.withLock { state in
      state.generation += 1
      state.task?.cancel()
    }
  }

  package func markShown(_ picked: PickedArticle) {
    queue.enqueue { [picker] in await picker.markShown(picked) }
  }

  /// Releases picked articles that will not be shown.
  package func giveBack(_ all: [PickedArticle]) {
    queue.enqueue { [picker] in for picked in all { await picker.giveBack(picked) } }
  }

  /// Rereads the sources, which another process may have changed.
  package func readSources(answer: @escaping Answer<SourceList?>) {
    queue.enqueue { [reread] in answer(reread()) }
  }

  package func use(_ sources: SourceList) {
    queue.enqueue { [picker] in await picker.use(sources) }
  }

  /// Refreshes the pools that are due, or all of them.
  package func refreshPools(
    everything: Bool, category: String?,
    answer: @escaping Answer<[(name: String, problem: String?)]>
  ) {
    enqueue { [picker] in
      let all = await picker.refreshPools(everything: everything, category: category)
      answer(all.map { ($0.name, $0.problem) })
    }
  }

  /// For the settings screen.
  package func describe(_ sources: SourceList, answer: @escaping Answer<Description>) {
    queue.enqueue { [picker] in
      let health = await picker.health
      var counts: [String: Int] = [:]
      var categories: [String: String] = [:]
      for source in sources.sources {
        for name in await picker.categories(of: source.name)
        where categories[name.lowercased()] == nil { categories[name.lowercased()] = name }
        counts[source.name] = await picker.pool(of: source.name)?.count
      }
      answer(Description(health: health, counts: counts, categories: categories.values.sorted()))
    }
  }
}
