import Geodesy

/// A short description of one or more items for the title of a change, such as `3 paths`.
struct ItemPhrase: CustomStringConvertible {
  let description: String

  /// Creates a description of the given items.
  ///
  /// - Parameter name: The name to use for a single item, or nil to state the number of items.
  init(_ ids: [ItemID], name: String?) {
    if ids.count == 1, let name {
      description = name
      return
    }
    let kinds = Set(ids.map(\.kind))
    let noun = kinds.count == 1 ? kinds.first?.noun ?? "item" : "item"
    description = "\(Numbers.grouped(ids.count)) \(noun)\(ids.count == 1 ? "" : "s")"
  }
}

extension ItemID.Kind {
  /// The singular noun for items of this kind.
  package var noun: String {
    switch self {
    case .location: "place"
    case .path: "path"
    case .group: "group"
    case .importRecord: "import"
    }
  }

  package var plural: String { noun + "s" }
}
