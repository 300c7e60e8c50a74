import CartographerModel
import Foundation
import GeoFormats
import SwiftData

/// A source of group names in a file.
package enum GroupOrigin: String, Sendable, CaseIterable {
  /// The `category` elements written by Garmin software and other programs.
  case category
  /// The GPX element `type`.
  case type
  /// The file's name, without the folder path.
  case file
}

/// The item fields from which group names are derived.
struct GroupHints {
  var type: String?
  var kept: String?
}

/// A finder that assigns a file's items to groups according to names in the file, such as
/// categories.
struct GroupFinder {
  private let origin: GroupOrigin?
  private let fileName: String
  private let header: GeoFileHeader

  /// Creates a finder that derives groups from one source of group names.
  ///
  /// - Parameter origin: The source of group names.
  ///   If the source is nil, only group names that this program wrote into an exported file are
  ///   used.
  init(_ origin: GroupOrigin?, fileName: String, header: GeoFileHeader) {
    self.origin = origin
    self.fileName = fileName
    self.header = header
  }

  /// Returns each group's name and items, in the order in which the names first occur.
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
  /// Returns the data from which the groups of a stored place or path are derived.
  func groupHints(of id: ItemID) throws -> GroupHints {
    let identifier = context.identifier(id)
    if id.kind == .location, let place = try context.model(Location.self, for: identifier) {
      return GroupHints(type: place.type, kept: place.waypoint.kept)
    }
    let path = id.kind == .path ? try context.model(Path.self, for: identifier) : nil
    return GroupHints(type: path?.type, kept: path?.kept)
  }

  /// Returns the data from which the groups of a place or path are derived, with the item's
  /// preserved markup expanded: references to templates are replaced by the templates' text.
  /// Expanded markup does not depend on the header of the item's file.
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
