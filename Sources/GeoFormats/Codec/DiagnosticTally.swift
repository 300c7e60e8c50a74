/// A count of the findings of each kind in a file. All findings of a kind share one diagnostic, which
/// states their number and the position of the first one.
struct DiagnosticTally<Kind: Hashable> {
  /// The findings of one kind.
  struct Entry {
    let kind: Kind
    fileprivate(set) var count = 1
    /// The position of the first finding.
    let place: Diagnostic.Place
    /// A quotation of the first finding, for the message.
    let detail: String

    /// The end of the diagnostic's message: the number, unless it is 1.
    var times: String { count > 1 ? " (\(count) times, first here)" : "" }
  }

  /// The maximum number of kinds; findings of further kinds are counted with the last one.
  private static var limit: Int { 1_000 }

  /// The findings in the order in which the first one of each kind was found.
  private(set) var entries: [Entry] = []
  private var indices: [Kind: Int] = [:]

  /// Counts a finding.
  ///
  /// - Parameters:
  ///   - place: The finding's position. It is determined only for the first finding of a kind.
  ///   - detail: The quotation for the message, determined likewise.
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

  /// Returns the findings of a kind, or nil if no finding has this kind.
  subscript(kind: Kind) -> Entry? { indices[kind].map { entries[$0] } }
}
