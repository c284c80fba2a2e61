import Exchange
import Library
import ReadingList
import ReadingServices

extension ArticlesModel {
  func changeTitle(_ text: String) -> CommandOutcome {
    guard let article = onlyTarget else { return Self.severalTargets }
    let title = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let outcome = act(.title(title), on: [article.id], "Renamed")
    return title.isEmpty ? outcome : .done("Renamed to “\(title)”")
  }

  func changeURL(_ text: String) -> CommandOutcome {
    guard let article = onlyTarget else { return Self.severalTargets }
    let address: WebAddress
    do throws(WebAddress.Problem) { address = try WebAddress(text) } catch {
      return .invalid(error.message(for: text))
    }
    reader.savePosition()
    let change = PendingChange(
      ids: [article.id], successor: ArticleID(address: address), successorURL: text,
      refusal: "Not changed")
    service.changeAddress(of: article.id, to: address, given: text, answer: library.begin(change))
    return .done("Changed the address of “\(article.title)”")
  }

  private var onlyTarget: ArticleSummary? {
    let articles = targets
    return articles.count == 1 ? articles.first : nil
  }

  private static let severalTargets = CommandOutcome.refused(
    "Several articles are selected; Esc clears the selection")

  package func presentArgument(of command: Command) -> String {
    switch command {
    case .add: session.unsaved["addresses"] ?? ""
    case .editTitle: onlyTarget.map { session.unsaved["title \($0.id.text)"] ?? $0.title } ?? ""
    case .editURL: onlyTarget.map { session.refusedURLs[$0.id] ?? $0.url } ?? ""
    default: ""
    }
  }

  /// Keeps a command's unfinished argument, to offer it again.
  func keepTyped(_ text: String, of command: Command) {
    guard text != presentArgument(of: command) else { return }
    switch command {
    case .add: session.unsaved["addresses"] = text
    case .editTitle: if let id = onlyTarget?.id { session.unsaved["title \(id.text)"] = text }
    default: break
    }
  }
}
