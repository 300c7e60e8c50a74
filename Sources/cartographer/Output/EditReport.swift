import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI

extension Session {
  /// Prints the result of a change, as JSON or as one line of text.
  ///
  /// - Parameter existing: The existing items that the command used instead of creating new items.
  func report(
    _ result: EditResult, verb: DisplayText = "", existing: [ItemID] = []
  ) throws {
    guard !global.json else {
      let extra = existing.isEmpty ? [] : [("existing", JSONValue?.some(.strings(existing)))]
      return try console.print(.object(members(result) + extra))
    }
    // A dry run and an undo name the change; anything else was done.
    let title =
      isDryRun || !verb.isEmpty ? result.title.imperative : result.title.pastTense
    if result.undo == nil, result.isEmpty, existing.isEmpty {
      return console.say(result.kept.isEmpty ? "Nothing to change." : "\(title)")
    }
    if !global.quiet {
      let known = existing.map(\.description).joined(separator: " ")
      try console.print(
        "\(verb)\(title)\(Self.idsText(result))\(known.isEmpty ? "" : " (\(known))")"
          + "\(Self.placeText(positions))")
      if positions.count > 1 { try console.print(Self.lines(positions)) }
    }
    for note in result.notes { console.say(DisplayText(note)) }
    if isDryRun { console.say("Nothing was changed.") }
  }

  /// Returns the IDs of created items as text, such as ` (L12 L13)`.
  private static func idsText(_ result: EditResult) -> DisplayText {
    let created = result.created.map(\.description) + result.madeEntries.map(\.description)
    let shown = created.prefix(20).joined(separator: " ")
    if shown.isEmpty { return "" }
    let more = created.count > 20 ? " …" : ""
    return " (\(shown)\(more))"
  }

  /// The maximum number of positions printed as text.
  private static let toldPositions = 10

  /// Returns a single position as text, such as ` at 45.98170°N 6.89200°E`. The result is empty if
  /// there are no positions or several.
  private static func placeText(_ positions: [Coordinate]) -> DisplayText {
    positions.count == 1
      ? " at \(CoordinateNotation.decimalDegrees.format(positions[0]))" : ""
  }

  /// Returns one line of text for each position, and a last line that counts the omitted positions.
  private static func lines(_ positions: [Coordinate]) -> [DisplayText] {
    let rest = positions.count - toldPositions
    return positions.prefix(toldPositions).map {
      DisplayText("  " + CoordinateNotation.decimalDegrees.format($0))
    } + (rest > 0 ? ["  … and \(rest) more"] : [])
  }

  func json(_ result: EditResult) -> JSONValue { .object(members(result)) }

  /// Returns the JSON members that describe the result of a change.
  func members(_ result: EditResult) -> [(String, JSONValue?)] {
    let created = result.created.map(\.description) + result.madeEntries.map(\.description)
    return [
      ("dryRun", isDryRun ? .boolean(true) : nil), ("changed", .strings(result.changed)),
      ("created", .strings(created)), ("deleted", .strings(result.deleted)),
      ("kept", result.kept.isEmpty ? nil : .strings(result.kept)),
      ("undo", isDryRun ? nil : result.undo.map(JSONValue.integer)),
      ("notes", result.notes.isEmpty ? nil : .strings(result.notes)),
      (
        "positions",
        positions.isEmpty
          ? nil
          : .array(
            positions.map {
              .object([("latitude", .number($0.latitude)), ("longitude", .number($0.longitude))])
            })
      ),
    ]
  }
}

extension EditResult {
  /// Whether no item was changed, created or deleted.
  fileprivate var isEmpty: Bool { changed.isEmpty && created.isEmpty && deleted.isEmpty }
}
