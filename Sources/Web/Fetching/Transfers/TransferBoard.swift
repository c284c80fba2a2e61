import CCurl

/// Runs transfers and queues those that wait for a slot; lives on the loop's thread.
struct TransferBoard {
  private let multi: UnsafeMutableRawPointer
  private var waiting: [Transfer] = []
  private var running: [UnsafeMutableRawPointer: Transfer] = [:]

  init(multi: UnsafeMutableRawPointer) { self.multi = multi }

  /// Queues jobs; those with an impossible address end at once.
  mutating func add(_ jobs: [TransferLoop.Job]) {
    for job in jobs {
      do throws(FetchProblem) { waiting.append(try Transfer(job)) } catch {
        job.continuation.resume(returning: .failure(error))
      }
    }
  }

  mutating func cancel(_ ids: Set<UInt64>) {
    guard !ids.isEmpty else { return }
    for transfer in waiting where ids.contains(transfer.job.id) {
      transfer.job.continuation.resume(returning: .failure(.cancelled))
    }
    waiting.removeAll { ids.contains($0.job.id) }
    for (easy, transfer) in running where ids.contains(transfer.job.id) {
      curl_multi_remove_handle(multi, easy)
      running[easy] = nil
      transfer.job.continuation.resume(returning: .failure(.cancelled))
    }
  }

  mutating func advance() {
    repeat {
      startWaiting()
      var count: CInt = 0
      _ = curl_multi_perform(multi, &count)
    } while collect()
  }

  private static let maxTransfers = 8, maxPerHost = 2

  private mutating func startWaiting() {
    // The hosts in use, by fetcher.
    var hosts = Dictionary(grouping: running.values, by: \.job.fetcher).mapValues {
      $0.map(\.location.host)
    }
    var index = 0
    while index < waiting.count {
      let transfer = waiting[index]
      let (job, host) = (transfer.job, transfer.location.host)
      let busy = hosts[job.fetcher, default: []]
      guard busy.count < Self.maxTransfers, busy.count(where: { $0 == host }) < Self.maxPerHost
      else {
        index += 1
        continue
      }
      waiting.remove(at: index)
      do throws(FetchProblem) {
        let easy = try transfer.prepare()
        guard curl_multi_add_handle(multi, easy) == CURLM_OK else {
          throw ResponseCheck.noRoom(transfer.location)
        }
        running[easy] = transfer
        hosts[job.fetcher, default: []].append(host)
      } catch { job.continuation.resume(returning: .failure(error)) }
    }
  }

  /// Handles ended transfers; true if slots became free.
  private mutating func collect() -> Bool {
    var ended = false
    var left: CInt = 0
    while let message = curl_multi_info_read(multi, &left) {
      guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle else {
        continue
      }
      // The message is valid only until its handle is removed.
      let code = luego_curl_message_result(message)
      curl_multi_remove_handle(multi, easy)
      guard let transfer = running.removeValue(forKey: easy) else { continue }
      ended = true
      if let result = transfer.finish(code) {
        transfer.job.continuation.resume(returning: result)
      } else {
        waiting.insert(transfer, at: 0)
      }
    }
    return ended
  }
}
