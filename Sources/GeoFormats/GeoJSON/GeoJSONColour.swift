/// Functions that convert the colours of simplestyle, a styling convention for GeoJSON.
enum GeoJSONColour {
  /// Converts a colour in the form `#RGB` or `#RRGGBB` to `#RRGGBB`. Returns nil if the text has
  /// another form. The `#` is optional.
  static func parse(_ text: String) -> String? {
    let digits = (text.hasPrefix("#") ? text.dropFirst() : text[...]).uppercased()
    guard digits.utf8.allSatisfy({ $0 &- 48 < 10 || $0 &- 65 < 6 }) else { return nil }
    switch digits.utf8.count {
    case 3: return "#" + digits.map { "\($0)\($0)" }.joined()
    case 6: return "#" + digits
    default: return nil
    }
  }
}
