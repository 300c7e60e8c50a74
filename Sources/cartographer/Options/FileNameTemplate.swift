import CartographerCore
import Foundation
import TerminalUI

/// A template for the file names of exported items, such as `{group}/{date}-{name}.gpx`.
struct FileNameTemplate {
  private let text: String
  let pattern: NamePattern

  /// The maximum length of the value inserted for a field such as `{name}`, in bytes.
  private static let longestField = 80
  /// The maximum length of a file or folder name, in bytes.
  ///
  /// Most file systems allow names of up to 255 bytes. The difference leaves room for the suffix of
  /// the temporary file's name.
  private static let longestName = 200
  /// The names that Windows reserves for devices, with or without an extension.
  private static let devices = Set(
    ["con", "prn", "aux", "nul"] + (0...9).flatMap { ["com\($0)", "lpt\($0)"] })

  /// Returns whether the text contains a field, such as `{name}`, with or without a closing brace.
  static func isTemplate(_ text: String) -> Bool {
    text.contains(/\{[^{}\/]*\}/) || NamePattern.hasUnclosedField(text)
  }

  /// Creates a template and checks its fields.
  ///
  /// - Throws: ``Failure`` for an unknown field.
  init(_ text: String) throws {
    self.text = text
    do {
      pattern = try NamePattern(text)
    } catch let error as LibraryError {
      throw Failure.usage(
        "The file name template is not valid: \(error.message)",
        remedy: error.remedy?.words)
    }
  }

  /// Returns a unique file name for each item, and how many of the names needed a number to be
  /// unique.
  func names(of items: [NamePatternItem]) -> (names: [String], numbered: Int) {
    var taken: Set<String> = []
    var numbers: [String: Int] = [:]
    var numbered = 0
    let names = items.enumerated().map { position, item in
      let name = pattern.text { field in
        item.value(of: field, number: position + 1, of: items.count).map(Self.safe)
      } missing: {
        Self.missing($0)
      }
      var unique = writable(name)
      let first = Self.folded(unique)
      var number = numbers[first] ?? 2
      while !taken.insert(Self.folded(unique)).inserted {
        unique = writable(name, number)
        number += 1
      }
      if Self.folded(unique) != first { numbered += 1 }
      numbers[first] = number
      return unique
    }
    return (names, numbered)
  }

  /// Returns a key for comparing file names. Two names have the same key if at least one common
  /// file system treats them as equal.
  ///
  /// Some file systems ignore letter case and Unicode normalization forms in file names.
  private static func folded(_ name: String) -> String {
    name.precomposedStringWithCanonicalMapping.lowercased()
  }

  /// Returns the text used in a file name in place of a missing field value. A default in the
  /// template takes precedence.
  private static func missing(_ field: NamePattern.Field) -> String {
    switch field {
    case .date, .year, .month: "undated"
    case .group: "no group"
    case .near: "no place"
    case .from, .to, .towns: "no town"
    case .name, .id, .kind, .n: "_"
    }
  }

  /// Converts text to a single file or folder name that is valid on common file systems.
  ///
  /// The result contains no path separators, control characters, braces or characters forbidden by
  /// Windows. It neither begins nor ends with a blank or a dot, and does not begin with `-` or `~`.
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
    safe = cut(trimmed(safe), to: longestField)
    if safe.hasPrefix("-") || safe.hasPrefix("~") { safe = "_" + safe.dropFirst() }
    return safe.isEmpty ? "_" : safe
  }

  /// Replaces the file and folder names in a path with names that are valid on common file systems.
  /// The number, if given, is appended to the file's name.
  ///
  /// Folder names that contain no template field are not changed.
  private func writable(_ path: String, _ number: Int? = nil) -> String {
    let wanted = text.split(separator: "/", omittingEmptySubsequences: false)
    var parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard let last = parts.popLast() else { return path }
    parts = zip(wanted, parts).map { wanted, part in
      Self.isTemplate(String(wanted)) ? Self.writable(part: part, suffix: "", "") : part
    }
    let dot = Self.suffix(of: last)
    let number = number.map { " \($0)" } ?? ""
    parts.append(Self.writable(part: String(last[..<dot]), suffix: String(last[dot...]), number))
    return parts.joined(separator: "/")
  }

  /// Returns the index at which a file name's extension starts. In `a.gpx.gz` the extension is
  /// `.gpx.gz`.
  private static func suffix(of name: String) -> String.Index {
    let inner = name.lowercased().hasSuffix(".gz") ? name.dropLast(3) : name[...]
    return inner.dropFirst().lastIndex(of: ".") ?? inner.endIndex
  }

  private static func writable(part: String, suffix: String, _ number: String) -> String {
    let base = part.prefix { $0 != "." }.trimmingCharacters(in: .whitespaces).lowercased()
    let name = devices.contains(base) ? "_\(part)" : part
    let room = longestName - suffix.utf8.count - number.utf8.count
    return (room > 0 ? cut(name, to: room) : name) + number + suffix
  }

  private static func cut(_ text: String, to most: Int) -> String {
    guard text.utf8.count > most else { return text }
    var short = text
    while short.utf8.count > most { short.removeLast() }
    return trimmed(short)
  }

  private static func trimmed(_ text: String) -> String {
    text.trimmingCharacters(in: CharacterSet(charactersIn: " ."))
  }
}
