import Geodesy

/// Counts of the irregularities found in a file, such as unusual values, by kind. All findings of a
/// kind share one diagnostic, which contains their number and the position of the first one.
struct DiagnosticTally<Kind: Hashable> {
  /// All findings of one kind.
  struct Entry {
    let kind: Kind
    fileprivate(set) var count = 1
    /// The position of the first finding.
    let place: Diagnostic.Place
    /// The passage quoted in the diagnostic message, taken from the first finding in the file.
    let detail: String

    /// The number of findings, as a suffix for the diagnostic message. Empty if there is only one
    /// finding.
    var times: String { count > 1 ? " (\(Numbers.grouped(count)) times, first here)" : "" }
  }

  /// The maximum number of kinds that are counted separately. Findings of any further kind are
  /// counted as findings of the last stored kind.
  private static var limit: Int { 1_000 }

  /// One entry per kind of finding, in the order in which the kinds were first found.
  private(set) var entries: [Entry] = []
  private var indices: [Kind: Int] = [:]

  /// Counts one finding of the given kind.
  ///
  /// The arguments `place` and `detail` are evaluated only for the first finding of a kind.
  ///
  /// - Parameter place: The finding's position.
  /// - Parameter detail: The passage from the file to quote in the message.
  mutating func add(
    _ kind: Kind, at place: @autoclosure () -> Diagnostic.Place,
    _ detail: @autoclosure () -> String = ""
  ) {
    if let index = indices[kind] {
      entries[index].count += 1
    } else if entries.count < Self.limit {
      indices[kind] = entries.count
      entries.append(Entry(kind: kind, place: place(), detail: detail()))
    } else {
      entries[entries.count - 1].count += 1
    }
  }

  /// Returns the findings of the given kind, if any.
  subscript(kind: Kind) -> Entry? { indices[kind].map { entries[$0] } }
}
