import Foundation
import GeoFormats

/// Functions that recognise importable files by their names or their first bytes.
package enum ImportableFile {
  /// The file name extensions of compressed files and archives, which can contain importable files.
  private static let packings = GeoFormat.packingExtensions + ["zip", "tar", "tgz", "gpz"]

  /// The file name extensions that do not identify a format. A file with such an extension is
  /// importable only if its first bytes identify its format.
  private static let general: Set<String> = ["", "xml", "txt", "json", "log", "dat"]

  /// The file name extensions of importable formats, compressed files and archives.
  package static let extensions: [String] = {
    let formats = FileFormat.readable.flatMap(\.fileExtensions).filter { !general.contains($0) }
    var seen: Set<String> = []
    return (formats + packings).filter { seen.insert($0).inserted }
  }()

  private static let formatExtensions = Set(FileFormat.readable.flatMap(\.fileExtensions))
    .subtracting(general)

  /// A sentence that lists the importable formats, shown for a folder without importable files.
  package static let kindsSentence: String = {
    let names = FileFormat.readable.map(\.shortName)
      .sorted { $0.lowercased() < $1.lowercased() }.joined(separator: ", ")
    return """
      Files in these formats can be imported: \(names). They can be compressed, or be in ZIP or tar \
      archives.
      """
  }()

  /// Returns true for a file that can be imported, false for a file that can possibly be imported,
  /// and nil for any other file. The result is false for a compressed file or an archive whose name
  /// does not indicate the format of its content.
  ///
  /// Only files with a generic extension, such as `.txt`, are opened, so that a folder with many
  /// pictures is scanned quickly.
  package static func isCertain(_ path: String) -> Bool? {
    let name = path.split(separator: "/").last.map { $0.lowercased() } ?? ""
    let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let ending = parts.count > 1 ? parts[parts.count - 1] : ""
    if formatExtensions.contains(ending) { return true }
    if packings.contains(ending) {
      return parts.dropLast().last.map(formatExtensions.contains) ?? false
    }
    guard general.contains(ending), let head = head(of: path) else { return nil }
    return GeoFormat.recognised(by: head) == nil ? nil : true
  }

  /// Returns whether the file's format has reading options, such as the columns of a table. The
  /// format is recognised by the file's content or, failing that, by its name.
  package static func hasReadingOptions(_ path: String) -> Bool {
    let ending = path.split(separator: ".").last.map { $0.lowercased() } ?? ""
    let recognised = head(of: path).flatMap { GeoFormat.recognised(by: $0) }.map { FileFormat($0) }
    let format = recognised ?? FileFormat.readable.first { $0.fileExtensions.contains(ending) }
    return ["columns", "as", "accuracy"].contains { format?.hasOption($0) == true }
  }

  /// Returns the first bytes of a regular file. The result is nil if the file cannot be read.
  private static func head(of path: String) -> [UInt8]? {
    var status = stat()
    // Reading a pipe or a device could wait forever.
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      let file = FileHandle(forReadingAtPath: path)
    else { return nil }
    defer { try? file.close() }
    return (try? file.read(upToCount: GeoFormat.headSize)).map { Array($0) }
  }

  /// Detects the file format of the given text, such as pasted text. The result is nil if the
  /// format is not recognised.
  package static func format(ofText text: String) -> FileFormat? {
    GeoFormat.recognised(by: Array(text.utf8.prefix(GeoFormat.headSize))).map { FileFormat($0) }
  }
}
