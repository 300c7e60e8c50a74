/// A token in a coordinate's text, such as a number or a hemisphere letter.
enum CoordinateToken: Equatable {
  /// The digits of a number, with a point as the decimal separator.
  case number(String)
  case sign(isNegative: Bool)
  case hemisphere(Hemisphere)
  /// A label such as `lat` or `lon`, with the punctuation after it.
  case label(CoordinateAxis)
  case mark(AngleUnit)
  /// A separator between the two angles: a comma, semicolon, slash or line break.
  case separator

  enum AngleUnit: Int {
    case degrees
    case minutes
    case seconds
  }

  enum Hemisphere: Character {
    case north = "N"
    case south = "S"
    case east = "E"
    case west = "W"

    var axis: CoordinateAxis { self == .north || self == .south ? .latitude : .longitude }
    var isNegative: Bool { self == .south || self == .west }
  }
}

extension CoordinateToken {
  /// Splits text that contains a coordinate into tokens.
  ///
  /// - Parameters:
  ///   - hasDecimalCommas: Whether a comma between two digits is a decimal sign.
  ///   - letterO: The meaning of the letter O, or nil to reject the letter with an error.
  static func tokens(
    of text: String, hasDecimalCommas: Bool, letterO: Hemisphere? = nil
  ) throws(CoordinateParseError) -> [CoordinateToken] {
    var rest = Substring(text)
    var tokens: [CoordinateToken] = []
    while let character = rest.first {
      if character.isASCII, character.isNumber {
        tokens.append(.number(takeNumber(&rest, hasDecimalCommas: hasDecimalCommas)))
      } else if character.isLetter, !marks.keys.contains(character) {
        tokens.append(try takeWord(&rest, letterO: letterO))
      } else {
        rest.removeFirst()
        if let unit = marks[character] {
          append(unit, to: &tokens)
        } else if minusSigns.contains(character) {
          tokens.append(.sign(isNegative: true))
        } else if character == "+" {
          tokens.append(.sign(isNegative: false))
        } else if separators.contains(character) {
          tokens.append(.separator)
        } else if !character.isWhitespace, !isInvisible(character) {
          throw CoordinateParseError(
            code: .unexpectedText,
            message: "unrecognised coordinate near “\(character)”; enter one like 45.7251, 6.7104",
            place: String(character))
        }
      }
    }
    return tokens
  }

  private static let minusSigns: Set<Character> = ["-", "−", "–", "‐", "﹣", "－"]
  private static let separators: Set<Character> = [",", ";", "/", "\n", "\r\n", "|"]
  private static let marks: [Character: AngleUnit] = [
    "°": .degrees, "º": .degrees, "˚": .degrees, "⁰": .degrees,
    "'": .minutes, "′": .minutes, "’": .minutes, "‘": .minutes, "´": .minutes, "`": .minutes,
    "ʹ": .minutes, "\"": .seconds, "″": .seconds, "”": .seconds, "“": .seconds, "ʺ": .seconds,
  ]

  private static func isInvisible(_ character: Character) -> Bool {
    character.unicodeScalars.allSatisfy { $0.properties.generalCategory == .format }
  }

  /// Appends a degree, minute or second mark to the tokens, or combines two consecutive minute
  /// marks into a second mark.
  private static func append(_ unit: AngleUnit, to tokens: inout [CoordinateToken]) {
    if unit == .minutes, tokens.last == .mark(.minutes) {
      tokens[tokens.count - 1] = .mark(.seconds)
    } else {
      tokens.append(.mark(unit))
    }
  }

  private static func takeNumber(_ rest: inout Substring, hasDecimalCommas: Bool) -> String {
    var digits = takeDigits(&rest)
    guard let point = rest.first, point == "." || (hasDecimalCommas && point == ",") else {
      return digits
    }
    let afterPoint = rest.dropFirst()
    if let next = afterPoint.first, next.isASCII, next.isNumber {
      rest = afterPoint
      digits += "." + takeDigits(&rest)
    } else if point == "." {
      rest = afterPoint
    }
    return digits
  }

  private static func takeDigits(_ rest: inout Substring) -> String {
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    rest.removeFirst(digits.count)
    return String(digits)
  }

  private static func takeWord(
    _ rest: inout Substring, letterO: Hemisphere?
  ) throws(CoordinateParseError) -> CoordinateToken {
    let word = rest.prefix { $0.isLetter && !marks.keys.contains($0) }
    rest.removeFirst(word.count)
    let token: CoordinateToken
    switch word.lowercased() {
    case "n", "north": token = .hemisphere(.north)
    case "s", "south": token = .hemisphere(.south)
    case "e", "east": token = .hemisphere(.east)
    case "w", "west": token = .hemisphere(.west)
    case "lat", "latitude":
      token = .label(.latitude)
      rest = rest.drop { $0 == ":" || $0 == "=" || $0 == "." || $0.isWhitespace }
    case "lon", "long", "lng", "longitude":
      token = .label(.longitude)
      rest = rest.drop { $0 == ":" || $0 == "=" || $0 == "." || $0.isWhitespace }
    case "o":
      guard let letterO else {
        throw CoordinateParseError(
          code: .ambiguous,
          message: "“\(word)” means west in French (ouest) and east in German (Ost); write W or E",
          place: String(word))
      }
      token = .hemisphere(letterO)
    default:
      throw CoordinateParseError(
        code: .unexpectedText,
        message: "unrecognised coordinate near “\(word)”; enter one like 45.7251, 6.7104",
        place: String(word))
    }
    return token
  }
}
