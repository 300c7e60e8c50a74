import Geodesy

/// A tally of the FIT messages and values that were omitted.
struct FITTally {
  /// The maximum number of message types named in a diagnostic's text.
  private static let kindsAtMost = 12
  /// The maximum number of fields named in a diagnostic's text.
  private static let fieldsAtMost = 8
  /// The maximum number of message types that a diagnostic lists with their counts. A hostile file
  /// could contain any number of types.
  private static let listedAtMost = 1_000

  var records = 0
  var fileTypes: [Int?] = []
  /// The number of points with a position outside the valid range.
  var invalidPositions = 0
  /// The number of points with a damaged time.
  var invalidTimes = 0
  /// The number of points whose time is counted from the moment when the device was switched on.
  var relativeTimes = 0
  var laps = 0
  var segmentLaps = 0
  var segmentLapsLeftOut = 0
  var lapsLeftOut = 0
  var placesLeftOut = 0
  var eventsLeftOut = 0
  private(set) var withoutPosition = 0
  private var firstWithoutPosition = Diagnostic.Place()
  private var messages: [UInt16: Int] = [:]
  private var firstMessage: Diagnostic.Place?
  /// The omitted fields of messages that are otherwise read.
  private var unreadFields = NameTally()
  /// The record fields whose values are preserved as extension values.
  private var keptFields = NameTally()

  // MARK: Counting

  mutating func addWithoutPosition(at place: Diagnostic.Place) {
    if withoutPosition == 0 { firstWithoutPosition = place }
    withoutPosition += 1
  }

  /// Counts a message of a type that the reader skips.
  mutating func addUnread(_ kind: UInt16, at place: Diagnostic.Place) {
    messages[kind, default: 0] += 1
    firstMessage = firstMessage ?? place
  }

  /// Counts the ignored values of a message definition's fields. This method is called when the
  /// definition is replaced, and at the end of the file.
  mutating func addUnread(of definition: FITDefinition?) {
    for field in definition?.unreadFields ?? [] { unreadFields.add(field.name, count: field.count) }
  }

  /// Counts a value that is left out, given the name of its message followed by the name of its
  /// field.
  mutating func addUnread(field name: String) { unreadFields.add(name) }

  /// Adds each field's number of preserved values to ``keptFields``.
  mutating func addKept(_ extras: FITExtras) {
    for (name, count) in extras.counts { keptFields.add(name, count: count) }
  }

  // MARK: Reporting

  func report(to feed: GeoFeed) {
    if withoutPosition > 0 {
      feed.diagnose(
        .pointWithoutPosition, .skipped, at: firstWithoutPosition,
        """
        records without a position (no satellite fix, or indoors) were left out: \
        \(Numbers.grouped(withoutPosition)) of \(Numbers.grouped(records))
        """)
    }
    if relativeTimes > 0 {
      feed.diagnose(
        .timeUnreadable, .repaired,
        """
        times that count from the moment when the device was switched on were left out (number: \
        \(Numbers.grouped(relativeTimes)))
        """)
    }
    // Each session has at least one lap, so that a single lap says nothing.
    if laps > 1 {
      feed.diagnose(
        .lapKept, .kept,
        """
        \(Numbers.grouped(laps)) laps are not imported as segments; \
        \(lapsLeftOut == 0 ? "they" : "all but \(Numbers.grouped(lapsLeftOut)) of them") are kept as extension values
        """)
    }
    if segmentLaps > 0 {
      feed.diagnose(
        .lapKept, .kept,
        """
        \(Numbers.grouped(segmentLaps - segmentLapsLeftOut)) of \
        \(Numbers.grouped(segmentLaps)) segment laps are kept as extension values
        """)
    }
    if placesLeftOut > 0 {
      feed.diagnose(
        .contentUnsupported, .skipped,
        """
        \(Numbers.grouped(placesLeftOut)) course points were left out, because more than \
        \(Numbers.grouped(FITActivity.maximum)) of them precede the end of a path
        """)
    }
    if eventsLeftOut > 0 {
      feed.diagnose(
        .contentUnsupported, .skipped,
        """
        \(Numbers.grouped(eventsLeftOut)) timer starts and stops were left out, so no segments begin there
        """)
    }
    reportUnread(to: feed)
  }

  /// Reports the omitted messages and fields, and the record fields that are preserved as extension
  /// values.
  private func reportUnread(to feed: GeoFeed) {
    let kinds = messages.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { (FITProfile.unreadMessages[$0.key] ?? "kind \($0.key)", $0.value) }
    if !kinds.isEmpty {
      let shown = kinds.prefix(Self.kindsAtMost).map { name, count in
        "\(Numbers.grouped(count)) \(name.hasPrefix("kind ") ? "of " : "")\(name)"
      }
      let rest = kinds.dropFirst(Self.kindsAtMost)
      let restCount = Numbers.grouped(rest.reduce(0) { $0 + $1.1 })
      let more = rest.isEmpty ? "" : " and \(restCount) messages of \(rest.count) other kinds"
      report(
        .contentUnsupported, .skipped, at: firstMessage ?? .init(),
        "messages of unsupported types were left out: " + shown.joined(separator: ", ") + more,
        kinds.prefix(Self.listedAtMost).map { Diagnostic.Count(name: $0.0, count: $0.1) }, to: feed)
    }
    if !keptFields.isEmpty {
      report(
        .valueKept, .kept,
        """
        values of unsupported record fields are kept as extension values of their points: \
        \(keptFields.list())
        """,
        keptFields.sortedCounts, to: feed)
    }
    if !unreadFields.isEmpty {
      let counts = unreadFields.sortedCounts
      let fields = counts.count == 1 ? "1 field" : "\(Numbers.grouped(counts.count)) fields"
      report(
        .contentUnsupported, .skipped,
        """
        values of \(fields) with no counterpart in the library were left out: \
        \(unreadFields.list(Self.fieldsAtMost))
        """,
        counts, to: feed)
    }
  }

  private func report(
    _ code: Diagnostic.Code, _ action: Diagnostic.Action, at place: Diagnostic.Place = .init(),
    _ message: String, _ counts: [Diagnostic.Count], to feed: GeoFeed
  ) {
    var diagnostic = Diagnostic(at: place, code: code, action: action, message: message)
    diagnostic.counts = counts
    feed.diagnose(diagnostic)
  }

  /// Returns the reason for rejecting a file without positions.
  func refusal(isComplete: Bool) -> InputRefusal {
    let type = fileTypes.first.flatMap { $0 }.flatMap { FITProfile.fileTypes[$0] } ?? "file"
    if !isComplete {
      return InputRefusal(
        code: .inputDamaged,
        message: "the FIT file is damaged before the first complete point with a position")
    }
    return InputRefusal(
      code: .inputNothingUsable,
      message: withoutPosition > 0
        ? """
        the FIT \(type) contains no positions: all \(withoutPosition) records were recorded \
        indoors or without a satellite fix
        """
        : "the FIT \(type) contains no positions")
  }
}
