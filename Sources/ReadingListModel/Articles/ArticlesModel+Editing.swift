import ArticleStore
import Exchange
import ReadingList
import ReadingServices

/// What a person says of an article in place of its page.
extension ArticlesModel {
  /// Gives an article another title.
  func changeTitle(_ text: String) -> CommandOutcome {
    guard let article = onlyTarget else { return Self.severalTargets }
    let title = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return act(.title(title), on: [article.id], "Changed the title:")
  }

  /// Saves an article under another address, and fetches that.
  func changeURL(_ text: String) -> CommandOutcome {
    guard let article = onlyTarget else { return Self.severalTargets }
    let address: WebAddress
    do throws(WebAddress.Problem) { address = try WebAddress(text) } catch {
      return .invalid(error.message(for: text))
    }
    reader.savePosition()
    let change = PendingChange(
      ids: [article.id], successor: ArticleID(address: address), refusal: "Not changed")
    service.changeAddress(of: article.id, to: address, given: text, answer: library.begin(change))
    return .done("Changed the address of “\(article.title)”")
  }

  /// The article that a command is about which is about one alone; nil where several are marked.
  private var onlyTarget: ArticleSummary? {
    let articles = targets
    return articles.count == 1 ? articles.first : nil
  }

  private static let severalTargets = CommandOutcome.refused(
    "Several are selected; Esc clears the selection")

  /// What stands in the line at first in which a command's argument is typed.
  package func presentArgument(of command: Command) -> String {
    switch command {
    case .add: session.unsaved[.addresses] ?? ""
    case .editTitle: onlyTarget?.title ?? ""
    case .editURL: onlyTarget?.url ?? ""
    default: ""
    }
  }
}
