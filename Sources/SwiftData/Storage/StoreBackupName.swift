import Foundation

/// The file name of a backup beside its store, in the form
/// `<store>.v<version>-<time>[-<n>][.manual|.kept].backup`.
struct StoreBackupName {
  private static let suffix = ".backup"
  private static let manual = ".manual"
  private static let kept = ".kept"

  let url: URL
  /// The time of the backup, as text in the file name and as the file's modification date. Backups
  /// whose names contain the same second are ordered by modification date.
  let time: (stamp: String, written: Date)
  /// Whether the backup was made by hand rather than by a migration.
  let isManual: Bool
  /// Whether the backup is exempt from removal by migrations. Such a backup was made by hand or
  /// contains data that a migration dropped.
  let isLasting: Bool

  /// Parses a backup's file name. Returns nil if the name does not belong to a backup of the store.
  init?(_ url: URL, of store: String) {
    let name = url.lastPathComponent
    guard name.hasPrefix(store + ".v"), name.hasSuffix(Self.suffix) else { return nil }
    var rest = name.dropFirst(store.count + 2).dropLast(Self.suffix.count)
    isManual = rest.hasSuffix(Self.manual)
    if isManual { rest = rest.dropLast(Self.manual.count) }
    let isKept = rest.hasSuffix(Self.kept)
    if isKept { rest = rest.dropLast(Self.kept.count) }
    isLasting = isManual || isKept
    let parts = rest.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2 || parts.count == 3, Schema.Version(parts[0]) != nil,
      parts[1].count == "20260101T000000Z".count, parts[1].hasSuffix("Z"),
      parts.count == 2 || Int(parts[2]) != nil
    else { return nil }
    self.url = url
    let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
    time = (parts[1], attributes?[.modificationDate] as? Date ?? .distantPast)
  }

  /// Returns a new URL for a migration's backup. The new file name protects the backup from removal
  /// by later migrations.
  static func kept(_ backup: URL) -> URL {
    URL(fileURLWithPath: String(backup.path.dropLast(suffix.count)) + kept + suffix)
  }

  /// Returns an unused URL for a new backup. The file name contains the store's version and the
  /// current time.
  static func free(_ store: URL, _ version: Schema.Version, isManual: Bool) -> URL {
    let stem = "\(store.path).v\(version)-\(StoreClock.stamp())"
    let end = (isManual ? manual : "") + suffix
    var path = stem + end
    var number = 2
    func isTaken(_ path: String) -> Bool {
      FileManager.default.fileExists(atPath: path)
        || FileManager.default.fileExists(atPath: Self.kept(URL(fileURLWithPath: path)).path)
    }
    while isTaken(path) {
      path = "\(stem)-\(number)\(end)"
      number += 1
    }
    return URL(fileURLWithPath: path)
  }
}
