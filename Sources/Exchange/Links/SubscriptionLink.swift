import ReadingList

/// Tells links that end a subscription, or lead to its settings, from pages to read.
enum SubscriptionLink {
  /// Parts of addresses that say it.
  private static let parts: Set<String> = [
    "unsubscribe", "unsub", "optout", "opt-out", "opt_out", "email-preferences",
    "email_preferences",
    "manage-preferences", "manage_preferences", "update-preferences", "update_preferences",
    "manage-subscription", "manage_subscription", "subscription-preferences",
  ]
  /// Beginnings of what stands for them.
  private static let words = [
    "unsubscribe", "opt out", "opt-out", "manage preferences", "manage your preferences",
    "update preferences", "update your preferences", "email preferences", "manage subscription",
    "manage your subscription", "change your preferences",
  ]
  /// More words are a title.
  private static let maxWords = 6

  /// Whether a link plainly is one, by a whole part of its address or by its words.
  static func isOne(_ found: HTMLLinks.Found) -> Bool {
    let address = found.link.address.text.lowercased()
    if address.split(whereSeparator: { "/?&=#.".contains($0) }).contains(where: {
      parts.contains(String($0))
    }) {
      return true
    }
    let said = found.words.lowercased().split(whereSeparator: \.isWhitespace)
    guard !said.isEmpty, said.count <= maxWords else { return false }
    let text = said.joined(separator: " ")
    return words.contains { text.hasPrefix($0) }
  }
}
