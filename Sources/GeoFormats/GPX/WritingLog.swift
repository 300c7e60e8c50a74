/// The diagnostics of writing a file. Equal diagnostics for several places or points are combined
/// into one, with their number and the first occurrence.
struct WritingLog {
  private struct Entry {
    var diagnostic: Diagnostic
    var count = 1
    var place: String
  }

  /// The maximum number of different diagnostics that are stored.
  private static let most = 1_000

  private var entries: [Entry] = []
  private var indices: [Diagnostic: Int] = [:]
  /// The name of the item being written.
  var item: String?
  /// The index of the point being written in its path, from 0, or nil while the item itself is
  /// written.
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
    let name = item.map { "“\(Excerpt.of($0))”" } ?? "an unnamed item"
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
