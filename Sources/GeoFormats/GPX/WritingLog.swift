/// The diagnostics reported while a file is written. Equal diagnostics for several places or points
/// are combined into one, which states their number and the first occurrence.
struct WritingLog {
  private struct Entry {
    var diagnostic: Diagnostic
    var count = 1
    var place: String
  }

  /// The maximum number of stored diagnostics after equal ones are combined.
  private static let most = 1_000

  private var entries: [Entry] = []
  private var indices: [Diagnostic: Int] = [:]
  /// The name of the item that is being written.
  var item: String?
  /// The index within the path of the point that is being written, or nil while no point is being
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
