package import Library
import Platform
package import ReadingList
import Synchronization

/// Pictures for the interface: calls return at once.
///
/// The latest request runs first. Unwanted drawings are cancelled, but still answered.
package final class PictureService: Sendable {
  private let fetcher: PictureFetch?
  private let renderer: PictureRenderer
  private let state = Mutex(State())

  private struct State {
    /// Waiting fetches, the next one last.
    var fetches: [(id: ArticleID, answer: FetchAnswer)] = []
    var fetching: Task<Void, Never>?
    /// On screen or about to be.
    var wanted: Set<PictureDrawing> = []
    /// Waiting drawings, the next one last.
    var drawings: [(drawing: PictureDrawing, answer: DrawAnswer)] = []
    var underWay: PictureDrawing?
    var drawing: Task<Void, Never>?
  }

  /// Without a fetcher only stored pictures are shown.
  package init(fetcher: PictureFetch?, renderer: PictureRenderer) {
    self.fetcher = fetcher
    self.renderer = renderer
  }

  /// Answers whether the article has pictures.
  package typealias FetchAnswer = Answer<Result<Bool, StoreError>>
  package typealias DrawAnswer = Answer<Result<[UInt8], PictureRenderer.Problem>>

  package var canDraw: Bool { renderer.program != nil }

  package var canFetch: Bool { fetcher != nil }

  // MARK: Fetching

  package func fetch(_ id: ArticleID, answer: @escaping FetchAnswer) {
    state.withLock { $0.fetches.append((id, answer)) }
    fetchNext()
  }

  private func fetchNext() {
    guard let fetcher else { return }
    state.withLock { state in
      guard state.fetching == nil, let (id, answer) = state.fetches.popLast() else { return }
      state.fetching = Task.detached(executorPreference: WorkerPool.process) { [self] in
        do throws(StoreError) {
          answer(.success(try await fetcher.fetch(for: id)))
        } catch { answer(.failure(error)) }
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

  /// Draws a picture, before others that wait.
  package func draw(_ drawing: PictureDrawing, answer: @escaping DrawAnswer) {
    state.withLock { $0.drawings.append((drawing, answer)) }
    drawNext()
  }

  private func drawNext() {
    state.withLock { state in
      guard state.drawing == nil, let (drawing, answer) = state.drawings.popLast() else { return }
      let isWanted = state.wanted.contains(drawing)
      state.underWay = drawing
      state.drawing = Task.detached(executorPreference: WorkerPool.process) { [self] in
        do throws(PictureRenderer.Problem) {
          guard isWanted else { throw .cancelled }
          answer(.success(try await renderer.draw(drawing)))
        } catch { answer(.failure(error)) }
        self.state.withLock { ($0.drawing, $0.underWay) = (nil, nil) }
        drawNext()
      }
    }
  }

  /// All requests are still answered.
  package func cancel() {
    let dropped = state.withLock { state in
      state.wanted = []
      state.fetching?.cancel()
      state.drawing?.cancel()
      let dropped = (state.fetches, state.drawings)
      (state.fetches, state.drawings) = ([], [])
      return dropped
    }
    for fetch in dropped.0 { fetch.answer(.success(false)) }
    for drawing in dropped.1 { drawing.answer(.failure(.cancelled)) }
  }
}
