package import Discovery
import Synchronization

/// Discovery as the interface uses it: calls return at once, deals are worked off one after another, and
/// answers come through the mailbox.
package final class DiscoveryService: Sendable {
  private let dealer: Dealer
  private let queue = JobQueue()
  private let mailbox: Mailbox<Event>
  private let state = Mutex((generation: 0, task: Task<Void, Never>?.none))

  package init(dealer: Dealer, mailbox: Mailbox<Event>) {
    self.dealer = dealer
    self.mailbox = mailbox
  }

  /// Deals an article.
  func deal(from choice: String, category: String?, request: Int) {
    let generation = state.withLock { $0.generation }
    queue.enqueue { [self] in
      let task = Task(executorPreference: WorkerPool.process) { [dealer, mailbox] in
        do throws(DealingProblem) {
          let dealt = try await dealer.deal(from: choice, category: category) { stage in
            mailbox.post(.dealing(request: request, stage))
          }
          mailbox.post(.dealt(request: request, .success(dealt)))
        } catch { mailbox.post(.dealt(request: request, .failure(error))) }
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

  /// Gives up all deals asked for so far; each still answers.
  func cancel() {
    state.withLock { state in
      state.generation += 1
      state.task?.cancel()
    }
  }

  /// An article came on the screen.
  func markShown(_ dealt: DealtArticle) {
    queue.enqueue { [dealer] in await dealer.markShown(dealt) }
  }

  /// Articles that were dealt ahead will not be shown.
  func giveBack(_ all: [DealtArticle]) {
    queue.enqueue { [dealer] in for dealt in all { await dealer.giveBack(dealt) } }
  }

  /// Takes other sources.
  func use(_ sources: SourceList) { queue.enqueue { [dealer] in await dealer.use(sources) } }

  /// Asks sources anew: those that are due, or all of them.
  func refreshPools(everything: Bool, category: String?, request: Int) {
    queue.enqueue { [self] in
      let outcomes = Mutex<[(name: String, problem: String?)]>([])
      let task = Task(executorPreference: WorkerPool.process) { [dealer] in
        let all = await dealer.refreshPools(everything: everything, category: category)
        outcomes.withLock { $0 = all }
      }
      state.withLock { $0.task = task }
      await task.value
      state.withLock { $0.task = nil }
      mailbox.post(
        .poolsRefreshed(request: request, outcomes.withLock { $0.map { ($0.name, $0.problem) } })
      )
    }
  }

  /// What the settings screen says of the sources.
  func describe(_ sources: SourceList, request: Int) {
    queue.enqueue { [dealer, mailbox] in
      let health = await dealer.healthOfSources()
      var counts: [String: Int] = [:]
      for source in sources.sources {
        counts[source.name] = await dealer.pool(of: source.name)?.count
      }
      mailbox.post(.sourcesDescribed(request: request, health, counts))
    }
  }
}
