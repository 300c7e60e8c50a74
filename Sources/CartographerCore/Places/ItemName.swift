import CartographerModel
import Foundation

/// A name for an item.
package struct ItemName: Sendable, Equatable {
  package var id: ItemID
  package var name: String

  package init(id: ItemID, name: String) {
    self.id = id
    self.name = name
  }
}

extension ItemName {
  /// How an item's name is shown: one that was made up stands in brackets.
  fileprivate static func shown(_ name: String, isMadeUp: Bool) -> String {
    isMadeUp ? "(\(name))" : name
  }
}

extension PlaceSnapshot {
  /// The name as it is shown.
  package var title: String { ItemName.shown(name, isMadeUp: isNameMadeUp) }
}

extension PathSnapshot {
  /// The name as it is shown.
  package var title: String { ItemName.shown(name, isMadeUp: isNameMadeUp) }
}

/// Names made for several items: `{name} ({date})`, `Camp {n}`.
package struct NamePattern: Sendable, Equatable {
  private let text: String

  package static let fields = ["name", "n", "date"]

  /// A pattern without fields gives all one name.
  ///
  /// - Throws: ``LibraryError`` `invalid` for a field there is none of.
  package init(_ text: String) throws {
    for match in text.matches(of: /\{([^{}]*)\}/)
    where !Self.fields.contains(String(match.1)) {
      throw LibraryError(
        .invalid, "There is no {\(match.1)} in names.", remedy: "Use {name}, {n} or {date}.")
    }
    self.text = text
  }

  /// - Parameters:
  ///   - items: Their ids, names and days, in order; a day is nil where none is known.
  /// - Throws: ``LibraryError`` `invalid` where a day is wanted and not known.
  package func names(
    of items: [(id: ItemID, name: String, day: String?)]
  ) throws -> [ItemName] {
    let width = String(items.count).count
    return try items.enumerated().map { number, item in
      if item.day == nil, text.contains("{date}") {
        throw LibraryError(
          .invalid, "\(item.name) (\(item.id)) has no time, so there is no {date} for its name.",
          remedy: "Leave {date} or the item out.", ids: [item.id])
      }
      let digits = String(number + 1)
      let padded = String(repeating: "0", count: width - digits.count) + digits
      // The name comes last, for it may have braces of its own.
      return ItemName(
        id: item.id,
        name: text.replacing("{n}", with: padded).replacing("{date}", with: item.day ?? "")
          .replacing("{name}", with: item.name))
    }
  }
}

extension EditSession {
  /// Gives items names of their own.
  func rename(_ names: [ItemName]) throws {
    guard !names.isEmpty else { throw LibraryError.nothingNamed }
    noteTitle("Rename \(try phrase(names.map(\.id).unique))")
    for entry in names {
      let model = try model(entry.id)
      let name = try checkedName(entry.name)
      guard model.name != name else { continue }
      model.name = name
      (model as? Location)?.isNameless = false
      (model as? Path)?.isNameless = false
      noteChange(entry.id)
    }
  }
}
