/// The diagnostics of what is written. What is to be said of many places or points is said once, with
/// how often and where first.
struct WritingLog {
  private struct Entry {
    var diagnostic: Diagnostic
    var count = 1
    var place: String
  }

  /// How many different diagnostics are told apart.
  private static let most = 1_000

  private var entries: [Entry] = []
  private var indices: [Diagnostic: Int] = [:]
  /// The name of the item that is being written.
  var item: String?
  /// Which of its points that is, from 0; nil for the item itself.
  var point: Int?

  mutating func add(_ diagnostic: Diagnostic) {
    if let index = indices[diagnostic] {
      entries[index].count += 1
    } else if entries.count < Self.most {
      indices[diagnostic] = entries.count
      entries.append(Entry(diagnostic: diagnostic, place: place))
    }
  }

  private var place: String {
    let name = item.map { "“\(Excerpt.of($0))”" } ?? "an item without a name"
    return point.map { "\(name), point \($0)" } ?? name
  }

  var diagnostics: [Diagnostic] {
    entries.map { entry in
      var diagnostic = entry.diagnostic
      if entry.count > 1 {
        diagnostic.message += " (\(entry.count) times, first in \(entry.place))"
      }
      return diagnostic
    }
  }
}
