import Foundation
import GeoFormats
import Geodesy

/// The activity lists that accompany imported files, such as the lists in an unpacked Strava or
/// Garmin export.
package struct ActivityLists: Sendable {
  /// The files to import: the given files and the files named in the activity lists, but not the
  /// lists themselves or other tables of the export.
  package private(set) var files: [String]
  /// The activities found in the lists. Nil if no activity list was found.
  package private(set) var activities: ActivityCatalogue?
  /// The number of other tables that were found next to the activity lists and are not imported.
  private var leftTables = 0
  /// The paths of the activity lists that were found.
  package private(set) var lists: [String] = []

  /// The maximum size of an activity list, in bytes.
  private static let bytesAtMost = 64 << 20

  /// Reads the activity lists that are among the given files or belong to the same activity export.
  /// A given file that is not an activity list is imported like any other file.
  package init(_ files: [String]) {
    self.files = files
    var catalogue = ActivityCatalogue()
    for list in Self.candidates(files) {
      if let bytes = Self.bytes(of: list), catalogue.add(bytes, of: list) { lists.append(list) }
    }
    guard !catalogue.isEmpty else { return }
    catalogue.mayBePartial = true
    let given = files.filter(lists.contains)
    // An export of Strava or Garmin has many tables of the same kind as its list.
    let tables = Set(given.map(Self.tableKind))
    let kept = files.filter { !tables.contains(Self.tableKind($0)) }
    let left = files.count - kept.count - given.count
    let known = Set(kept)
    let listed = catalogue.files.filter {
      !known.contains($0) && FileManager.default.fileExists(atPath: $0)
    }
    self.files = kept + (given.isEmpty ? [] : listed)
    for file in kept + listed { catalogue.note(file: file) }
    activities = catalogue
    leftTables = left
  }

  /// The diagnostics about listed activities without a file, and about values and tables that are
  /// not imported. The diagnostics are complete only after all files have been read.
  package var findings: [ImportReport.Finding] {
    guard let activities else { return [] }
    var findings = activities.diagnostics.map(ImportReport.Finding.init)
    if leftTables > 0 {
      findings.append(
        ImportReport.Finding(
          Diagnostic(
            code: .inputMembersLeft, action: .skipped,
            message: """
              \(Numbers.counted(leftTables, "other table")) next to the activity list \
              \(leftTables == 1 ? "was" : "were") not imported
              """)))
    }
    return findings
  }

  /// Returns a file's folder and extension. In an unpacked export, all files with the folder and
  /// extension of the activity list are tables.
  private static func tableKind(_ file: String) -> [String] {
    let url = URL(filePath: file)
    return [url.deletingLastPathComponent().path, url.pathExtension.lowercased()]
  }

  /// The path of the first activity list, or an empty string if there is no list.
  package var name: String { lists.first ?? "" }

  private static func candidates(_ files: [String]) -> [String] {
    var found: [String] = []
    var folders: Set<String> = []
    for file in files {
      if ActivityCatalogue.mayList(file) { found.append(file) }
      guard let slash = file.lastIndex(of: "/") else { continue }
      let folder = String(file[..<slash])
      guard folders.insert(folder).inserted else { continue }
      let name = folder.split(separator: "/").last ?? ""
      let parent = String(folder.dropLast(name.count))
      if name == "activities" {
        found.append(parent + "activities.csv")
      } else if name.lowercased().contains("uploaded-files") {
        found += garminLists(in: parent)
      }
    }
    var seen: Set<String> = []
    return found.filter { seen.insert($0).inserted }
  }

  /// Returns the paths of Garmin's activity lists. The folder of these lists is next to the folder
  /// of the uploaded files.
  private static func garminLists(in parent: String) -> [String] {
    let manager = FileManager.default
    let folders = (try? manager.contentsOfDirectory(atPath: parent.isEmpty ? "." : parent)) ?? []
    return folders.filter { $0.lowercased().contains("fitness") }.flatMap { folder in
      ((try? manager.contentsOfDirectory(atPath: parent + folder)) ?? [])
        .filter(ActivityCatalogue.mayList).map { "\(parent)\(folder)/\($0)" }
    }.sorted()
  }

  private static func bytes(of file: String) -> [UInt8]? {
    guard let handle = FileHandle(forReadingAtPath: file) else { return nil }
    defer { try? handle.close() }
    var status = stat()
    guard fstat(handle.fileDescriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size <= bytesAtMost
    else { return nil }
    return (try? handle.read(upToCount: bytesAtMost)).map(Array.init)
  }
}
