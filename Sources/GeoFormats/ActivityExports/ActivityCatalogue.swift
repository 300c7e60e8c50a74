/// The activities listed in a Strava or Garmin export, each matched to its file.
///
/// Strava's list names the file of each activity. Garmin's lists state each activity's number, which
/// a file name may contain, and its start.
public struct ActivityCatalogue: Sendable {
  private var byFile: [String: ActivityDetails] = [:]
  private var byNumber: [Int: ActivityDetails] = [:]
  /// The activities without a file name, sorted by their start.
  private var byStart: [ActivityDetails] = []
  /// The keys of ``byFile`` whose files exist.
  private var present: Set<String> = []
  private var withoutFile = 0
  /// The paths of the files that the lists name.
  public private(set) var files: [String] = []

  /// The maximum difference, in seconds, between an activity's start time in a list and in its file.
  private static let startDifference = 120.0

  public init() {}

  /// Whether no activity list was found.
  public private(set) var isEmpty = true

  /// Returns whether a file has the name of an activity list: Strava's `activities.csv`, or Garmin's
  /// `…_summarizedActivities.json`.
  public static func mayList(_ file: String) -> Bool {
    let name = file.split(separator: "/").last.map { $0.lowercased() } ?? ""
    return name == "activities.csv" || name.hasSuffix("summarizedactivities.json")
  }

  /// Adds the activities from a list.
  ///
  /// - Parameter file: The list's path, to which the file names in the list are relative.
  /// - Returns: Whether the bytes are an activity list.
  @discardableResult
  public mutating func add(_ bytes: [UInt8], of file: String) -> Bool {
    let folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
    if let list = StravaActivities(bytes) {
      for (name, details) in list.files {
        byFile[Self.key(folder + name)] = details
        files.append(folder + name)
      }
      withoutFile += list.withoutFile
    } else if let list = GarminActivities(bytes) {
      byNumber.merge(list.byNumber) { $1 }
      byStart = (byStart + list.activities).filter { $0.start != nil }
        .sorted { ($0.start ?? 0) < ($1.start ?? 0) }
    } else {
      return false
    }
    isEmpty = false
    return true
  }

  /// Returns a file's key, which is the same whether or not the file is compressed.
  private static func key(_ file: String) -> String { Packing.unpackedName(file) }

  /// Notes that a file exists, so that it is not reported as missing.
  public mutating func note(file: String) {
    present.insert(Self.key(file))
  }

  /// Returns the details that the lists give for the activity in a file, or nil if they give none.
  public func activity(of file: String) -> ActivityDetails? {
    if let details = byFile[Self.key(file)] { return details }
    guard !byNumber.isEmpty, let number = Self.number(in: file) else { return nil }
    return byNumber[number]
  }

  /// Returns the number before the extension of a file name, as in `name@example.org_123.fit`.
  private static func number(in file: String) -> Int? {
    let name = key(file).split(separator: "/").last ?? ""
    let stem = name.lastIndex(of: ".").map { name[..<$0] } ?? name
    return Int(String(stem.reversed().prefix { $0.isASCII && $0.isNumber }.reversed()))
  }

  /// Returns the details of the activity that started at a time, in seconds since
  /// 2001-01-01T00:00:00Z.
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

  /// The diagnostics about listed activities that have no file.
  public var diagnostics: [Diagnostic] {
    let missing = byFile.keys.count { !present.contains($0) }
    return [
      (withoutFile, "no file (typical of manual entries)"), (missing, "a file that is missing"),
    ].filter { $0.0 > 0 }.map { count, text in
      Diagnostic(
        code: .activityFileMissing, action: .skipped,
        message: """
          \(count) listed \(count == 1 ? "activity has" : "activities have") \(text) and \
          \(count == 1 ? "was" : "were") not imported
          """)
    }
  }
}
