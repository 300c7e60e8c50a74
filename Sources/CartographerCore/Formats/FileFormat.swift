import GeoFormats

/// An importable or exportable file format, as declared by its codec.
package struct FileFormat: Hashable, Sendable {
  /// An option for reading or writing a format, such as `columns`.
  package struct Option: Hashable, Sendable {
    /// The option's name on the command line, without the leading hyphens.
    package let name: String
    /// A short description of the option's meaning, unit and default.
    package let meaning: String
  }

  /// The stable identifier of the format, such as `gpx` in `--format gpx`.
  package let id: String
  /// The format's display name, such as `GPX (GPS Exchange Format)`.
  package let name: String
  /// The file name extensions in lower case and without the dot. The first extension is used for
  /// new files.
  package let fileExtensions: [String]
  package let canRead: Bool
  package let canWrite: Bool
  package let options: [Option]

  package init(
    id: String, name: String, fileExtensions: [String], canRead: Bool, canWrite: Bool,
    options: [Option] = []
  ) {
    self.id = id
    self.name = name
    self.fileExtensions = fileExtensions
    self.canRead = canRead
    self.canWrite = canWrite
    self.options = options
  }

  init(_ format: GeoFormat) {
    self.init(
      id: format.id, name: format.name, fileExtensions: format.fileExtensions,
      canRead: format.canRead, canWrite: format.canWrite,
      options: format.options.map { Option(name: $0.name, meaning: $0.meaning) })
  }

  /// The short name, such as `GPX`, without the explanation in parentheses.
  package var shortName: String {
    name.firstRange(of: " (").map { String(name[..<$0.lowerBound]) } ?? name
  }

  /// The file name extension for new files, without the dot.
  package var fileExtension: String { fileExtensions.first ?? id }

  /// The file name extensions of format variants, in addition to the default extensions.
  package static let variantExtensions = ["geojsonl", "geojsons", "kmz", "ndjson"]

  /// Returns a copy of this format that uses the given extension for new files. If the extension
  /// does not belong to the format, returns the format unchanged.
  package func preferring(fileExtension: String) -> FileFormat {
    let word = fileExtension.lowercased()
    guard word != id, fileExtensions.contains(word) else { return self }
    return FileFormat(
      id: id, name: name, fileExtensions: [word] + fileExtensions.filter { $0 != word },
      canRead: canRead, canWrite: canWrite, options: options)
  }

  /// Returns whether the format has an option with the given name (without hyphens).
  package func hasOption(_ name: String) -> Bool { options.contains { $0.name == name } }
}

extension FileFormat {
  /// All formats, in the codec registry's order.
  package static let all: [FileFormat] = GeoFormat.all.map { FileFormat($0) }
  package static let readable = all.filter(\.canRead)
  package static let writable = all.filter(\.canWrite)
  /// The default export format.
  package static let gpx = FileFormat(.gpx)

  package static func named(_ id: String) -> FileFormat? { all.first { $0.id == id } }

  /// Returns the importable format with the given identifier or file name extension, ignoring case.
  ///
  /// - Throws: ``LibraryError`` `invalid` if there is no such format.
  ///   The error lists the importable formats.
  package static func readable(named id: String) throws -> FileFormat {
    try all.format(named: id, "imported", \.canRead)
  }

  /// Returns the exportable format with the given identifier or file name extension, ignoring case.
  ///
  /// - Throws: ``LibraryError`` `invalid` if there is no such format.
  ///   The error lists the exportable formats.
  package static func writable(named id: String) throws -> FileFormat {
    try all.format(named: id, "exported", \.canWrite)
  }
}

extension [FileFormat] {
  /// The format identifiers in alphabetical order, separated by commas.
  var idList: String { map(\.id).sorted().joined(separator: ", ") }

  func format(
    named id: String, _ verb: String, _ isUsable: (FileFormat) -> Bool
  ) throws -> FileFormat {
    let word = id.lowercased()
    let found =
      first { $0.id == word } ?? first { isUsable($0) && $0.fileExtensions.contains(word) }
    if let found, isUsable(found) { return found }
    throw LibraryError(
      .invalid,
      found.map { "\($0.shortName) files cannot be \(verb)." }
        ?? "There is no format “\(id)”.",
      remedy: "Formats that can be \(verb): \(filter(isUsable).idList).")
  }
}
