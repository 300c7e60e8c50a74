import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI

extension Session {
  /// Prints the result of a change, as JSON or as one line of text.
  ///
  /// - Parameter words: The words before the title of an undone or redone change, such as `Undid`.
  /// - Parameter sentence: A sentence that is printed instead of the change's title.
  /// - Parameter existing: The existing items that the command used instead of creating new ones.
  /// - Parameter undone: The changes undone by the command.
  /// - Parameter pieces: The divided paths with their pieces.
  /// - Parameter preview: The items created or changed by the dry run.
  ///   Nil for a command that is not a dry run.
  func report(
    _ result: EditResult, words: DisplayText = "", sentence: String? = nil,
    existing: [ItemID] = [],
    undone: [LibraryChange] = [], pieces: [(whole: ItemID, pieces: [ItemID])] = [],
    preview: DryRunItems? = nil
  ) throws {
    noteCommitted(result)
    let isNothing = change(of: result) == nil && result.isEmpty && existing.isEmpty
    guard !global.json else {
      if isNothing, result.kept.isEmpty, result.notes.isEmpty { console.say("Nothing to change.") }
      return try console.print(
        .object(
          members(result) + [
            ("existing", existing.isEmpty ? nil : .strings(existing)), ("items", preview?.json),
            Self.changes(undone),
            (
              "pieces",
              pieces.isEmpty
                ? nil
                : .array(
                  pieces.map {
                    .object([
                      ("id", .string($0.whole.description)), ("pieces", .strings($0.pieces)),
                    ])
                  })
            ),
          ]))
    }
    // A dry run and an undo name the change; anything else was done.
    let isDone = !isDryRun && !isScriptDryRun && words.isEmpty
    let title = sentence ?? (isDone ? result.title.pastTense : result.title.imperative)
    if isNothing {
      return console.say(result.kept.isEmpty ? "Nothing to change." : "\(title)")
    }
    let prefix: DisplayText = words.isEmpty ? "" : "\(words): "
    let known = existing.map(\.description).joined(separator: " ")
    try console.result(
      "\(prefix)\(title)\(Self.idsText(result))\(known.isEmpty ? "" : " (\(known))")"
        + "\(placeText)")
    if positions.count > 1 { for line in positionLines { try console.result(line) } }
    for line in preview?.newNames ?? [] { try console.result(line) }
    for note in result.notes { console.say(DisplayText(note)) }
    if isDryRun { console.say("Nothing was changed.") }
  }

  /// Returns the history number of the change that produced a result. Returns nil if there is no
  /// such change.
  ///
  /// All commands of a script form one change, whose number is known before the first edit.
  private func change(of result: EditResult) -> LibraryChange.ID? {
    script != nil && (isScriptDryRun || result.isEmpty) ? nil : result.undo
  }

  /// Returns the IDs of created items as text, such as ` (L12 L13)`.
  private static func idsText(_ result: EditResult) -> DisplayText {
    let created = result.created.map(\.description) + result.createdStops.map(\.description)
    let shown = created.prefix(20).joined(separator: " ")
    if shown.isEmpty { return "" }
    let more = created.count > 20 ? " …" : ""
    return " (\(shown)\(more))"
  }

  /// The maximum number of positions listed in text output.
  private static let toldPositions = 10

  /// The command's single position as text, such as ` at 45.98170°N 6.89200°E`. Empty if there are
  /// several positions or none.
  private var placeText: DisplayText {
    positions.count == 1 ? " at \(notation.format(positions[0]))" : ""
  }

  /// One line of text for each position, and a last line with the number of omitted positions.
  private var positionLines: [DisplayText] {
    let rest = positions.count - Self.toldPositions
    return positions.prefix(Self.toldPositions).map {
      DisplayText("  " + notation.format($0))
    } + (rest > 0 ? ["  … and \(rest) more"] : [])
  }

  /// Returns the JSON members that describe the result of a change.
  func members(_ result: EditResult) -> [(String, JSONValue?)] {
    let created = result.created.map(\.description) + result.createdStops.map(\.description)
    return [
      ("dryRun", isDryRun ? .boolean(true) : nil), ("changed", .strings(result.changed)),
      ("created", .strings(created)), ("deleted", .strings(result.deleted)),
      ("kept", result.kept.isEmpty ? nil : .strings(result.kept)),
      ("undo", isDryRun ? nil : change(of: result).map(JSONValue.integer)),
      ("notes", result.notes.isEmpty ? nil : .strings(result.notes)),
      (
        "positions",
        positions.isEmpty
          ? nil
          : .array(
            positions.map {
              .object([("latitude", .degrees($0.latitude)), ("longitude", .degrees($0.longitude))])
            })
      ),
    ]
  }
}

extension EditResult {
  /// Whether no item was changed, created or deleted.
  fileprivate var isEmpty: Bool { changed.isEmpty && created.isEmpty && deleted.isEmpty }
}

/// The items that a dry run created or changed, with the changed fields.
struct DryRunItems {
  private let ids: [ItemID]
  private let created: [ItemID]
  private let index: ItemIndex
  private let fields: (ItemID) -> [FieldChange]

  /// The value of a field before and after a dry run.
  struct FieldChange {
    let name: String
    let before: String
    let after: String
  }

  /// The maximum number of names listed in text output.
  private static let toldNames = 20

  /// Creates the list of items from a library index. The index must be read before the dry run is
  /// rolled back.
  ///
  /// - Parameter fields: A closure that returns an item's fields changed by the dry run, if known.
  init(
    _ result: EditResult, _ index: ItemIndex,
    fields: @escaping (ItemID) -> [FieldChange] = { _ in [] }
  ) {
    ids = result.created + result.changed
    created = result.created
    self.index = index
    self.fields = fields
  }

  /// The IDs and names of up to 20 items to be created, one per line. A last line counts the
  /// omitted items.
  var newNames: [DisplayText] {
    let rest = created.count - Self.toldNames
    return created.prefix(Self.toldNames).map { "  \($0.description)  \(index.name($0))" }
      + (rest > 0 ? ["  … and \(rest) more"] : [])
  }

  var json: JSONValue {
    .array(
      ids.map { id in
        let fields = fields(id)
        return .object(
          index.identity(id) + [
            (
              "fields",
              fields.isEmpty
                ? nil
                : .array(
                  fields.map {
                    .object([
                      ("name", .string($0.name)), ("before", .string($0.before)),
                      ("after", .string($0.after)),
                    ])
                  })
            )
          ])
      })
  }
}
