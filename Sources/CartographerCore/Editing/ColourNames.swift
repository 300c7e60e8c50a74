/// The names of the palette colours.
package enum ColourNames {
  package static let all: [(name: String, hexadecimal: String)] = [
    ("red", "#D7263D"), ("orange", "#F46036"), ("yellow", "#E0A800"), ("green", "#2E933C"),
    ("teal", "#1B998B"), ("blue", "#2F6FDE"), ("purple", "#7B4FBF"), ("pink", "#D6469C"),
    ("brown", "#8D5A3B"), ("grey", "#808080"),
  ]

  /// Converts a colour name to the colour's `#RRGGBB` code. An unambiguous prefix of the name is
  /// sufficient. A colour code of three or six digits is also accepted. Returns nil for any other
  /// text.
  package static func hexadecimal(_ text: String) -> String? {
    let word = text.lowercased()
    if let known = all.first(where: { $0.name == word }) { return known.hexadecimal }
    let beginning = word.isEmpty ? [] : all.filter { $0.name.hasPrefix(word) }
    if beginning.count == 1 { return beginning[0].hexadecimal }
    let digits = word.dropFirst()
    guard word.first == "#", [3, 6].contains(digits.utf8.count), digits.allSatisfy(\.isHexDigit)
    else { return nil }
    // #RGB is short for #RRGGBB, as on web pages.
    return (digits.utf8.count == 3 ? "#" + digits.map { "\($0)\($0)" }.joined() : word)
      .uppercased()
  }

  /// Returns a palette colour's name, or the code itself if the colour is not in the palette.
  package static func name(of hexadecimal: String) -> String {
    let code = hexadecimal.uppercased()
    return all.first { $0.hexadecimal == code }?.name ?? hexadecimal
  }

  /// Returns the name of the next or previous colour in the palette, starting from a given colour.
  package static func next(after text: String, step: Int) -> String {
    let hexadecimal = hexadecimal(text)
    guard let position = all.firstIndex(where: { $0.hexadecimal == hexadecimal }) else {
      return step > 0 ? all[0].name : all[all.count - 1].name
    }
    return all[(position + step + all.count) % all.count].name
  }
}
