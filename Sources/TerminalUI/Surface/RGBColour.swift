/// A colour that was chosen by the user or read from a file, as red, green and blue values.
package struct RGBColour: Hashable, Sendable {
  package let red: UInt8
  package let green: UInt8
  package let blue: UInt8

  package init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Parses a colour in the form `#1E90FF`, in upper or lower case. The initializer fails if the
  /// text does not have this form.
  package init?(hexadecimal text: String) {
    let digits = text.utf8.dropFirst()
    guard text.utf8.first == UInt8(ascii: "#"), digits.count == 6,
      digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let value = UInt32(text.dropFirst(), radix: 16)
    else { return nil }
    self.init(
      red: UInt8(value >> 16), green: UInt8(value >> 8 & 0xFF), blue: UInt8(value & 0xFF))
  }

  /// The colour in the form `#1e90ff`.
  package var hexadecimal: String {
    [red, green, blue].reduce("#") { text, part in
      text + (part < 16 ? "0" : "") + String(part, radix: 16)
    }
  }
}
