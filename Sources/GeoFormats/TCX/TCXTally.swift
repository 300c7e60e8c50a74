import Geodesy

/// Counts of the elements in a TCX file that are omitted or changed on import.
struct TCXTally {
  /// The name of the first device in the file. ``author`` is the name of the program that wrote the
  /// file.
  var creator: String?
  var author: String?
  var timesWithoutZone = 0
  /// The number of course timestamps that are too early to have been recorded by any device.
  var placeholderTimes = 0
  /// The number of heart rates and cadences with the value 255, which means "no value".
  var absentValues = 0
  /// The number of values that are preserved as extension values, by field name.
  var kept = NameTally()
  var extensionValuesLeftOut = 0
  var emptyItems = 0
  /// The number of multi-sport sessions. Each activity of a session becomes a separate track.
  var sessions = 0
  var lapTotalsLeftOut = 0
  var placesLeftOut = 0
  /// The number of repeated elements, by name. Only the last occurrence of such an element is used.
  private var repetitions = NameTally()
  private var firstRepetition = Diagnostic.Place()
  /// The number of repeated lap totals, by name.
  private var repeatedTotals = NameTally()
  private var firstRepeatedTotal = Diagnostic.Place()
  /// The number of positions whose latitude or longitude is missing or is not a number.
  var unreadablePositions = 0
  private(set) var withoutPosition = 0
  private var firstWithoutPosition = Diagnostic.Place()
  private var unread = ElementTally()

  mutating func addWithoutPosition(_ stream: XMLStream) {
    if withoutPosition == 0 { firstWithoutPosition = stream.place("Trackpoint") }
    withoutPosition += 1
  }

  /// Counts a repeated element that replaces the previous one.
  mutating func addRepetition(_ tag: XMLTag, _ stream: XMLStream) {
    if repetitions.isEmpty { firstRepetition = stream.place(tag.localText) }
    repetitions.add(tag.localText)
  }

  /// Counts a repeated total of a lap, which is preserved together with the previous one.
  mutating func addRepeatedTotal(_ tag: XMLTag, _ stream: XMLStream) {
    if repeatedTotals.isEmpty { firstRepeatedTotal = stream.place(tag.localText) }
    repeatedTotals.add(tag.localText)
  }

  /// Counts an ignored element. An ignored element in `Folders` can have the same name as an
  /// element that is imported elsewhere.
  mutating func addUnread(_ tag: XMLTag, isInFolders: Bool, _ stream: XMLStream) {
    unread.count(tag.local, length: tag.localLength, parent: isInFolders ? 1 : 0) {
      let place = stream.place()
      return (place.line ?? 1, place.column ?? 1)
    }
  }

  func report(to feed: GeoFeed) {
    if withoutPosition > 0 {
      feed.diagnose(
        .pointWithoutPosition, .skipped, at: firstWithoutPosition,
        """
        trackpoints without a position (no satellite fix, or indoors) were left out (number: \
        \(withoutPosition))
        """)
    }
    // Each kind of loss has one diagnostic, because a file can have thousands of equal ones.
    let notes: [(count: Int, code: Diagnostic.Code, action: Diagnostic.Action, text: String)] = [
      (
        timesWithoutZone, .timeZoneMissing, .kept, "times without a time zone are read as UTC"
      ),
      (
        placeholderTimes, .contentUnsupported, .skipped,
        "course times before 1978 are placeholders and were left out"
      ),
      (
        absentValues, .contentUnsupported, .skipped,
        "heart rates and cadences of 255, which denote missing values, were left out"
      ),
      (
        extensionValuesLeftOut, .contentUnsupported, .skipped,
        "extension values that exceed the limits on number, length or nesting depth were left out"
      ),
      (
        emptyItems, .contentUnsupported, .skipped,
        "activities and courses without any valid trackpoint position were left out"
      ),
      (
        sessions, .contentUnsupported, .skipped,
        """
        multi-sport sessions were split into their activities; the sessions' identifiers were left \
        out
        """
      ),
      (lapTotalsLeftOut, .contentUnsupported, .skipped, "lap totals were left out"),
      (placesLeftOut, .contentUnsupported, .skipped, "course points were left out"),
    ]
    for (count, code, action, text) in notes where count > 0 {
      feed.diagnose(code, action, "\(text) (number: \(Numbers.grouped(count)))")
    }
    if !repetitions.isEmpty {
      feed.diagnose(
        .elementDuplicate, .skipped, at: firstRepetition,
        """
        elements that TCX allows only once are repeated; the last one is used, and the others were left out: \
        \(repetitions.list())
        """)
    }
    if !repeatedTotals.isEmpty {
      feed.diagnose(
        .elementDuplicate, .kept, at: firstRepeatedTotal,
        """
        lap totals that TCX allows only once are repeated; all of them are preserved, and an export to TCX uses the \
        last one: \(repeatedTotals.list())
        """)
    }
    if !kept.isEmpty {
      feed.diagnose(
        .valueKept, .kept,
        "values in TCX extensions with no counterpart in the library are preserved: "
          + kept.list())
    }
    for entry in unread.entries {
      feed.diagnose(
        .contentUnsupported, .skipped,
        at: Diagnostic.Place(line: entry.line, column: entry.column, element: entry.name),
        """
        elements named \(entry.parent == 1 ? "Folders/" : "")\(Excerpt.of(entry.name)) have no \
        counterpart in the library and were left out (number: \(Numbers.grouped(entry.count)))
        """)
    }
    if unread.others > 0 {
      feed.diagnose(
        .contentUnsupported, .skipped,
        "elements with other names were left out (number: \(Numbers.grouped(unread.others)))")
    }
  }
}
