/// How far the getting of an article's text has come.
package enum FetchState: Hashable, Sendable {
  /// Saved, text not fetched yet. `reason` says why the last try failed, when there was one.
  case pending(reason: String?)
  /// The text is here.
  case ready
  /// It will not come by trying again; says why.
  case failed(reason: String)
  /// Text is here but looks like a consent wall, a login or too little; says why.
  case suspect(reason: String)

  /// The longest wait before the next try, in seconds: as long as a site may ask for.
  package static let maxWait: Int64 = 30 * 86_400

  /// The word that stands in the record: pending, ready, failed or suspect.
  package var name: String {
    switch self {
    case .pending: "pending"
    case .ready: "ready"
    case .failed: "failed"
    case .suspect: "suspect"
    }
  }

  /// Why, in words for the reader, where there is something to say.
  package var reason: String? {
    switch self {
    case .pending(let reason): reason
    case .ready: nil
    case .failed(let reason), .suspect(let reason): reason
    }
  }

  /// Puts a state together from its name and reason; nil for an unknown name.
  package init?(name: String, reason: String?) {
    switch name {
    case "pending": self = .pending(reason: reason)
    case "ready": self = .ready
    case "failed": self = .failed(reason: reason ?? "unknown")
    case "suspect": self = .suspect(reason: reason ?? "unknown")
    default: return nil
    }
  }
}
