import Foundation

/// Functions that convert names and descriptions to and from the names and notes in TCX files. TCX
/// limits the length of names, and an activity has no name in TCX. A long name, or the name of an
/// activity, is therefore written as the first line of the notes.
enum TCXText {
  /// The maximum length of a course's name, in characters.
  static let courseName = 15
  /// The maximum length of a course point's name, in characters.
  static let pointName = 10
  /// The name written for a course without a name. ``noPointName`` is the name for a course
  /// point.
  static let noCourseName = "Course"
  static let noPointName = "Point"
  /// The maximum length, in characters, of the first line of notes if it is to be read as a name.
  static let longest = 100

  /// The kinds of course points that the schema allows.
  static let pointTypes: Set<String> = [
    "Generic", "Summit", "Valley", "Water", "Food", "Danger", "Left", "Right", "Straight",
    "First Aid", "4th Category", "3rd Category", "2nd Category", "1st Category", "Hors Category",
    "Sprint",
  ]

  /// Returns an item's name and description, determined from the name and notes in a TCX file. If
  /// the name is the first line of the notes shortened to `limit` characters, the whole first line
  /// becomes the name.
  static func joined(
    name: String?, notes: String?, limit: Int
  ) -> (name: String?, details: String?) {
    guard let name, let notes else { return (name, notes) }
    let (line, rest) = firstLine(notes)
    let isShortened = line.unicodeScalars.count >= limit && shortened(line, limit) == name
    return isShortened && line.count <= 10 * longest ? (line, rest) : (name, notes)
  }

  private static func shortened(_ line: String, _ limit: Int) -> String {
    // The length limits of the schema count Unicode code points, not Swift's characters.
    String(String.UnicodeScalarView(line.unicodeScalars.prefix(limit)))
      .trimmingCharacters(in: .whitespaces)
  }

  /// Splits an activity's notes into a name (the first line) and a description. TCX activities have
  /// no name element.
  static func separated(notes: String?) -> (name: String?, details: String?) {
    guard let notes else { return (nil, nil) }
    let (line, rest) = firstLine(notes)
    return line.count <= longest ? (line, rest) : (nil, notes)
  }

  /// Returns the name and notes to write for an item. The name has at most `limit`
  /// characters.
  static func split(
    name: String?, details: String?, limit: Int
  ) -> (name: String?, notes: String?) {
    guard let line = name.flatMap(singleLine) else { return (nil, details) }
    let short = shortened(line, limit)
    // A reader would also mistake the first line of such a description for the whole name.
    let isAmbiguous = joined(name: short, notes: details, limit: limit).details != details
    let full = short == line && !isAmbiguous ? nil : line
    let parts = [full, details].compactMap(\.self)
    return (short, parts.isEmpty ? nil : parts.joined(separator: "\n"))
  }

  /// Returns a name without surrounding white space, and with line breaks replaced by spaces.
  /// Returns nil if the name contains only white space.
  static func singleLine(_ name: String) -> String? {
    let line = name.split(whereSeparator: \.isNewline).joined(separator: " ")
      .trimmingCharacters(in: .whitespaces)
    return line.isEmpty ? nil : line
  }

  private static func firstLine(_ text: String) -> (line: String, rest: String?) {
    guard let end = text.firstIndex(where: \.isNewline) else { return (text, nil) }
    let rest = text[end...].trimmingCharacters(in: .whitespacesAndNewlines)
    return (
      text[..<end].trimmingCharacters(in: .whitespaces), rest.isEmpty ? nil : rest
    )
  }
}
