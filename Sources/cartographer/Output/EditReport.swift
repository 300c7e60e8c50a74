import CartographerApp
import CartographerCore

extension Session {
  /// Tells what a change did: as JSON data, or in a line for a person.
  func report(_ result: EditResult, verb: PrintableText = "") throws {
    guard !global.json else { return try console.print(Self.json(result)) }
    if result.undo == nil, result.changed.isEmpty, result.created.isEmpty, result.deleted.isEmpty {
      return console.say("Nothing to change.")
    }
    if !global.quiet { try console.print("\(verb)\(result.title)\(Self.idsText(result))") }
  }

  /// `(created L12)`, for the ids the user will want next.
  private static func idsText(_ result: EditResult) -> PrintableText {
    let shown = result.created.prefix(20).map(\.description).joined(separator: " ")
    if shown.isEmpty { return "" }
    let more = result.created.count > 20 ? " …" : ""
    return " (\(shown)\(more))"
  }

  static func json(_ result: EditResult) -> JSONValue {
    .object([
      ("changed", .strings(result.changed)), ("created", .strings(result.created)),
      ("deleted", .strings(result.deleted)), ("undo", result.undo.map(JSONValue.integer)),
    ])
  }
}
