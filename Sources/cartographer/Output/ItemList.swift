import CartographerCore

/// A list of IDs as text, shortened if it is long: `L12, L13 and 40 more`.
struct ItemList: CustomStringConvertible {
  private static let told = 8

  let description: String

  init(_ ids: [ItemID]) {
    let shown = ids.prefix(Self.told).map(\.description).joined(separator: ", ")
    let rest = ids.count - Self.told
    description = rest > 0 ? "\(shown) and \(rest) more" : shown
  }
}
