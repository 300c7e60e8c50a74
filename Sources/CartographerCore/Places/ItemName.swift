import CartographerModel
import Foundation

/// An item and its new name.
package struct ItemName: Sendable, Equatable {
  package var id: ItemID
  package var name: String

  package init(id: ItemID, name: String) {
    self.id = id
    self.name = name
  }
}

extension ItemName {
  /// Returns a name for display, which is in parentheses if the name was generated.
  fileprivate static func shown(_ name: String, isMadeUp: Bool) -> String {
    isMadeUp ? "(\(name))" : name
  }
}

extension PlaceSnapshot {
  /// The name for display, which is in parentheses if the name was generated.
  package var title: String { ItemName.shown(name, isMadeUp: isNameMadeUp) }
}

extension PathSnapshot {
  /// The name for display, which is in parentheses if the name was generated.
  package var title: String { ItemName.shown(name, isMadeUp: isNameMadeUp) }
}

/// A pattern from which the names of several items are made, such as `{name} ({date})` or `Camp
/// {n}`.
package struct NamePattern: Sendable, Equatable {
  private let text: String

  package static let fields = ["name", "n", "date"]

  /// Creates a pattern from a text. A pattern without fields gives all items the same name.
  ///
  /// - Throws: ``LibraryError`` `invalid` if the pattern contains an unknown field.
  package init(_ text: String) throws {
    for match in text.matches(of: /\{([^{}]*)\}/)
    where !Self.fields.contains(String(match.1)) {
      throw LibraryError(
        .invalid, "Name patterns cannot contain the field {\(match.1)}.",
        remedy: "Use only the fields {name}, {n} and {date}.")
    }
    self.text = text
  }

  /// Returns the new names that the pattern gives to items.
  ///
  /// - Parameter items: The ids, names and days of the items, in the order of numbering; a day is
  ///   nil if it is not known.
  /// - Throws: ``LibraryError`` `invalid` if the pattern contains a date and an item has no day.
  package func names(
    of items: [(id: ItemID, name: String, day: String?)]
  ) throws -> [ItemName] {
    let width = String(items.count).count
    return try items.enumerated().map { number, item in
      if item.day == nil, text.contains("{date}") {
        throw LibraryError(
          .invalid, "\(item.name) (\(item.id)) has no time, so {date} has no value for its name.",
          remedy: "Remove {date} from the pattern, or do not rename this item.", ids: [item.id])
      }
      let digits = String(number + 1)
      let padded = String(repeating: "0", count: width - digits.count) + digits
      // The name is inserted last, since it may contain braces itself.
      return ItemName(
        id: item.id,
        name: text.replacing("{n}", with: padded).replacing("{date}", with: item.day ?? "")
          .replacing("{name}", with: item.name))
    }
  }
}

extension EditSession {
  /// Renames each item to its new name.
  func rename(_ names: [ItemName]) throws {
    guard !names.isEmpty else { throw LibraryError.nothingNamed }
    noteTitle(ChangeTitle(.rename, "\(try phrase(names.map(\.id).unique))"))
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
