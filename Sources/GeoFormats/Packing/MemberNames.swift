/// The number of files in an archive that are not imported, and the names of the first few.
public struct MemberNames: CustomStringConvertible, Hashable, Sendable {
  /// The maximum number of file names in a message. Further names are only counted, because an
  /// archive can have millions of files.
  private static let maximum = 5

  private var first: [String] = []
  public private(set) var count = 0

  init() {}

  public var isEmpty: Bool { count == 0 }

  mutating func add(_ name: String) {
    if first.count < Self.maximum { first.append(Excerpt.of(name)) }
    count += 1
  }

  mutating func add(_ names: MemberNames) {
    first += names.first.prefix(max(Self.maximum - first.count, 0))
    count += names.count
  }

  /// Returns the number with a noun, such as `3 files`.
  func counted(_ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

  public var description: String {
    let shown = first.joined(separator: ", ")
    return count > first.count ? "\(shown) and \(count - first.count) more" : shown
  }
}
