import Geodesy

/// The diagnostics reported while a file is written. Equal diagnostics about several places or
/// points are combined into one diagnostic, which gives the number of occurrences and names the
/// first place or point.
struct WritingLog {
  private struct Entry {
    var diagnostic: Diagnostic
    var count = 1
    var place: String
  }

  /// The maximum number of different diagnostics that are stored. Equal diagnostics count as one.
  private static let most = 1_000

  /// The output format's name, as it appears in messages.
  let format: String
  private var entries: [Entry] = []
  private var indices: [Diagnostic: Int] = [:]
  /// The name of the item that is being written.
  var item: String?
  /// The index of the point being written, within its path. Nil if no point is being written.
  var point: Int?
  /// The names of the groups to which the written items belong.
  var members: Set<String> = []
  /// The header of the file from which the current items were imported.
  var source = GeoFileHeader() {
    didSet { otherMarkup = [:] }
  }
  /// A cache for results of ``PreservedMarkup/hasOtherText(_:_:)``, keyed by preserved markup.
  private var otherMarkup: [String: Bool] = [:]

  init(format: String) { self.format = format }

  /// Adds a diagnostic about content that occurs `count` times in the current item or point.
  mutating func add(_ diagnostic: Diagnostic, count: Int = 1) {
    guard count > 0 else { return }
    if let index = indices[diagnostic] {
      entries[index].count += count
    } else if entries.count < Self.most {
      indices[diagnostic] = entries.count
      entries.append(Entry(diagnostic: diagnostic, count: count, place: place))
    }
  }

  /// Reports content that the output format cannot represent.
  ///
  /// - Parameter count: The number of values or elements in the current item or point.
  mutating func leaveOut(
    _ content: String, count: Int = 1, _ code: Diagnostic.Code = .formatUnwritable
  ) {
    add(
      Diagnostic(
        code: code, action: .skipped, message: "\(format) cannot represent \(content)"),
      count: count)
  }

  /// Reports a path's empty segments as omitted.
  mutating func leaveOut(emptySegments segments: WrittenSegments, of header: GeoPathHeader) {
    leaveOut("segments without points", count: segments.emptyCount(header))
  }

  /// Reports the groups without any written items. A format that stores a group only as a name in
  /// each item cannot represent a group without items.
  mutating func leaveOut(groupsWithoutMembers groups: [GeoGroup]) {
    let names = groups.map(\.name).filter { !members.contains($0) }
    guard !names.isEmpty else { return }
    let shown = names.map { "“\(Excerpt.of($0))”" }.shortList(10)
    leaveOut("groups without members: \(shown)")
  }

  /// Reports that the details of groups are omitted, and reports the groups without any written
  /// items. A table stores a group only as a name in the rows of its items.
  mutating func leaveOut(detailsOf groups: [GeoGroup]) {
    if groups.contains(where: \.hasDetails) {
      leaveOut("the notes, colours and itineraries of groups")
    }
    leaveOut(groupsWithoutMembers: groups)
  }

  /// Reports other programs' GPX extensions, if any, in the preserved markup of an item or a point.
  mutating func noteMarkup(_ kept: String) {
    if otherMarkup.count > Self.most { otherMarkup = [:] }
    let hasOther = otherMarkup[kept] ?? PreservedMarkup.hasOtherText(kept, source)
    otherMarkup[kept] = hasOther
    if hasOther { leaveOut("another program's GPX extensions") }
  }

  /// Reports that a point's preserved markup is omitted: the values from other formats, and the
  /// content that only GPX can represent.
  mutating func notePointMarkup(_ kept: String) {
    leaveOutPointValues(count: foreignValues(in: kept).count)
  }

  /// The phrase used in messages for the preserved values of individual path segments.
  static let segmentValues = "segment values preserved from files in other formats"

  /// Reports that the output format cannot store a segment's preserved markup.
  mutating func noteSegmentMarkup(_ kept: String) {
    if !foreignValues(in: kept).isEmpty { leaveOut(Self.segmentValues) }
  }

  /// Reports a point's preserved values that the output format cannot represent.
  mutating func leaveOutPointValues(count: Int = 1) {
    leaveOut("point values preserved from files in other formats", count: count)
  }

  /// Returns the preserved markup's values from other formats, and reports the rest of the markup.
  mutating func foreignValues(in kept: String?) -> [ForeignValue] {
    guard let kept else { return [] }
    noteMarkup(kept)
    return PreservedMarkup.foreignValues(in: kept, of: source)
  }

  /// Returns whether the given time can be written. Returns false for an absent time (NaN). Reports
  /// a time whose year is not between 1 and 9999.
  mutating func accepts(time: Double) -> Bool {
    if Timestamp.writable.contains(time) { return true }
    if !time.isNaN { leaveOut("a time whose year is not between 1 and 9999", .timeUnwritable) }
    return false
  }

  /// Throws ``GeoFormatsError/Code/unwritableValue`` if the given position is not valid.
  func check(latitude: Double, longitude: Double) throws {
    guard abs(latitude) <= 90, abs(longitude) <= 180 else {
      throw GeoFormatsError(
        code: .unwritableValue,
        message: "latitude \(latitude) and longitude \(longitude) are not a valid position",
        place: place)
    }
  }

  private var place: String {
    let name = item.map { "“\(Excerpt.of($0))”" } ?? "an unnamed item"
    return point.map { "\(name), point \($0)" } ?? name
  }

  var diagnostics: [Diagnostic] {
    entries.map { entry in
      var diagnostic = entry.diagnostic
      if entry.count > 1 {
        diagnostic.message += " (\(Numbers.grouped(entry.count)) times, first in \(entry.place))"
      }
      return diagnostic
    }
  }
}
