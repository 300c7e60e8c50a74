/// Text to parse as a coordinate, preprocessed for all notations.
struct CoordinateText {
  /// The text without surrounding white space.
  let text: String
  /// The text's letters, digits and signs in upper case and without white space. The array is empty
  /// if the text contains a character outside ASCII.
  let compact: [UInt8]
  /// Whether the user named the notation, as in `osgb:NN1612`. With a named notation, short forms
  /// that resemble words are also accepted.
  let isLabelled: Bool
  /// Whether the text is probably written in the notation that the parser is trying, because the
  /// user named this notation or the program displays coordinates in it. The text is then read like
  /// text that the program itself has written.
  var isExpected: Bool
  /// A position near the coordinate, which is used to complete short Plus Codes.
  let reference: Coordinate?

  init(_ text: String, isLabelled: Bool, reference: Coordinate?) {
    self.text = text
    self.isLabelled = isLabelled
    isExpected = isLabelled
    self.reference = reference
    let bytes = Array(text.utf8)
    compact =
      bytes.allSatisfy { $0 < 128 }
      ? bytes.filter { $0 > 32 }.map { $0.isLowercaseLetter ? $0 - 32 : $0 } : []
  }

  /// The text's first letter (in upper case), digit or symbol.
  var first: UInt8? { compact.first }
}

extension UInt8 {
  var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }
  var isLowercaseLetter: Bool { self >= UInt8(ascii: "a") && self <= UInt8(ascii: "z") }
  var isUppercaseLetter: Bool { self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") }
}

/// A cursor over the text of a grid reference, converted to upper case.
struct GridScanner {
  private var rest: Substring

  init(_ text: String) { rest = Substring(text.uppercased()) }

  var isAtEnd: Bool { rest.allSatisfy(Self.isSeparator) }

  private static func isSeparator(_ character: Character) -> Bool {
    character.isWhitespace || character == "," || character == ";" || character == "/"
  }

  /// Skips white space, commas, semicolons and slashes.
  mutating func skipSeparators() { rest = rest.drop(while: Self.isSeparator) }

  /// Removes and returns the digits at the cursor, or returns an empty string if there are no
  /// digits.
  mutating func digits() -> String {
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    rest = rest.dropFirst(digits.count)
    return String(digits)
  }

  /// Removes and returns the letters at the cursor, or returns an empty string if there are no
  /// letters.
  mutating func letters() -> String {
    let letters = rest.prefix { $0.isASCII && $0.isLetter }
    rest = rest.dropFirst(letters.count)
    return String(letters)
  }

  /// Skips the word at the cursor if it is one of the given words.
  mutating func skip(_ words: [String]) {
    for word in words where rest.hasPrefix(word) {
      rest = rest.dropFirst(word.count)
      return
    }
  }

  /// Removes and returns the decimal number of metres at the cursor. A unit after the number is
  /// also removed.
  mutating func metres(unit units: [String]) -> (value: Double, digits: Int)? {
    let whole = digits()
    guard !whole.isEmpty, whole.count <= 12 else { return nil }
    var text = whole
    if rest.first == ".", rest.dropFirst().first?.isNumber == true {
      rest = rest.dropFirst()
      text += "." + digits().prefix(9)
    }
    let spaces = rest.prefix { $0 == " " }.count
    let after = rest
    rest = rest.dropFirst(spaces)
    let before = rest
    skip(units)
    if rest == before { rest = after }
    guard let value = Double(text) else { return nil }
    return (value, whole.count)
  }
}
