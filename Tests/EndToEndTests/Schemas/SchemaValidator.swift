import Foundation

/// A validator for the part of JSON Schema (draft 2020-12) that `docs/manual/schemas` uses.
struct SchemaValidator {
  private let root: JSONTree

  init(_ schema: Data) throws { root = try JSONTree(schema) }

  /// Returns the violations of the schema, each with the path of the invalid value.
  func violations(in document: Data) throws -> [String] {
    violations(of: root, in: try JSONTree(document), at: "$")
  }

  private static let annotations: Set<String> = ["$schema", "$defs", "title", "description"]

  private func violations(of schema: JSONTree, in value: JSONTree, at path: String) -> [String] {
    guard case .object(let keywords) = schema else {
      return ["\(path): the schema is not an object"]
    }
    var found: [String] = []
    for (keyword, argument) in keywords where !Self.annotations.contains(keyword) {
      switch keyword {
      case "$ref":
        guard case .string(let name) = argument, name.hasPrefix("#/$defs/"),
          let target = root["$defs"]?[String(name.dropFirst(8))]
        else {
          found.append("\(path): unknown reference \(argument)")
          continue
        }
        found += violations(of: target, in: value, at: path)
      case "type":
        if argument != .string(Self.type(of: value, for: argument)) {
          found.append("\(path): expected \(argument), found \(value)")
        }
      case "enum":
        guard case .array(let values) = argument, values.contains(value) else {
          found.append("\(path): \(value) is not one of \(argument)")
          continue
        }
      case "pattern":
        guard case .string(let pattern) = argument, case .string(let text) = value,
          let expression = try? Regex(pattern), text.contains(expression)
        else {
          found.append("\(path): \(value) does not match \(argument)")
          continue
        }
      case "anyOf":
        guard case .array(let choices) = argument else { continue }
        let attempts = choices.map { violations(of: $0, in: value, at: path) }
        if !attempts.contains([]) {
          found.append("\(path): no alternative matches: \(attempts)")
        }
      case "items":
        guard case .array(let elements) = value else { continue }
        for (index, element) in elements.enumerated() {
          found += violations(of: argument, in: element, at: "\(path)[\(index)]")
        }
      case "required":
        guard case .object(let members) = value else { continue }
        for name in argument.strings where members[name] == nil {
          found.append("\(path): the member \(name) is missing")
        }
      case "properties", "additionalProperties":
        continue
      default: found.append("\(path): unknown keyword \(keyword)")
      }
    }
    return found + violations(ofMembers: keywords, in: value, at: path)
  }

  private func violations(
    ofMembers keywords: [String: JSONTree], in value: JSONTree, at path: String
  ) -> [String] {
    guard case .object(let members) = value else { return [] }
    var found: [String] = []
    for (name, member) in members {
      if let schema = keywords["properties"]?[name] {
        found += violations(of: schema, in: member, at: "\(path).\(name)")
      } else if let others = keywords["additionalProperties"] {
        found +=
          others == .boolean(false)
          ? ["\(path): unknown member \(name)"]
          : violations(of: others, in: member, at: "\(path).\(name)")
      }
    }
    return found
  }

  /// Returns the JSON Schema type of a value. An integer is also a number.
  private static func type(of value: JSONTree, for expected: JSONTree) -> String {
    switch value {
    case .null: "null"
    case .boolean: "boolean"
    case .integer: expected == .string("number") ? "number" : "integer"
    case .number: "number"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }
}
