import CartographerCore
import TerminalUI

/// The path and place colours determined by groups. Each item is drawn in its first group's colour.
package struct GroupColours: Sendable, Equatable {
  /// A group with at least one coloured item.
  package struct Entry: Sendable, Equatable {
    package let name: String
    package let role: Role
  }

  /// The colour role of items without a group.
  package static let ungrouped = Role.dim

  private let roles: [ItemID: Role]
  /// The group to which the shown items are limited, or nil if there is no such limit. The group's
  /// colour is used only for items that are in no other group.
  private let scope: ItemID?
  /// The groups in the legend, sorted by ID.
  package let entries: [Entry]
  /// Whether at least one of the items belongs to no group.
  package let hasUngrouped: Bool

  /// Chooses the colour of each shown item according to its groups. A group without a colour of its
  /// own is assigned a palette colour.
  ///
  /// - Parameter items: The groups of each shown item.
  /// - Parameter groups: The groups that are not in the trash.
  /// - Complexity: O(*n* + *g*) for *n* items and *g* groups.
  package init(of items: some Sequence<[ItemID]>, _ groups: [GroupSnapshot], scope: ItemID? = nil) {
    var roles: [ItemID: Role] = [:]
    for group in groups {
      roles[group.id] =
        group.colour.flatMap(RGBColour.init(hexadecimal:)).map(Role.custom)
        ?? .path(Int(truncatingIfNeeded: group.id.key))
    }
    self.roles = roles
    self.scope = scope
    var used: Set<ItemID> = []
    var hasUngrouped = false
    for item in items {
      if let first = Self.first(of: item, in: roles, scope) {
        used.insert(first)
      } else {
        hasUngrouped = true
      }
    }
    self.hasUngrouped = hasUngrouped
    entries = groups.filter { used.contains($0.id) }.sorted { $0.id < $1.id }
      .compactMap { group in roles[group.id].map { Entry(name: group.name, role: $0) } }
  }

  private static func first(
    of groups: [ItemID], in roles: [ItemID: Role], _ scope: ItemID?
  ) -> ItemID? {
    groups.first { $0 != scope && roles[$0] != nil } ?? groups.first { roles[$0] != nil }
  }

  /// Returns the colour role of an item in the given groups.
  package func role(of groups: [ItemID]) -> Role {
    Self.first(of: groups, in: roles, scope).flatMap { roles[$0] } ?? Self.ungrouped
  }
}

extension GroupColours {
  /// Chooses colours for the given places and paths in a snapshot.
  package init(of ids: [ItemID], in snapshot: LibrarySnapshot) {
    self.init(
      of: ids.compactMap { snapshot.place($0)?.groups ?? snapshot.path($0)?.groups },
      snapshot.groups.filter { $0.trashed == nil })
  }
}
