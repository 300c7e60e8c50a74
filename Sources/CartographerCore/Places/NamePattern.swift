import Foundation
import Geodesy

/// A pattern for the names of items or files, such as `{date|undated} {name}` or `Camp {n}`.
///
/// A field in braces is replaced by the item's value for that field. The text after `|` is the
/// field's default, for items without a value. The number after `:` in `{n:03}` is the minimum
/// number of digits. Doubled braces, `{{` and `}}`, produce single braces.
package struct NamePattern: Sendable, Equatable {
  package enum Field: String, Sendable, CaseIterable {
    case name, id, kind, date, year, month, group
    /// The name of the nearest other place within 25 km or, without such a place, of the
    /// nearest town within 30 km.
    case near
    /// The towns nearest to a path's first and last points, or the town nearest to a place.
    case from, to
    /// The town nearest to each end of a path, such as `Chamonix-Mont-Blanc – Zermatt`. If both
    /// ends have the same nearest town, the town is named only once.
    case towns
    /// The item's number among all items named by the pattern, padded with zeros to the width of
    /// the highest number.
    case n
  }

  private enum Part: Sendable, Equatable {
    case text(String)
    /// A field in braces, such as `{n:03}` or `{date|undated}`.
    ///
    /// - Parameter digits: The minimum number of digits for the item's number.
    ///   If nil, the number has as many digits as the total number of items.
    case field(Field, digits: Int?, fallback: String?)
  }

  private let parts: [Part]

  /// The fields as listed in help and error messages.
  package static let fieldList = Field.allCases.map { "{\($0.rawValue)}" }.joined(separator: ", ")

  /// Creates a pattern from text. If the pattern has no fields, all items receive the same name.
  ///
  /// - Parameter allowsBraces: Whether names may also contain braces, as in `Hut {Winter room}`.
  ///   Text in braces that consists of lowercase letters always denotes a field.
  /// - Throws: ``LibraryError`` `invalid` if the pattern contains an unknown or unclosed field.
  package init(_ text: String, allowsBraces: Bool = false) throws {
    var parts: [Part] = []
    var literal = ""
    var rest = text[...]
    while let character = rest.first {
      // Doubled braces come first, so that {{name}} is text instead of a field.
      if rest.hasPrefix("{{") || rest.hasPrefix("}}") {
        literal.append(character)
        rest = rest.dropFirst(2)
      } else if let match = rest.prefixMatch(of: /\{([^{}]*)\}/) {
        let words = match.1.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
        let name = words[0].prefix { $0 != ":" }
        if let field = Field(rawValue: String(name)) {
          if !literal.isEmpty { parts.append(.text(literal)) }
          literal = ""
          parts.append(
            .field(
              field, digits: try Self.digits(words[0].dropFirst(name.count), of: field),
              fallback: words.count == 2 ? String(words[1]) : nil))
        } else if allowsBraces,
          !words[0].allSatisfy({ ("a"..."z").contains($0) }) || match.1.isEmpty
        {
          literal += match.0
        } else {
          throw LibraryError(
            .invalid, "Name patterns cannot contain the field {\(words[0])}.",
            remedy:
              "The fields are \(Self.fieldList). To write braces in a name, double them: {{ and }}."
          )
        }
        rest = rest[match.range.upperBound...]
      } else if character == "{",
        Self.isUnclosedField(rest) || !allowsBraces && !Self.letters(after: rest).isEmpty
      {
        throw LibraryError(
          .invalid,
          "The name pattern lacks a closing brace after {\(Self.letters(after: rest)).",
          remedy: "Close the field, as in {name}. To write a brace in a name, double it: {{.")
      } else {
        literal.append(character)
        rest = rest.dropFirst()
      }
    }
    if !literal.isEmpty || parts.isEmpty { parts.append(.text(literal)) }
    self.parts = parts
  }

  /// Returns whether the given text contains a field without a closing brace, such as `{name`.
  package static func hasUnclosedField(_ text: String) -> Bool {
    text.indices.contains { text[$0] == "{" && isUnclosedField(text[$0...]) }
  }

  private static func isUnclosedField(_ text: Substring) -> Bool {
    Field(rawValue: letters(after: text)) != nil && text.prefixMatch(of: /\{[^{}]*\}/) == nil
  }

  /// Returns the lowercase letters that follow the brace at the beginning of the given text.
  private static func letters(after text: Substring) -> String {
    String(text.dropFirst().prefix { ("a"..."z").contains($0) })
  }

  /// The maximum number of digits that a pattern can require.
  private static let mostDigits = 20

  /// Parses the number of digits in a field such as `{n:03}`. Returns nil for an empty text.
  private static func digits(_ text: Substring, of field: Field) throws -> Int? {
    guard !text.isEmpty else { return nil }
    guard field == .n else {
      throw LibraryError(
        .invalid, "The field {\(field.rawValue)\(text)} cannot specify a number of digits.",
        remedy: "Only {n} can specify a number of digits, as in {n:03}.")
    }
    guard let digits = Int(text.dropFirst()), (1...mostDigits).contains(digits) else {
      throw LibraryError(
        .invalid, "The number of digits in {n\(text)} must be from 1 to \(mostDigits).",
        remedy: "Write {n:03} for the numbers 001, 002 and so on.")
    }
    return digits
  }

  package var hasFields: Bool { !fields.isEmpty }

  package var fields: Set<Field> {
    Set(parts.compactMap { if case .field(let field, _, _) = $0 { field } else { nil } })
  }

  /// Whether the pattern contains a field whose value can be the name of a town.
  package var mentionsTowns: Bool { !fields.isDisjoint(with: [.near, .from, .to, .towns]) }

  /// Returns the pattern's text, with each field replaced by its value.
  ///
  /// - Parameter value: A closure that returns a field's value, or nil if the field has no value.
  /// - Parameter missing: A closure that returns the text for a field without a value.
  ///   The closure is called only if the field has no default.
  package func text(
    _ value: (Field) -> String?, missing: (Field) throws -> String
  ) rethrows -> String {
    try parts.map { part in
      switch part {
      case .text(let text): return text
      case .field(let field, let digits, let fallback):
        if let value = value(field), !value.isEmpty {
          return digits.map { Self.padded(value, to: $0) } ?? value
        }
        return try fallback ?? missing(field)
      }
    }.joined()
  }

  /// Returns a number padded with leading zeros to at least the given number of digits.
  private static func padded(_ number: String, to digits: Int) -> String {
    let bare = number.drop { $0 == "0" }
    return String(repeating: "0", count: max(digits - bare.count, 0)) + bare
  }

  /// Returns the names that the pattern generates for the given items.
  ///
  /// - Parameter items: The items, in numbering order.
  /// - Throws: ``LibraryError`` `invalid` if a field has neither a value nor a default.
  package func names(of items: [NamePatternItem]) throws -> [ItemName] {
    try items.enumerated().map { number, item in
      let name = try text {
        item.value(of: $0, number: number + 1, of: items.count)
      } missing: {
        field in
        throw LibraryError(
          .invalid,
          """
          \(item.name) (\(item.id)) \(Self.reason(field)), so {\(field.rawValue)} has no value for \
          its name.
          """,
          remedy: "Specify a default, such as {\(field.rawValue)|none}, or exclude this item.",
          ids: [item.id])
      }
      return ItemName(id: item.id, name: name)
    }
  }

  private static func reason(_ field: Field) -> String {
    switch field {
    case .date, .year, .month: "has no time"
    case .group: "is not in any group"
    case .near: "has no other place near it"
    case .from, .to, .towns: "has no town near it"
    case .name, .id, .kind, .n: "has no value"
    }
  }
}

/// The values of an item that a ``NamePattern`` can insert into the item's name.
package struct NamePatternItem: Sendable, Equatable {
  package var id: ItemID
  package var name: String
  /// The kind of the item as shown to the user, such as `route`.
  package var kind: String
  /// The date of a place, or of a path's first point, as `YYYY-MM-DD`. Nil if the place or point
  /// has no time.
  package var day: String?
  /// The name of the item's first group. Nil if the item is not in any group.
  package var group: String?
  /// The name of the nearest other place. Nil if this name is not known.
  package var near: String?
  /// The towns nearest to the item's start and end. For a place, both are the same town.
  package var towns: Towns?

  /// The towns nearest to an item's start and end.
  package struct Towns: Sendable, Equatable {
    package var from: String?
    package var to: String?

    package init(from: String?, to: String?) {
      self.from = from
      self.to = to
    }

    /// The names of both towns, such as `Chamonix-Mont-Blanc – Zermatt`, or one name if both are
    /// the same town. The value is nil if a town is not known.
    package var title: String? {
      guard let from, let to else { return nil }
      return from == to ? from : "\(from) – \(to)"
    }
  }

  package init(
    id: ItemID, name: String, kind: String = "", day: String? = nil, group: String? = nil,
    near: String? = nil, towns: Towns? = nil
  ) {
    self.id = id
    self.name = name
    self.kind = kind
    self.day = day
    self.group = group
    self.near = near
    self.towns = towns
  }

  /// Returns the item's value for a field. The result is nil if the item has no value for the
  /// field.
  ///
  /// - Parameter number: The item's number, counted from 1.
  /// - Parameter count: The total number of items, which determines the number of digits.
  package func value(of field: NamePattern.Field, number: Int, of count: Int) -> String? {
    switch field {
    case .name: return name
    case .id: return id.description
    case .kind: return kind
    case .date: return day
    case .year: return day.map { String($0.prefix(4)) }
    case .month: return day.map { String($0.dropFirst(5).prefix(2)) }
    case .group: return group
    case .near: return near
    case .from: return towns?.from
    case .to: return towns?.to
    case .towns: return towns?.title
    case .n:
      let digits = String(number)
      return String(repeating: "0", count: max(String(count).count - digits.count, 0)) + digits
    }
  }
}

/// A set of places that can be searched for the place nearest to a position.
package struct NearestPlaces: Sendable {
  private let places: [PlaceSnapshot]
  private let latitudes: [Double]
  private let longitudes: [Double]

  /// Creates a searchable set of the given places.
  ///
  /// - Parameter places: The places to search. Places in the trash are ignored.
  package init(_ places: [PlaceSnapshot]) {
    self.places = places.filter { $0.trashed == nil }
    latitudes = self.places.map(\.coordinate.latitude)
    longitudes = self.places.map(\.coordinate.longitude)
  }

  /// The maximum distance, in metres, at which a nearby place's name is used in an item's name.
  package static let reachMetres = 25_000.0

  /// Returns the name of the place nearest to a position. The result is nil if no other place is
  /// within ``reachMetres``.
  ///
  /// - Parameter id: The item at the position, which is excluded from the search.
  /// - Complexity: O(*n*), where *n* is the number of places.
  package func name(nearestTo position: Coordinate, except id: ItemID) -> String? {
    let metres = Geodesic.straightMetres(
      from: position, toLatitudes: latitudes, longitudes: longitudes)
    return places.indices.lazy
      .filter { places[$0].id != id && metres[$0] <= Self.reachMetres }.min {
        metres[$0] < metres[$1]
      }
      .map { places[$0].name }
  }
}
