import CartographerModel
import Foundation
import SwiftData

extension EditSession {
  /// Sets a text field of the given items, or clears the field if the new value is nil or blank.
  func set(_ field: ItemField, of ids: [ItemID], to value: String?) throws {
    let ids = ids.unique
    guard !ids.isEmpty else { throw LibraryError.nothingNamed }
    let value = try checked(value, for: field)
    let phrase = try phrase(ids)
    for id in ids {
      let model = try model(id)
      guard try current(field, of: model, id) != value else { continue }
      try assign(value, to: field, of: model, id)
      noteChange(id)
    }
    switch (field, value) {
    case (.name, let name?): noteTitle(ChangeTitle(.rename, "\(phrase) to \(name)"))
    case (_, nil): noteTitle(ChangeTitle(.clear, "\(field.noun) of \(phrase)"))
    case (.colour, let colour?):
      noteTitle(ChangeTitle(.colour, "\(phrase) \(ColourNames.name(of: colour))"))
    default: noteTitle(ChangeTitle(.change, "\(field.noun) of \(phrase)"))
    }
  }

  /// Sets text fields of a new item.
  func set(_ texts: [ItemField: String], of id: ItemID) throws {
    guard !texts.isEmpty else { return }
    let model = try model(id)
    for (field, text) in texts {
      try assign(try checked(text, for: field), to: field, of: model, id)
    }
  }

  private func checked(_ value: String?, for field: ItemField) throws -> String? {
    switch field {
    case .name: return try checkedName(value)
    case .colour: return try value.nonBlank.map(checkedColour)
    case .notes: return value ?? ""
    case .comment, .details, .symbol, .type: return value.nonBlank
    }
  }

  func checkedName(_ name: String?) throws -> String {
    guard let name = name.nonBlank else {
      throw LibraryError(.invalid, "The name is empty; enter at least one visible character.")
    }
    return name
  }

  private func checkedColour(_ colour: String) throws -> String {
    let digits = colour.dropFirst()
    guard colour.hasPrefix("#"), digits.allSatisfy(\.isASCIIHexDigit),
      [3, 6].contains(digits.utf8.count)
    else {
      throw LibraryError(
        .invalid,
        """
        '\(colour)' is not a valid colour; enter a colour as #RRGGBB, such as #1E90FF, or as a \
        name, such as red.
        """)
    }
    // #RGB is short for #RRGGBB, as on web pages.
    return (digits.utf8.count == 3 ? "#" + digits.map { "\($0)\($0)" }.joined() : colour)
      .uppercased()
  }

  private func current(
    _ field: ItemField, of model: any ItemModel, _ id: ItemID
  ) throws -> String? {
    switch field {
    case .name: return model.name
    case .notes: return model.notes
    case .colour: return model.colour
    case .comment, .details, .symbol, .type: break
    }
    switch model {
    case let place as Location: return place[keyPath: try field.placePath(id)]
    case let path as Path: return path[keyPath: try field.pathPath(id)]
    default: throw LibraryError.noField(field, id)
    }
  }

  private func assign(
    _ value: String?, to field: ItemField, of model: any ItemModel, _ id: ItemID
  ) throws {
    switch field {
    case .name:
      model.name = value ?? ""
      (model as? Location)?.isNameless = false
      (model as? Path)?.isNameless = false
    case .notes: model.notes = value ?? ""
    case .colour: model.colour = value
    case .comment, .details, .symbol, .type:
      if let place = model as? Location { place[keyPath: try field.placePath(id)] = value }
      if let path = model as? Path { path[keyPath: try field.pathPath(id)] = value }
    }
  }
}

extension ItemField {
  var noun: String { self == .details ? "description" : rawValue }

  fileprivate func placePath(_ id: ItemID) throws -> ReferenceWritableKeyPath<Location, String?> {
    switch self {
    case .comment: \.comment
    case .details: \.details
    case .symbol: \.symbol
    case .type: \.type
    case .colour: \.colour
    case .name, .notes: throw LibraryError.noField(self, id)
    }
  }

  fileprivate func pathPath(_ id: ItemID) throws -> ReferenceWritableKeyPath<Path, String?> {
    switch self {
    case .comment: \.comment
    case .details: \.details
    case .symbol: \.symbol
    case .type: \.type
    case .colour: \.colour
    case .name, .notes: throw LibraryError.noField(self, id)
    }
  }
}

extension LibraryError {
  static let nothingNamed = LibraryError(
    .nothingToDo, "No item was specified; specify at least one place, path or group.")

  static func noField(_ field: ItemField, _ id: ItemID) -> LibraryError {
    LibraryError(.invalid, "\(id) is a \(id.kind.noun), which has no \(field.noun).", ids: [id])
  }
}

extension String? {
  /// The text without leading and trailing whitespace. Nil if the text is blank.
  var nonBlank: String? {
    guard let text = self else { return nil }
    // A fast path, since most texts have nothing to trim.
    if let first = text.utf8.first, let last = text.utf8.last, Self.isInk(first), Self.isInk(last) {
      return text
    }
    let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
    return trimmed.isEmpty ? nil : trimmed
  }

  /// Returns whether a byte is a printable ASCII character other than a space.
  private static func isInk(_ byte: UInt8) -> Bool { byte > 0x20 && byte < 0x7F }
}

extension Character {
  fileprivate var isASCIIHexDigit: Bool { isASCII && isHexDigit }
}

extension Array where Element: Hashable {
  /// The array's distinct elements, in the order of their first occurrence.
  var unique: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
