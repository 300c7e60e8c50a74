import CartographerCore
import Geodesy

/// The file names that the export commands suggest.
enum ExportName {
  static let ofTargets: @Sendable (AppState) -> String? = { $0.exportName }
  static let ofLibrary: @Sendable (AppState) -> String? = { $0.libraryExportName }
}

extension ExportName {
  /// Returns whether a path seems to end with a file name extension. For example, the names `St.
  /// Gallen` and `tour 2026.07` have no extension.
  static func hasExtension(_ path: String) -> Bool {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return false }
    let ending = name[name.index(after: dot)...]
    return !ending.isEmpty && !ending.contains(" ") && !ending.allSatisfy(\.isNumber)
  }

  /// The maximum length of a suggested file name without its extension, in bytes.
  ///
  /// File systems allow names of up to 255 bytes. The remaining bytes are for the extension and for
  /// the suffix of the temporary file.
  private static let longestFileName = 200

  /// Converts a name to a valid file name with the given extension.
  static func fileName(_ name: String, fileExtension: String) -> String {
    let cleaned = name.map { letter in
      // Only the first scalar is checked, because a format character within a letter can join two
      // emoji.
      let isInvisible = letter.unicodeScalars.first.map {
        [.control, .format].contains($0.properties.generalCategory)
      }
      return letter == "/" || letter == ":" || isInvisible == true ? "-" : letter
    }
    // A leading dot would hide the file, a leading `~` would denote the home folder, and a leading
    // hyphen an option.
    var trimmed = String(cleaned.prefix(80)).drop { " .~-".contains($0) }
    while trimmed.utf8.count > longestFileName { trimmed.removeLast() }
    let end = trimmed.reversed().prefix { $0 == " " || $0 == "." }.count
    let base = trimmed.dropLast(end)
    return "\(base.isEmpty ? "export" : base).\(fileExtension)"
  }
}

extension AppState {
  /// The items to export: if an itinerary is open, its group; otherwise, the marked items or the
  /// selected item.
  var exportTargets: [ItemID] { openTrip.map { [$0] } ?? targets }

  /// The file name that the editor suggests for exporting ``exportTargets``.
  var exportName: String {
    let targets = exportTargets
    let name =
      if targets.count == 1 {
        index[targets[0]]?.title ?? ""
      } else if let scope = list.scope {
        index.group(scope)?.name ?? ""
      } else {
        Numbers.counted(targets.count, "item")
      }
    return ExportName.fileName(name, fileExtension: jobs.exportFormat.fileExtension)
  }

  /// The file name that the editor suggests for exporting the whole library.
  var libraryExportName: String {
    let name = library.storeName
    return ExportName.fileName(
      name.hasSuffix(".store") ? String(name.dropLast(6)) : name,
      fileExtension: jobs.exportFormat.fileExtension)
  }

  /// Selects the export format, which determines the extension of suggested file names, and asks
  /// for a file name.
  mutating func chooseExportFormat(_ id: String) -> [Effect] {
    do {
      let format = try FileFormat.writable(named: id)
      // The extension selects the variant, such as KMZ.
      jobs.setExportFormat(format.preferring(fileExtension: id))
    } catch {
      return fail(EditorFailure(error))
    }
    return openCommandPrompt("export ")
  }
}
