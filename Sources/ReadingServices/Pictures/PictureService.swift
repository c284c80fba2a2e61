import ArticleStore
package import Platform
package import ReadingList
import Synchronization

/// Pictures for the interface: calls return at once, and answers come through the mailbox.
///
/// The latest request runs first. Unwanted drawings are cancelled, but still answered.
package final class PictureService: Sendable {
  private let fetcher: PictureFetch?
  private let renderer: PictureRenderer
  private let mailbox: Mailbox<Event>
  private let state = Mutex(State())

  private struct State {
    /// The articles whose pictures to fetch, the next one last.
    var fetches: [ArticleID] = []
    var fetching: Task<Void, Never>?
    /// The drawings that are on screen or about to be.
    var wanted: Set<PictureDrawing> = []
    /// The requested drawings, the next one last.
    var drawings: [PictureDrawing] = []
    var underWay: PictureDrawing?
    var drawing: Task<Void, Never>?

    mutating func endDrawing() {
      drawing = nil
      underWay = nil
    }
  }

  /// Makes a service; without a fetcher, only saved pictures are drawn.
  package init(fetcher: PictureFetch?, renderer: PictureRenderer, mailbox: Mailbox<Event>) {
    self.fetcher = fetcher
    self.renderer = renderer
    self.mailbox = mailbox
  }

  /// Whether pictures can be drawn in cells.
  package var canDraw: Bool { renderer.canDraw }

  /// Whether pictures can be fetched.
  package var canFetch: Bool { fetcher != nil }

  // MARK: Fetching

  /// Fetches the missing pictures of an article, before other waiting requests; answers with
  /// `PictureEvent.fetched`.
  package func fetch(_ id: ArticleID) {
    state.withLock { $0.fetches.append(id) }
    fetchNext()
  }

  private func fetchNext() {
    guard let fetcher else { return }
    state.withLock { state in
      guard state.fetching == nil, let id = state.fetches.popLast() else { return }
      state.fetching = Task.detached(executorPreference: WorkerPool.process) { [self] in
        do throws(StoreError) {
          mailbox.post(.pictures(.fetched(id, .success(try await fetcher.fetch(for: id)))))
        } catch { mailbox.post(.pictures(.fetched(id, .failure(error)))) }
        self.state.withLock { $0.fetching = nil }
        fetchNext()
      }
    }
  }

  // MARK: Drawing

  /// Sets the drawings that are on screen or about to be; all others are cancelled.
  package func want(_ drawings: Set<PictureDrawing>) {
    state.withLock { state in
      state.wanted = drawings
      if let underWay = state.underWay, !drawings.contains(underWay) { state.drawing?.cancel() }
    }
  }

  /// Draws a picture, before other waiting requests; answers with `PictureEvent.drawn`.
  package func draw(_ drawing: PictureDrawing) {
    state.withLock { $0.drawings.append(drawing) }
    drawNext()
  }

  private func drawNext() {
    state.withLock { state in
      guard state.drawing == nil, let drawing = state.drawings.popLast() else { return }
      let isWanted = state.wanted.contains(drawing)
      state.underWay = drawing
      state.drawing = Task.detached(executorPreference: WorkerPool.process) { [self] in
        do throws(PictureRenderer.Problem) {
          guard isWanted else { throw .cancelled }
          mailbox.post(.pictures(.drawn(drawing, .success(try await renderer.draw(drawing)))))
        } catch { mailbox.post(.pictures(.drawn(drawing, .failure(error)))) }
        self.state.withLock { $0.endDrawing() }
        drawNext()
      }
    }
  }

  /// Cancels everything; all requests are still answered.
  package func cancel() {
    let dropped = state.withLock { state in
      state.wanted = []
      state.fetching?.cancel()
      state.drawing?.cancel()
      let dropped = (state.fetches, state.drawings)
      (state.fetches, state.drawings) = ([], [])
      return dropped
    }
    for id in dropped.0 { mailbox.post(.pictures(.fetched(id, .success(PictureFetch.Report())))) }
    for drawing in dropped.1 { mailbox.post(.pictures(.drawn(drawing, .failure(.cancelled)))) }
  }
}
