import Foundation

extension PointQuery {
  /// The maximum length of a search query, in characters.
  public static let lengthLimit = 500

  /// Parses a query for points of a track.
  ///
  /// - Throws: ``QuantityError``, with the position of the error in the query.
  public init(_ text: String) throws(QuantityError) {
    guard text.utf8.count <= Self.lengthLimit * 4, text.count <= Self.lengthLimit else {
      throw QuantityError(
        code: .outOfRange, message: "the search text is too long",
        range: Self.lengthLimit..<Self.lengthLimit + 1)
    }
    terms = []
    for word in QueryWord.words(of: text) { terms.append(try Self.term(word)) }
    guard !terms.isEmpty else {
      throw QuantityError(
        code: .empty, message: "enter a search such as >2000m, gap>60s or speed>80, or a name",
        range: 0..<text.count)
    }
  }

  private static func term(_ word: QueryWord) throws(QuantityError) -> Term {
    guard !word.isQuoted, let sign = word.text.firstIndex(where: { "<>=≥≤".contains($0) }) else {
      return .text(word.text)
    }
    let name = word.text[..<sign].trimmingCharacters(in: .whitespaces).lowercased()
    let rest = word.text[sign...]
    let signs = rest.prefix { "<>=≥≤".contains($0) }
    let start = word.text.distance(from: word.text.startIndex, to: sign) + word.offset
    guard let comparison = comparisons[String(signs)] else {
      throw QuantityError(
        code: .unknownName,
        message: "“\(signs)” is not a valid comparison; write >, <, >=, <= or =",
        range: start..<start + signs.count)
    }
    guard let kind = kinds[name] else {
      throw QuantityError(
        code: .unknownName,
        message: """
          points have no field “\(name)”; search for ele, dist, gap, speed, slope, time, segment, hr, cad, \
          power or temp
          """,
        range: word.offset..<max(start, word.offset + 1))
    }
    let value = String(rest.dropFirst(signs.count))
    let offset = start + signs.count
    guard !value.allSatisfy(\.isWhitespace) else {
      throw QuantityError(
        code: .noNumber,
        message: "enter a value to compare with, as in \(name)\(signs)\(kind.example)",
        range: start..<offset)
    }
    do {
      return try kind.term(comparison, value)
    } catch {
      throw error.moved(by: offset)
    }
  }

  /// Returns whether a word is the name of a searchable point field.
  static func isName(_ word: String) -> Bool { kinds[word.lowercased()] != nil }

  private static let comparisons: [String: Comparison] = [
    ">": .greater, "<": .less, ">=": .atLeast, "=>": .atLeast, "≥": .atLeast, "<=": .atMost,
    "=<": .atMost, "≤": .atMost, "=": .equal, "==": .equal,
  ]

  private static let kinds: [String: TermKind] = [
    "": .elevation, "ele": .elevation, "elevation": .elevation, "alt": .elevation,
    "altitude": .elevation, "dist": .distance, "distance": .distance, "gap": .gap,
    "speed": .speed, "slope": .slope, "time": .time, "hr": .sensor(.heartRate),
    "heart": .sensor(.heartRate), "cad": .sensor(.cadence), "cadence": .sensor(.cadence),
    "power": .sensor(.power), "temp": .sensor(.temperature),
    "temperature": .sensor(.temperature), "segment": .sensor(.segment), "seg": .sensor(.segment),
  ]
}

/// The kind of value in a search term.
private enum TermKind {
  case elevation
  case distance
  case gap
  case speed
  case slope
  case time
  case sensor(PointQuery.Quality)

  var example: String {
    switch self {
    case .elevation: "2000m"
    case .distance: "10km"
    case .gap: "60s"
    case .speed: "80km/h"
    case .slope: "15%"
    case .time: "14:30"
    case .sensor(.segment): "2"
    case .sensor: "150"
    }
  }

  func term(
    _ comparison: PointQuery.Comparison, _ text: String
  ) throws(QuantityError) -> PointQuery.Term {
    switch self {
    case .elevation: return .compare(.elevation, comparison, try Quantity.metres(text))
    case .distance: return .compare(.distance, comparison, try Quantity.metres(text))
    case .speed: return .compare(.speed, comparison, try Quantity.metresPerSecond(text))
    case .time: return .timeOfDay(comparison, seconds: try timeOfDay(text))
    case .gap:
      switch try Quantity(text) {
      case .length(let metres): return .compare(.gapMetres, comparison, metres)
      case .duration(let seconds): return .compare(.gapSeconds, comparison, seconds)
      default: throw wrong(text, "enter a gap as a time or a distance, as in gap>10min or gap>100m")
      }
    case .slope:
      switch try Quantity(text) {
      case .slope(let slope): return .compare(.slope, comparison, slope)
      case .number(let percent): return .compare(.slope, comparison, percent / 100)
      default: throw wrong(text, "enter a slope in % or degrees, as in slope>15%")
      }
    case .sensor(let quality):
      guard case .number(let number) = try Quantity(text) else {
        let example = quality == .segment ? "segment=2" : "hr>150"
        throw wrong(text, "enter a number without a unit, as in \(example)")
      }
      return .compare(quality, comparison, number)
    }
  }

  private func timeOfDay(_ text: String) throws(QuantityError) -> Double {
    guard let found = text.wholeMatch(of: /\s*([0-9]{1,2}):([0-9]{2})(?::([0-9]{2}))?\s*/),
      let hours = Double(found.1), let minutes = Double(found.2),
      let seconds = Double(found.3 ?? "0"), minutes < 60, seconds < 60,
      hours * 3600 + minutes * 60 + seconds <= 86_400
    else { throw wrong(text, "enter a time of day, as in time>14:30") }
    return hours * 3600 + minutes * 60 + seconds
  }

  private func wrong(_ text: String, _ message: String) -> QuantityError {
    QuantityError(code: .unit, message: message, range: 0..<text.count)
  }
}
