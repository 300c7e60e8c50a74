import CartographerCore
import Geodesy

/// The message about the result of an import. On a narrow screen, the message's least important
/// parts are omitted or abbreviated.
struct ImportMessage: Sendable {
  /// The kinds of message parts that can be omitted or abbreviated, least important first.
  enum Part: CaseIterable {
    case points, damage, towns, leftOut, unchanged, grouped
    case incompleteFiles, counts, cancelled, failedFiles
  }

  /// The message's parts, in order. The kind is nil for a part that is always shown.
  private var parts: [(kind: Part?, text: String, abbreviation: String)] = []

  init(_ text: String) { parts = [(nil, text, "")] }

  mutating func append(_ kind: Part, _ text: String) { parts.append((kind, text, "")) }

  /// Appends a semicolon and a part to the message, unless the part's count is 0.
  ///
  /// - Parameter abbreviation: The text that replaces the part on a narrow screen.
  ///   Empty if the part is omitted on a narrow screen.
  mutating func append(_ kind: Part, _ count: Int, _ text: String, abbreviation: String = "") {
    guard count > 0 else { return }
    parts.append((kind, "; \(text)", abbreviation.isEmpty ? "" : "; \(abbreviation)"))
  }

  /// The full message.
  var text: String { parts.map(\.text).joined() }

  /// Shortened versions of the message, longest first, which omit or abbreviate the least important
  /// parts.
  var shorterTexts: [String] {
    var omitted: Set<Part> = []
    var texts = [text]
    for kind in Part.allCases {
      omitted.insert(kind)
      let shorter = parts.map { part in
        part.kind.map(omitted.contains) == true ? part.abbreviation : part.text
      }.joined()
      if shorter != texts.last { texts.append(shorter) }
    }
    return Array(texts.dropFirst())
  }
}

extension ImportMessage {
  /// Creates the message about the result of importing a file.
  init(_ summary: ImportSummary) {
    let file = summary.file.lastComponent
    switch summary.status {
    case .imported, .updated, .checked:
      let name = summary.damage == nil ? file : "only part of \(file)"
      self.init("Imported \(name)")
      // For a previously imported file, the numbers of its items would suggest that all are new.
      if let changes = summary.changes {
        let counts = [(changes.added, "added"), (changes.updated, "updated")]
          .filter { $0.0 > 0 }.map { "\(Numbers.counted($0.0, "item")) \($0.1)" }
        let text = counts.isEmpty ? "no new or changed items" : counts.joined(separator: ", ")
        append(.counts, ": \(text)")
      } else {
        let paths = Numbers.counted(summary.paths, "path")
        let places = Numbers.counted(summary.places, "place")
        append(.counts, ": \(paths), \(places)")
        append(.points, ", \(Numbers.counted(summary.points, "point"))")
        append(.leftOut, Self.leftOutText(summary.leftOutPlaces, summary.leftOutPoints))
        append(
          .towns, summary.namedPaths,
          "named \(Numbers.counted(summary.namedPaths, "path")) after towns")
      }
      append(.damage, summary.damage.map { "; \($0)" } ?? "")
    case .unchanged:
      self.init(
        summary.grouped == 0
          ? "\(file) is already in the store; nothing was added"
          : """
          \(file) is already in the store; \
          added \(Numbers.counted(summary.grouped, "item")) to groups
          """)
    case .refused: self.init("\(file) could not be imported")
    }
  }

  /// Returns the numbers of places and points that an import omits, as text such as
  /// `; left out 2 500 points`.
  static func leftOutText(_ places: Int, _ points: Int) -> String {
    let parts = [(places, "place"), (points, "point")].filter { $0.0 > 0 }
      .map { Numbers.counted($0.0, $0.1) }
    let list = parts.joined(separator: ", ")
    return list.isEmpty ? "" : "; left out \(list)"
  }
}

extension ImportSummary {
  /// Creates the combined summary of several imported files, without the files' messages. If there
  /// is only one file, the summary keeps the file's name and the description of the file's damage.
  init(totalOf files: [ImportSummary]) {
    let single = files.count == 1 ? files[0] : nil
    self.init(
      file: single?.file ?? Numbers.counted(files.count, "file"), status: .imported, places: 0,
      paths: 0, points: 0, created: [], messages: [])
    damage = single?.damage
    for summary in files {
      if summary.status == .updated { status = .updated }
      places += summary.places
      paths += summary.paths
      points += summary.points
      created += summary.created
      namedPaths += summary.namedPaths
      leftOutPlaces += summary.leftOutPlaces
      leftOutPoints += summary.leftOutPoints
    }
  }

  /// The report's lines about one file of a multi-file import.
  var reportLines: [String] {
    let name = file.lastComponent
    return [ImportMessage(self).text] + messages.map { "\(name): \($0)" }
  }
}
