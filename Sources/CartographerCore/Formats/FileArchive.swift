/// A kind of importable archive or compressed file, such as a ZIP archive or a data export from an
/// online service.
package struct FileArchive: Hashable, Sendable {
  /// The stable identifier, such as `zip`.
  package let id: String
  package let name: String
  /// The usual file name extensions, without the dot. Archives are recognised by their content, not
  /// by these extensions.
  package let fileExtensions: [String]
  /// A short description of the content that is imported from files of this kind.
  package let content: String

  private init(_ id: String, _ name: String, _ fileExtensions: [String], _ content: String) {
    self.id = id
    self.name = name
    self.fileExtensions = fileExtensions
    self.content = content
  }

  /// All kinds of archives, sorted by ID.
  package static let all: [FileArchive] = [
    FileArchive("bzip2", "bzip2", ["bz2"], oneFile),
    FileArchive("compress", "compress", ["Z"], oneFile),
    FileArchive(
      "garmin", "Garmin data export", ["zip"], "FIT files, with the names from the activity list"),
    FileArchive(
      "google-takeout", "Google Takeout", ["zip", "tgz"], "Google Timeline files"),
    FileArchive("gzip", "gzip", ["gz"], oneFile),
    FileArchive(
      "strava", "Strava data export", ["zip"],
      "activities, with the names, types, gear and notes from the activity list"),
    FileArchive("tar", "tar archive", ["tar", "tgz"], allFiles),
    FileArchive("xz", "xz", ["xz"], oneFile),
    FileArchive("zip", "ZIP archive", ["zip"], allFiles),
    FileArchive("zstandard", "Zstandard", ["zst"], oneFile),
  ]

  private static let oneFile = "a compressed file, or an archive"
  private static let allFiles = "all importable files, including those in nested archives"
}
