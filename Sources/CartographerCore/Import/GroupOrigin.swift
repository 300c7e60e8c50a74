import CartographerModel
import Foundation
import GeoFormats
import SwiftData

/// What in a file says which groups its items belong to.
package enum GroupOrigin: String, Sendable, CaseIterable {
  /// The categories that Garmin's programs and others write.
  case category
  /// GPX's `type`.
  case type
  /// The name of the file.
  case file
}

/// What of an item says which groups it belongs to.
struct GroupHints {
  var type: String?
  var kept: String?
}

/// Finds the groups that a file's own words put its items in.
struct GroupFinder {
  private let origin: GroupOrigin?
  private let fileName: String
  private let header: GeoFileHeader

  /// - Parameter origin: Nil for the groups that the items were in where they were exported.
  init(_ origin: GroupOrigin?, fileName: String, header: GeoFileHeader) {
    self.origin = origin
    self.fileName = fileName
    self.header = header
  }

  /// The items by the names of their groups, in the order the names first come.
  func groups<Item>(
    of items: [Item], _ hints: (Item) throws -> GroupHints
  ) rethrows -> [(name: String, items: [Item])] {
    var names: [String] = []
    var members: [String: [Item]] = [:]
    for item in items {
      for name in self.names(try hints(item)).unique {
        if members[name] == nil { names.append(name) }
        members[name, default: []].append(item)
      }
    }
    return names.map { ($0, members[$0] ?? []) }
  }

  private func names(_ hints: GroupHints) -> [String] {
    switch origin {
    case .file: [fileName.split(separator: ".").first.map(String.init).nonBlank].compactMap { $0 }
    case .type: [hints.type.nonBlank].compactMap { $0 }
    case .category: categories(hints)
    case nil: PreservedMarkup.extras(of: hints.kept, in: header).extras.groups
    }
  }

  private func categories(_ hints: GroupHints) -> [String] {
    guard let kept = hints.kept else { return [] }
    return PreservedMarkup.texts(of: "category", in: PreservedMarkup.expanded(kept, header))
      .compactMap { Optional($0).nonBlank }
  }
}

extension StoredItems {
  /// What of a place or path says which groups it belongs to, as its own file wrote it.
  func groupHints(of id: ItemID) throws -> GroupHints {
    let identifier = context.identifier(id)
    if id.kind == .location, let place = try context.model(Location.self, for: identifier) {
      return GroupHints(type: place.type, kept: place.waypoint.kept)
    }
    let path = id.kind == .path ? try context.model(Path.self, for: identifier) : nil
    return GroupHints(type: path?.type, kept: path?.kept)
  }

  /// As ``groupHints(of:)``, to be understood without the header of the item's file.
  func wholeGroupHints(of id: ItemID) throws -> GroupHints {
    var hints = try groupHints(of: id)
    let identifier = context.identifier(id)
    let record =
      id.kind == .location
      ? try context.model(Location.self, for: identifier)?.importRecord
      : try context.model(Path.self, for: identifier)?.importRecord
    let header = try record.flatMap(header(of:))
    hints.kept = hints.kept.map { PreservedMarkup.expanded($0, header) }
    return hints
  }
}
