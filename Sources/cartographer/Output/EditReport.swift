import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI

extension Session {
  /// Tells what a change did: as JSON data, or in a line for a person.
  ///
  /// - Parameter existing: The items that were to be made and were there already.
  func report(
    _ result: EditResult, verb: DisplayText = "", existing: [ItemID] = []
  ) throws {
    guard !global.json else {
      let extra = existing.isEmpty ? [] : [("existing", JSONValue?.some(.strings(existing)))]
      return try console.print(.object(members(result) + extra))
    }
    if result.undo == nil, result.isEmpty, existing.isEmpty {
      return console.say(result.kept.isEmpty ? "Nothing to change." : "\(result.title)")
    }
    if !global.quiet {
      let known = existing.map(\.description).joined(separator: " ")
      try console.print(
        "\(verb)\(result.title)\(Self.idsText(result))\(known.isEmpty ? "" : " (\(known))")"
          + "\(Self.placeText(positions))")
      if positions.count > 1 { try console.print(Self.lines(positions)) }
    }
    for note in result.notes { console.say(DisplayText(note)) }
    if isTrial { console.say("Nothing was changed.") }
  }

  /// `(created L12)`, for the ids the user will want next.
  private static func idsText(_ result: EditResult) -> DisplayText {
    let created = result.created.map(\.description) + result.madeEntries.map(\.description)
    let shown = created.prefix(20).joined(separator: " ")
    if shown.isEmpty { return "" }
    let more = created.count > 20 ? " …" : ""
    return " (\(shown)\(more))"
  }

  /// The most positions that a person is told.
  private static let toldPositions = 10

  /// ` at 45.98170°N 6.89200°E`, for one position.
  private static func placeText(_ positions: [Coordinate]) -> DisplayText {
    positions.count == 1
      ? " at \(CoordinateNotation.decimalDegrees.format(positions[0]))" : ""
  }

  /// A line for each of several positions.
  private static func lines(_ positions: [Coordinate]) -> [DisplayText] {
    let rest = positions.count - toldPositions
    return positions.prefix(toldPositions).map {
      DisplayText("  " + CoordinateNotation.decimalDegrees.format($0))
    } + (rest > 0 ? ["  … and \(rest) more"] : [])
  }

  func json(_ result: EditResult) -> JSONValue { .object(members(result)) }

  /// What a change tells scripts.
  func members(_ result: EditResult) -> [(String, JSONValue?)] {
    let created = result.created.map(\.description) + result.madeEntries.map(\.description)
    return [
      ("dryRun", isTrial ? .boolean(true) : nil), ("changed", .strings(result.changed)),
      ("created", .strings(created)), ("deleted", .strings(result.deleted)),
      ("kept", result.kept.isEmpty ? nil : .strings(result.kept)),
      ("undo", isTrial ? nil : result.undo.map(JSONValue.integer)),
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
  /// Whether nothing was changed.
  fileprivate var isEmpty: Bool { changed.isEmpty && created.isEmpty && deleted.isEmpty }
}
