/// Some items in words, for the titles of the history.
struct ItemPhrase: CustomStringConvertible {
  let description: String

  /// - Parameter name: Of the only item, where it is one.
  init(_ ids: [ItemID], name: String?) {
    if ids.count == 1, let name {
      description = name
      return
    }
    let kinds = Set(ids.map(\.kind))
    let noun = kinds.count == 1 ? kinds.first?.plural ?? "items" : "items"
    description = "\(Numbers.grouped(ids.count)) \(noun)"
  }
}

extension ItemID.Kind {
  /// As people call it.
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
