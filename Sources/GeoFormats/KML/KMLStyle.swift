/// The properties of a KML style that apply to places and paths.
struct KMLStyle {
  /// The icon's colour as `#RRGGBB`. ``lineColour`` and ``areaColour`` use the same notation.
  var iconColour: String?
  var lineColour: String?
  var areaColour: String?
  /// The icon's URL.
  var icon: String?
  /// Whether the style has properties that are not imported, such as a line width.
  var hasMore = false

  var isEmpty: Bool { iconColour == nil && lineColour == nil && areaColour == nil && icon == nil }

  /// Sets the properties that this style lacks to those of a shared style.
  mutating func inherit(_ other: KMLStyle) {
    iconColour = iconColour ?? other.iconColour
    lineColour = lineColour ?? other.lineColour
    areaColour = areaColour ?? other.areaColour
    icon = icon ?? other.icon
  }

  /// Converts a KML colour (`aabbggrr`) to `#RRGGBB` and an opacity of 0…255. Returns nil if the
  /// text is not a KML colour. A leading `#` and a missing opacity are accepted.
  static func colour(_ text: String) -> (text: String, opacity: UInt8)? {
    let trimmed = text.filter { !$0.isWhitespace }
    let digits = trimmed.hasPrefix("#") ? trimmed.dropFirst() : trimmed[...]
    guard digits.utf8.count == 8 || digits.utf8.count == 6,
      digits.allSatisfy(\.isHexDigit), let value = UInt32(digits, radix: 16)
    else { return nil }
    let parts = [value & 0xFF, value >> 8 & 0xFF, value >> 16 & 0xFF]
    let hex = parts.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }
    let opacity = digits.utf8.count == 8 ? UInt8(truncatingIfNeeded: value >> 24) : 255
    return ("#" + hex.joined(), opacity)
  }

  /// Converts a colour from `#RRGGBB` to an opaque KML colour (`aabbggrr`). Returns nil if the text
  /// is not of the form `#RRGGBB`.
  static func kmlColour(_ text: String) -> String? {
    let digits = Array(text.dropFirst().lowercased())
    guard text.hasPrefix("#"), digits.count == 6, digits.allSatisfy(\.isHexDigit) else {
      return nil
    }
    return "ff" + String(digits[4...5] + digits[2...3] + digits[0...1])
  }
}
