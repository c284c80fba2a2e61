import ReadingList

/// A JSON Schema, limited to the keywords in this project's schemas.
struct JSONSchema: Sendable {
  private let root: JSON

  init(_ root: JSON) { self.root = root }

  private static let annotations: Set<String> = ["$schema", "$id", "$defs", "title", "description"]

  /// The names of a definition's properties.
  func properties(of definition: String) -> [String] {
    root["$defs"]?[definition]?["properties"]?.members?.map(\.key) ?? []
  }

  /// Describes what is invalid in a value or cannot be checked, one line each with the path.
  func problems(of value: JSON) -> [String] { problems(of: value, as: root, at: "") }

  private func problems(of value: JSON, as schema: JSON, at path: String) -> [String] {
    if let isAllowed = schema.bool { return isAllowed ? [] : ["\(path) may not be there"] }
    return (schema.members ?? []).flatMap { member in
      problems(of: value, member.key, member.value, in: schema, at: path)
    }
  }

  private func problems(
    of value: JSON, _ keyword: String, _ rule: JSON, in schema: JSON, at path: String
  ) -> [String] {
    func wrong(_ isWrong: Bool) -> [String] {
      isWrong
        ? [
          "\(path.isEmpty ? "/" : path): \(value.compact.prefix(80)) is not \(keyword) \(rule.compact.prefix(80))"
        ] : []
    }
    switch keyword {
    case "$ref":
      let name = rule.string?.split(separator: "/").last.map(String.init) ?? ""
      guard let definition = root["$defs"]?[name] else { return ["\(rule.compact) is missing"] }
      return problems(of: value, as: definition, at: path)
    case "anyOf":
      let all = (rule.array ?? []).map { problems(of: value, as: $0, at: path) }
      return all.contains { $0.isEmpty } ? [] : all.flatMap(\.self)
    case "type": return wrong(type(of: value) != rule.string)
    case "enum": return wrong(rule.array?.contains(value) != true)
    case "required": return wrong(rule.array?.contains { value[$0.string ?? ""] == nil } == true)
    case "minimum": return wrong(value.int.map { $0 < rule.int ?? 0 } ?? false)
    case "maximum": return wrong(value.int.map { $0 > rule.int ?? 0 } ?? false)
    case "pattern":
      guard let text = value.string, let pattern = try? Regex(rule.string ?? "") else { return [] }
      return wrong(text.firstMatch(of: pattern) == nil)
    case "items":
      return (value.array ?? []).enumerated().flatMap {
        problems(of: $1, as: rule, at: "\(path)/\($0)")
      }
    case "properties":
      return (value.members ?? []).flatMap { member in
        rule[member.key].map { problems(of: member.value, as: $0, at: "\(path)/\(member.key)") }
          ?? []
      }
    case "additionalProperties":
      let known = Set(schema["properties"]?.members?.map(\.key) ?? [])
      return (value.members ?? []).filter { !known.contains($0.key) }.flatMap {
        problems(of: $0.value, as: rule, at: "\(path)/\($0.key)")
      }
    default:
      return Self.annotations.contains(keyword) ? [] : ["\(keyword) is no known keyword"]
    }
  }

  private func type(of value: JSON) -> String {
    switch value {
    case .null: "null"
    case .bool: "boolean"
    case .number(let text): Int(text) == nil ? "number" : "integer"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }
}
