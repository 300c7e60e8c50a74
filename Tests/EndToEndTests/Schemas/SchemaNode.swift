import Foundation

/// A part of a JSON Schema, from which the files in `docs/manual/schemas` are written.
///
/// Every object is closed: it has no members other than the listed ones.
indirect enum SchemaNode: Sendable {
  case string(String)
  /// A text that matches a regular expression.
  case pattern(String, String)
  case choice([String], String)
  case integer(String)
  case number(String)
  case boolean(String)
  case array(SchemaNode, String)
  case object([Member])
  /// An object with members of any names.
  case map(SchemaNode, String)
  /// A definition in ``SchemaDefinitions``.
  case reference(String)
  case either([SchemaNode])
  /// The value `true`.
  case choiceOfTrue
  case any(String)

  struct Member: Sendable {
    let name: String
    let isRequired: Bool
    let node: SchemaNode
  }

  /// The names of the definitions that the node refers to directly.
  var references: [String] {
    switch self {
    case .reference(let name): [name]
    case .array(let node, _), .map(let node, _): node.references
    case .object(let members): members.flatMap(\.node.references)
    case .either(let nodes): nodes.flatMap(\.references)
    case .string, .pattern, .choice, .integer, .number, .boolean, .choiceOfTrue, .any: []
    }
  }

  /// The JSON text of the node, indented by two blanks for each level.
  func text(_ indent: String = "") -> String {
    let inner = indent + "  "
    func scalar(_ type: String, _ description: String, _ more: String = "") -> String {
      "{\"type\": \"\(type)\"\(more), \"description\": \(Self.quoted(description))}"
    }
    func nested(_ members: [(String, String)]) -> String {
      "{\n" + members.map { "\(inner)\"\($0)\": \($1)" }.joined(separator: ",\n") + "\n\(indent)}"
    }
    switch self {
    case .string(let description): return scalar("string", description)
    case .pattern(let pattern, let description):
      return scalar("string", description, ", \"pattern\": \(Self.quoted(pattern))")
    case .choice(let values, let description):
      let list = values.map(Self.quoted).joined(separator: ", ")
      return scalar("string", description, ", \"enum\": [\(list)]")
    case .integer(let description): return scalar("integer", description)
    case .number(let description): return scalar("number", description)
    case .boolean(let description): return scalar("boolean", description)
    case .choiceOfTrue:
      return "{\"type\": \"boolean\", \"enum\": [true], \"description\": \"Nothing was changed.\"}"
    case .any(let description): return "{\"description\": \(Self.quoted(description))}"
    case .reference(let name): return "{\"$ref\": \"#/$defs/\(name)\"}"
    case .array(let node, let description):
      return nested([
        ("type", "\"array\""), ("description", Self.quoted(description)),
        ("items", node.text(inner)),
      ])
    case .map(let node, let description):
      return nested([
        ("type", "\"object\""), ("description", Self.quoted(description)),
        ("additionalProperties", node.text(inner)),
      ])
    case .either(let nodes):
      let list = nodes.map { "\(inner)  \($0.text(inner + "  "))" }.joined(separator: ",\n")
      return nested([("anyOf", "[\n\(list)\n\(inner)]")])
    case .object(let members):
      let required = members.filter(\.isRequired).map { Self.quoted($0.name) }
      let properties = members.map { "\(inner)  \"\($0.name)\": \($0.node.text(inner + "  "))" }
      return nested([
        ("type", "\"object\""), ("additionalProperties", "false"),
        ("required", "[\(required.joined(separator: ", "))]"),
        ("properties", "{\n\(properties.joined(separator: ",\n"))\n\(inner)}"),
      ])
    }
  }

  static func quoted(_ text: String) -> String {
    "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }
}

extension SchemaNode.Member {
  static func required(_ name: String, _ node: SchemaNode) -> Self {
    Self(name: name, isRequired: true, node: node)
  }

  static func optional(_ name: String, _ node: SchemaNode) -> Self {
    Self(name: name, isRequired: false, node: node)
  }
}

/// The schema of the document that a command prints with `--json`.
struct CommandSchema: Sendable {
  /// The name of the command, such as `group add`.
  let command: String
  let node: SchemaNode

  /// The name of the schema's file in `docs/manual/schemas`.
  var fileName: String { "\(command.replacing(" ", with: "-")).json" }

  /// The text of the schema's file, with the definitions that it uses.
  var text: String {
    var names: Set<String> = []
    var rest = node.references
    while let name = rest.popLast() {
      guard let definition = SchemaDefinitions.all[name], names.insert(name).inserted else {
        continue
      }
      rest += definition.references
    }
    let definitions = names.sorted().compactMap { name in
      SchemaDefinitions.all[name].map { "    \"\(name)\": \($0.text("    "))" }
    }
    let root = node.text().dropFirst().dropLast().trimmingCharacters(in: .newlines)
    return """
      {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "cartographer \(command) --json",

      """
        + (definitions.isEmpty
          ? "" : "  \"$defs\": {\n\(definitions.joined(separator: ",\n"))\n  },\n")
        + (root.hasPrefix("  ") ? root : "  \(root)") + "\n}\n"
  }
}
