import CartographerCore
import Foundation

/// A place, a path or a group.
package enum LibraryItem: Sendable, Equatable {
  case place(PlaceSnapshot)
  case path(PathSnapshot)
  case group(GroupSnapshot)

  package var id: ItemID {
    switch self {
    case .place(let place): place.id
    case .path(let path): path.id
    case .group(let group): group.id
    }
  }

  package var name: String {
    switch self {
    case .place(let place): place.name
    case .path(let path): path.name
    case .group(let group): group.name
    }
  }

  /// The name shown to the user.
  package var title: String {
    switch self {
    case .place(let place): place.title
    case .path(let path): path.title
    case .group(let group): group.name
    }
  }

  /// Whether the name was generated because the imported item was unnamed.
  package var isNameMadeUp: Bool {
    switch self {
    case .place(let place): place.isNameMadeUp
    case .path(let path): path.isNameMadeUp
    case .group: false
    }
  }

  package var notes: String {
    switch self {
    case .place(let place): place.notes
    case .path(let path): path.notes
    case .group(let group): group.notes
    }
  }

  package var colour: String? {
    switch self {
    case .place(let place): place.colour
    case .path(let path): path.colour
    case .group(let group): group.colour
    }
  }

  package var created: Date {
    switch self {
    case .place(let place): place.created
    case .path(let path): path.created
    case .group(let group): group.created
    }
  }

  package var trashed: Date? {
    switch self {
    case .place(let place): place.trashed
    case .path(let path): path.trashed
    case .group(let group): group.trashed
    }
  }

  /// The IDs of the item's groups; empty for a group.
  package var groups: [ItemID] {
    switch self {
    case .place(let place): place.groups
    case .path(let path): path.groups
    case .group: []
    }
  }

  /// Returns a text field's stored value. Returns nil if there is no value or the item does not
  /// have this field.
  package func text(of field: ItemField) -> String? {
    switch (field, self) {
    case (.name, _): name
    case (.notes, _): notes
    case (.colour, _): colour
    case (.comment, .place(let place)): place.comment
    case (.comment, .path(let path)): path.comment
    case (.details, .place(let place)): place.details
    case (.details, .path(let path)): path.details
    case (.symbol, .place(let place)): place.symbol
    case (.symbol, .path(let path)): path.symbol
    case (.type, .place(let place)): place.type
    case (.type, .path(let path)): path.type
    case (_, .group): nil
    }
  }
}
