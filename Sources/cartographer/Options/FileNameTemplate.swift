import CartographerApp
import CartographerCore
import Foundation

/// A file name that is made for each item: `{group}/{date}-{name}.gpx`.
struct FileNameTemplate {
  private let text: String

  private static let fields = ["name", "id", "kind", "date", "group"]
  /// The most bytes of one field, so that a name fits into the 255 of a file system.
  private static let longest = 80

  static func isTemplate(_ text: String) -> Bool {
    fields.contains { text.contains("{\($0)}") }
  }

  init(_ text: String) { self.text = text }

  /// The names of items, each one's own.
  ///
  /// - Throws: ``Failure`` for a field there is none of.
  func names(
    of items: [ExportedItem], _ index: ItemIndex, zone: TimeZone
  ) throws -> [String] {
    if let field = text.matches(of: /\{([^}]*)\}/).map(\.1).first(where: {
      !Self.fields.contains(String($0))
    }) {
      throw Failure.usage(
        "There is no {\(field)} in file names.",
        remedy: "Use \(Self.fields.map { "{\($0)}" }.joined(separator: ", ")).")
    }
    var taken: Set<String> = []
    return items.map { item in
      let name = fill(item, index, zone)
      var unique = name
      var number = 2
      // Some file systems do not tell capital letters from small ones.
      while !taken.insert(unique.lowercased()).inserted {
        unique = Self.numbered(name, number)
        number += 1
      }
      return unique
    }
  }

  private func fill(_ item: ExportedItem, _ index: ItemIndex, _ zone: TimeZone) -> String {
    let id = item.id
    let groups = index.place(id)?.groups ?? index.path(id)?.groups ?? []
    let day = item.time.map { String(Timestamp.local($0, in: zone).prefix(10)) }
    let values = [
      "name": index.name(id), "id": id.description,
      "kind": index.path(id)?.kind.rawValue ?? id.kind.word,
      "group": groups.first.map(index.name) ?? "no group", "date": day ?? "undated",
    ]
    return values.reduce(text) { text, field in
      text.replacing("{\(field.key)}", with: Self.safe(field.value))
    }
  }

  /// A text as one part of a path: no separator, nothing that a terminal or a shell obeys, no name
  /// that means a folder, no blank at its ends.
  static func safe(_ text: String) -> String {
    var safe = ""
    for scalar in text.unicodeScalars {
      let isPlain =
        scalar.properties.generalCategory != .control
        && scalar.properties.generalCategory != .format
        && scalar.properties.generalCategory != .lineSeparator
        && scalar.properties.generalCategory != .paragraphSeparator
        && !"/\\:*?\"<>|{}".unicodeScalars.contains(scalar)
      safe.unicodeScalars.append(isPlain ? scalar : "_")
    }
    safe = safe.trimmingCharacters(in: CharacterSet(charactersIn: " ."))
    while safe.utf8.count > longest { safe.removeLast() }
    if safe.hasPrefix("-") { safe = "_" + safe.dropFirst() }
    return safe.isEmpty ? "_" : safe
  }

  private static func numbered(_ name: String, _ number: Int) -> String {
    let url = URL(filePath: name)
    let (stem, suffix) = (url.deletingPathExtension().lastPathComponent, url.pathExtension)
    let folder = name.dropLast(url.lastPathComponent.count)
    return "\(folder)\(stem) \(number)" + (suffix.isEmpty ? "" : ".\(suffix)")
  }
}
