package import Discovery
import Synchronization
package import Platform
package import ReadingList

/// Discovery as the interface uses it: calls return at once, picks are worked off one after another, and
/// answers come through the mailbox.
package final class DiscoveryService: Sendable {
  private let picker: ArticlePicker
  private let queue = JobQueue()
  private let mailbox: Mailbox<Event>
  private let reading = Mutex(Task<Void, Never>?.none)
  private let state = Mutex((generation: 0, task: Task<Void, Never>?.none))

  /// Puts the services together.
  package init(picker: ArticlePicker, mailbox: Mailbox<Event>) {
    self.picker = picker
    self.mailbox = mailbox
  }

  /// Picks an article.
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
      // One that was given up before its turn ends as soon as it begins.
      let isWanted = state.withLock { state in
        state.task = task
        return state.generation == generation
      }
      if !isWanted { task.cancel() }
      await task.value
      state.withLock { $0.task = nil }
    }
  }

  /// Reads the page at an address, beside what is picked; the answer is that of a pick.
  package func read(_ address: WebAddress, request: Int) {
    let task = Task(executorPreference: WorkerPool.process) { [picker, mailbox] in
      do throws(PickProblem) {
        mailbox.post(
          .discovery(.picked(request: request, .success(try await picker.read(address)))))
      } catch { mailbox.post(.discovery(.picked(request: request, .failure(error)))) }
    }
    reading.withLock { $0 = task }
  }

  /// Gives up all picks asked for so far, and the page that is being read; each still answers.
  package func cancel() {
    reading.withLock { $0?.cancel() }
    state.withLock { state in
      state.generation += 1
      state.task?.cancel()
    }
  }

  /// An article came on the screen.
  package func markShown(_ picked: PickedArticle) {
    queue.enqueue { [picker] in await picker.markShown(picked) }
  }

  /// Articles that were picked ahead will not be shown.
  package func giveBack(_ all: [PickedArticle]) {
    queue.enqueue { [picker] in for picked in all { await picker.giveBack(picked) } }
  }

  /// Takes other sources.
  package func use(_ sources: SourceList) {
    queue.enqueue { [picker] in await picker.use(sources) }
  }

  /// Asks sources again: those that are due, or all of them.
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

  /// What the settings screen says of the sources.
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
