import Foundation

/// The format and the compression of an exported file.
struct ExportFileType: Equatable {
  let format: FileFormat
  /// The file name extension, without a trailing `.gz`.
  let fileExtension: String
  /// Whether the file is compressed with gzip.
  let isPacked: Bool

  /// The names of well-known formats that cannot be exported, indexed by file name extension.
  private static let unwritable: [String: String] = [
    "bz2": "bzip2", "xz": "xz", "zst": "Zstandard", "zip": "ZIP", "gpz": "packed GPX",
    "7z": "7-Zip", "rar": "RAR", "tar": "tar", "tgz": "tar", "shp": "a shapefile",
    "gdb": "Garmin's GDB",
  ]

  /// Determines a file's format and compression. If no format is chosen, the extension determines
  /// the format; a file without an extension is a GPX file.
  ///
  /// - Parameter formats: All known formats.
  /// - Throws: ``LibraryError`` `invalid` for an extension or a format that cannot be exported.
  init(of url: URL, _ chosen: FileFormat?, formats: [FileFormat] = FileFormat.all) throws {
    isPacked = url.pathExtension.lowercased() == "gz"
    let ending = (isPacked ? url.deletingPathExtension() : url).pathExtension.lowercased()
    fileExtension = ending
    if let chosen {
      format = try formats.format(named: chosen.id, "exported", \.canWrite)
      return
    }
    let named = formats.filter { $0.fileExtensions.contains(ending) }
    if let writable = named.first(where: \.canWrite) {
      format = writable
    } else if let name = named.first?.shortName ?? Self.unwritable[ending] {
      throw LibraryError(
        .invalid,
        """
        The extension of \(url.lastPathComponent) denotes the format \(name), which cannot be \
        exported; use a name that ends in .gpx, or in .gpx.gz to compress the file with gzip.
        """, remedy: .useFormat(formats.filter(\.canWrite).map(\.id).sorted()))
    } else if ending.allSatisfy(\.isNumber) {
      // The name has no extension, or ends in a number, as in “v1.2”.
      format = .gpx
    } else {
      let known = formats.filter(\.canWrite).flatMap(\.fileExtensions).sorted().map { ".\($0)" }
      throw LibraryError(
        .invalid,
        "\(url.lastPathComponent) cannot be exported: no export format uses the extension .\(ending).",
        remedy: .useExtension(known))
    }
  }
}
