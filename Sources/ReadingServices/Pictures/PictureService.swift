import ArticleStore
package import Platform
package import ReadingList
import Synchronization

/// Pictures as the interface uses them: calls return at once, and answers come through the mailbox.
package final class PictureService: Sendable {
  private let fetcher: PictureFetch?
  private let renderer: PictureRenderer
  private let mailbox: Mailbox<Event>
  private let fetches = JobQueue()
  private let drawings = JobQueue()
  private let underWay = Mutex(Task<Void, Never>?.none)

  /// Puts the services together; without a fetcher only what is stored is shown.
  package init(fetcher: PictureFetch?, renderer: PictureRenderer, mailbox: Mailbox<Event>) {
    self.fetcher = fetcher
    self.renderer = renderer
    self.mailbox = mailbox
  }

  /// Whether pictures can be drawn in cells.
  package var canDraw: Bool { renderer.canDraw }

  /// Whether pictures can be fetched.
  package var canFetch: Bool { fetcher != nil }

  /// Fetches the pictures of an article that are missing, in its turn.
  package func fetch(_ id: ArticleID) {
    guard let fetcher else { return }
    fetches.enqueue { [self] in
      let task = Task(executorPreference: WorkerPool.process) { [mailbox] in
        do throws(StoreError) {
          mailbox.post(.picturesFetched(id, .success(try await fetcher.fetch(for: id))))
        } catch { mailbox.post(.picturesFetched(id, .failure(error))) }
      }
      underWay.withLock { $0 = task }
      await task.value
    }
  }

  /// Gives up the fetch under way; those that wait go on.
  package func cancelFetch() { underWay.withLock { $0?.cancel() } }

  /// Draws a picture, in its turn.
  package func draw(_ drawing: PictureDrawing) {
    drawings.enqueue { [renderer, mailbox] in
      do throws(PictureRenderer.Problem) {
        mailbox.post(.pictureDrawn(drawing, .success(try await renderer.draw(drawing))))
      } catch { mailbox.post(.pictureDrawn(drawing, .failure(error))) }
    }
  }
}
