/// Rules for single sites, in the FiveFilters site-config format.
package struct SiteRules: Sendable {
  /// No rules.
  package static let none = SiteRules()

  private init() {}
}
