package import Discovery
import Synchronization
package import Platform
package import ReadingList

/// Discovery for the interface: calls return at once, and answers come through the mailbox.
///
/// Picks run one at a time.
package final class DiscoveryService: Sendable {
  private let picker: ArticlePicker
  private let queue = JobQueue()
  private let mailbox: Mailbox<Event>
  private let reading = Mutex(Task<Void, Never>?.none)
  private let state = Mutex((generation: 0, task: Task<Void, Never>?.none))

  package init(picker: ArticlePicker, mailbox: Mailbox<Event>) {
    self.picker = picker
    self.mailbox = mailbox
  }

  /// Picks an article; answers with `DiscoveryEvent.picked`.
  package func pick(from choice: String, category: String?, request: Int) {
    let generation = state.withLock { $0.generation }
    queue.enqueue { [self] in
      let task = Task(executorPreference: WorkerPool.process) { [picker, mailbox] in
        do throws(PickProblem) {
          let picked = try await picker.pick(from: choice, category: category) { stage in
            mailbox.post(.discovery(.picking(request: request, stage)))
          }
          mailbox.post(.discovery(.picked(request: request, .success(picked))))
        } catch { mailbox.post(.discovery(.picked(request: request, .failure(error)))) }
      }
      // A pick cancelled while it waited ends as soon as it begins.
      let isWanted = state.withLock { state in
        state.task = task
        return state.generation == generation
      }
      if !isWanted { task.cancel() }
      await task.value
      state.withLock { $0.task = nil }
    }
  }

  /// Reads the page at an address, concurrently with picks; answers like a pick.
  package func read(_ address: WebAddress, request: Int) {
    let task = Task(executorPreference: WorkerPool.process) { [picker, mailbox] in
      do throws(PickProblem) {
        mailbox.post(
          .discovery(.picked(request: request, .success(try await picker.read(address)))))
      } catch { mailbox.post(.discovery(.picked(request: request, .failure(error)))) }
    }
    reading.withLock { $0 = task }
  }

  /// Cancels all requested picks and the page being read; each is still answered.
  package func cancel() {
    reading.withLock { $0?.cancel() }
    state.withLock { state in
      state.generation += 1
      state.task?.cancel()
    }
  }

  /// Records that a picked article was shown.
  package func markShown(_ picked: PickedArticle) {
    queue.enqueue { [picker] in await picker.markShown(picked) }
  }

  /// Releases articles that were picked ahead and will not be shown.
  package func giveBack(_ all: [PickedArticle]) {
    queue.enqueue { [picker] in for picked in all { await picker.giveBack(picked) } }
  }

  /// Replaces the sources.
  package func use(_ sources: SourceList) {
    queue.enqueue { [picker] in await picker.use(sources) }
  }

  /// Refreshes the sources that are due, or all; answers with `DiscoveryEvent.refreshed`.
  package func refreshPools(everything: Bool, category: String?, request: Int) {
    queue.enqueue { [self] in
      let outcomes = Mutex<[PoolRefresh]>([])
      let task = Task(executorPreference: WorkerPool.process) { [picker] in
        let all = await picker.refreshPools(everything: everything, category: category)
        outcomes.withLock { $0 = all }
      }
      state.withLock { $0.task = task }
      await task.value
      state.withLock { $0.task = nil }
      let asked = outcomes.withLock { $0.map { ($0.name, $0.problem) } }
      mailbox.post(.discovery(.refreshed(request: request, asked)))
    }
  }

  /// Collects what the settings screen shows about sources; answers with
  /// `DiscoveryEvent.described`.
  package func describe(_ sources: SourceList, request: Int) {
    queue.enqueue { [picker, mailbox] in
      let health = await picker.healthOfSources()
      var counts: [String: Int] = [:]
      var categories: [String: String] = [:]
      for source in sources.sources {
        for name in await picker.categories(of: source.name)
        where categories[name.lowercased()] == nil { categories[name.lowercased()] = name }
        counts[source.name] = await picker.pool(of: source.name)?.count
      }
      let known = categories.values.sorted()
      mailbox.post(
        .discovery(.described(request: request, health, counts: counts, categories: known)))
    }
  }
}
