import Geodesy
import Synchronization

/// The activities listed in a Strava or Garmin export, each matched to its file.
///
/// Strava's list contains each activity's file name. Garmin's lists contain each activity's start
/// time and its number, which can be part of a file name.
public struct ActivityCatalogue: Sendable {
  private var byFile: [String: ActivityDetails] = [:]
  private var byNumber: [Int: ActivityDetails] = [:]
  /// The activities from Garmin's lists that have a start time, sorted by start time.
  private var byStart: [ActivityDetails] = []
  /// The keys of the activity files found so far; see ``key(_:)``.
  private var present: Set<String> = []
  /// The names and row numbers of the activities for which Strava's list contains no file name.
  private var withoutFile = MemberNames(maximum: 10)
  /// Each activity file's name as written in the list, keyed by the file's key; see ``key(_:)``.
  private var writtenNames: [String: String] = [:]
  /// The activities from Garmin's lists, which contain no file names.
  private var withoutFileName: [ActivityDetails] = []
  private let joined = JoinedActivities()
  /// The names of the columns and JSON members whose values are not imported.
  private var unread: [String] = []
  /// The paths of the activity files named in the lists.
  public private(set) var files: [String] = []
  /// Whether the import might lack some of the listed activity files, for example because only part
  /// of a folder is imported.
  public var mayBePartial = false

  /// The maximum difference, in seconds, between an activity's start times in the list and in the
  /// activity's file.
  private static let startDifference = 120.0

  public init() {}

  /// Whether no activity list was found.
  public private(set) var isEmpty = true

  /// Returns whether a file has the name of an activity list: Strava's `activities.csv`, or
  /// Garmin's `…_summarizedActivities.json`.
  public static func mayList(_ file: String) -> Bool {
    let name = file.split(separator: "/").last.map { $0.lowercased() } ?? ""
    return name == "activities.csv" || name.hasSuffix("summarizedactivities.json")
  }

  /// Adds the activities from a Strava or Garmin activity list.
  ///
  /// - Parameter file: The list's path. The file names in the list are relative to the list's
  ///   folder.
  /// - Returns: Whether the bytes contain an activity list.
  @discardableResult
  public mutating func add(_ bytes: [UInt8], of file: String) -> Bool {
    let folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
    if let list = StravaActivities(bytes) {
      for (name, details) in list.files {
        byFile[Self.key(folder + name)] = details
        writtenNames[Self.key(folder + name)] = name
        files.append(folder + name)
      }
      for activity in list.withoutFile { withoutFile.add(activity) }
      addUnread(list.unread)
    } else if let list = GarminActivities(bytes) {
      for (number, details) in list.activities {
        var details = details
        details.listIndex = withoutFileName.count
        withoutFileName.append(details)
        if let number { byNumber[number] = details }
      }
      byStart = withoutFileName.filter { $0.start != nil }
        .sorted { ($0.start ?? 0) < ($1.start ?? 0) }
      addUnread(list.unread)
    } else {
      return false
    }
    isEmpty = false
    return true
  }

  private mutating func addUnread(_ names: [String]) {
    let known = Set(unread)
    unread += names.filter { !known.contains($0) }
  }

  /// Returns a file's key in ``byFile``: the file's path without compression extensions.
  private static func key(_ file: String) -> String { Packing.unpackedName(file) }

  /// Records that the given activity file exists, so that it is not reported as missing.
  public mutating func note(file: String) {
    present.insert(Self.key(file))
  }

  /// Returns the details listed for the given activity file. Returns nil if the activity lists
  /// contain no details for the file.
  public func activity(of file: String) -> ActivityDetails? {
    if let details = byFile[Self.key(file)] { return details }
    guard !byNumber.isEmpty, let number = Self.number(in: file), let details = byNumber[number]
    else { return nil }
    note(joined: details)
    return details
  }

  /// Marks a listed activity as matched to a file, so that it is not reported as missing.
  func note(joined details: ActivityDetails) {
    if let index = details.listIndex { joined.add(index) }
  }

  /// Increments the number of activity files that were read.
  func noteReadFile() { joined.addReadFile() }

  /// Increments the number of activity files that were skipped because they are unchanged since an
  /// earlier import.
  public func noteUnchangedFile() { joined.addUnchangedFile() }

  /// Returns the number before a file name's extension, such as 123 in `name@example.org_123.fit`.
  /// Returns nil if there is no number.
  private static func number(in file: String) -> Int? {
    let name = key(file).split(separator: "/").last ?? ""
    let stem = name.lastIndex(of: ".").map { name[..<$0] } ?? name
    return Int(String(stem.reversed().prefix { $0.isASCII && $0.isNumber }.reversed()))
  }

  /// Returns the details of the listed activity that starts at about the given time. Returns nil if
  /// there is no such activity. Times are in seconds since 2001-01-01T00:00:00Z.
  public func activity(startingAt time: Double) -> ActivityDetails? {
    guard !byStart.isEmpty, time.isFinite else { return nil }
    var (low, high) = (0, byStart.count)
    while low < high {
      let middle = (low + high) / 2
      if (byStart[middle].start ?? 0) < time { low = middle + 1 } else { high = middle }
    }
    return byStart[max(low - 1, 0)..<min(low + 1, byStart.count)]
      .map { (abs(($0.start ?? .infinity) - time), $0) }
      .filter { $0.0 <= Self.startDifference }
      .min { $0.0 < $1.0 }?.1
  }

  /// The diagnostics about listed activities whose files are missing, and about values in the lists
  /// that are not imported.
  ///
  /// Garmin's lists do not name the activities' files. The diagnostics are therefore complete only
  /// after all files have been read.
  public var diagnostics: [Diagnostic] {
    unreadDiagnostics + missingFileDiagnostics + unjoinedDiagnostics
  }

  private var unreadDiagnostics: [Diagnostic] {
    guard !unread.isEmpty else { return [] }
    return [
      Diagnostic(
        code: .contentUnsupported, action: .skipped,
        message: "ignored values in the activity list: \(unread.shortList(100))")
    ]
  }

  /// The diagnostics about activities that Garmin's lists contain but for which no file was found.
  /// Some of these activities may be in files that are unchanged since an earlier import, because
  /// such files are skipped.
  private var unjoinedDiagnostics: [Diagnostic] {
    let (indices, readFiles, unchangedFiles) = joined.values
    if mayBePartial, readFiles + unchangedFiles < withoutFileName.count { return [] }
    let missing = withoutFileName.indices.filter { !indices.contains($0) }
    guard missing.count > unchangedFiles else { return [] }
    var names = MemberNames(maximum: 10)
    for index in missing { names.add("“\(withoutFileName[index].name ?? "unnamed")”") }
    let unchanged =
      unchangedFiles == 0
      ? "" : "; unchanged files skipped: \(unchangedFiles)"
    return [
      Diagnostic(
        code: .activityFileMissing, action: .skipped,
        message: """
          \(names.count) listed \(names.count == 1 ? "activity matches" : "activities match") no \
          imported path, because the file is missing or has no positions: \(names)\(unchanged)
          """)
    ]
  }

  private var missingFileDiagnostics: [Diagnostic] {
    var missing = MemberNames(maximum: 10)
    for (key, file) in writtenNames.sorted(by: { $0.value < $1.value })
    where !present.contains(key) {
      let name = byFile[key]?.name.map { " (“\(Excerpt.of($0))”)" } ?? ""
      missing.add(file, note: name)
    }
    return [
      (withoutFile, "no file (typical of manually entered activities)"),
      (missing, "a missing file"),
    ].filter { !$0.0.isEmpty }.map { names, text in
      Diagnostic(
        code: .activityFileMissing, action: .skipped,
        message: """
          \(names.count) listed \(names.count == 1 ? "activity has" : "activities have") \(text) and \
          \(names.count == 1 ? "was" : "were") not imported: \(names)
          """)
    }
  }
}

/// The indices of the listed activities for which a file was found, and the numbers of activity
/// files that were read or skipped as unchanged. All copies of an ``ActivityCatalogue`` share this
/// object.
private final class JoinedActivities: Sendable {
  typealias Values = (indices: Set<Int>, readFiles: Int, unchangedFiles: Int)

  private let state = Mutex<Values>(([], 0, 0))

  var values: Values { state.withLock { $0 } }

  func add(_ index: Int) { state.withLock { _ = $0.indices.insert(index) } }

  func addReadFile() { state.withLock { $0.readFiles += 1 } }

  func addUnchangedFile() { state.withLock { $0.unchangedFiles += 1 } }
}
