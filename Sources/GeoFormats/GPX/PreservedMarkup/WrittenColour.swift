/// A colour in the notation of the program that wrote it.
struct WrittenColour {
  private enum Form {
    /// A hexadecimal number `RRGGBB`, optionally preceded by `#` and two digits for the opacity.
    case hexadecimal(head: String)
    /// A signed 32-bit number with one byte each for opacity, red, green and blue.
    case integer(opacity: UInt32)
    /// One of Garmin's colour names.
    case name
  }

  private let form: Form
  /// The colour's red, green and blue components, eight bits each.
  private let value: UInt32

  /// Parses a colour from text. Returns nil if the text is not a colour, such as `Transparent`.
  init?(_ text: String) {
    let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
    if digits.utf8.count == 6 || digits.utf8.count == 8, let number = UInt32(digits, radix: 16),
      !digits.hasPrefix("+")
    {
      value = number & 0xFF_FFFF
      form = .hexadecimal(head: String(text.dropLast(6)))
    } else if text.hasPrefix("-"), let number = Int32(text) {
      let bits = UInt32(bitPattern: number)
      value = bits & 0xFF_FFFF
      form = .integer(opacity: bits & 0xFF00_0000)
    } else if let named = Self.names.first(where: { $0.name.lowercased() == text.lowercased() }) {
      value = named.value
      form = .name
    } else {
      return nil
    }
  }

  /// The colour as `#RRGGBB`.
  var text: String { "#" + Self.digits(value) }

  /// Returns the given colour as text, in the same notation as this colour. If the notation is one
  /// of Garmin's colour names, returns the name of the most similar colour.
  ///
  /// - Parameter colour: The new colour as `#RRGGBB`.
  func rewritten(as colour: String) -> String {
    guard let wanted = UInt32(colour.dropFirst(), radix: 16) else { return text }
    switch form {
    case .hexadecimal(let head): return head + Self.digits(wanted)
    case .integer(let opacity): return String(Int32(bitPattern: opacity | wanted))
    case .name:
      let nearest = Self.names.min {
        Self.difference($0.value, wanted) < Self.difference($1.value, wanted)
      }
      return nearest?.name ?? "Black"
    }
  }

  private static func digits(_ value: UInt32) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: 6 - digits.count) + digits
  }

  /// Returns the sum of the squared differences between two colours' channels.
  private static func difference(_ one: UInt32, _ other: UInt32) -> Int {
    [0, 8, 16].reduce(0) { sum, shift in
      let distance = Int(one >> shift & 0xFF) - Int(other >> shift & 0xFF)
      return sum + distance * distance
    }
  }
}
