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

/// Finds the groups that a file's own words put its items in.
struct GroupFinder {
  private let context: ModelContext
  private let origin: GroupOrigin?
  private let fileName: String
  private let header: GeoFileHeader

  /// - Parameter origin: Nil for the groups that the items were in where they were exported.
  init(
    _ context: ModelContext, _ origin: GroupOrigin?, fileName: String, header: GeoFileHeader
  ) {
    self.context = context
    self.origin = origin
    self.fileName = fileName
    self.header = header
  }

  /// The items by the names of their groups, in the order the names first come.
  func groups(of items: [ItemID]) throws -> [(name: String, items: [ItemID])] {
    var names: [String] = []
    var members: [String: [ItemID]] = [:]
    for item in items {
      for name in try self.names(of: item).unique {
        if members[name] == nil { names.append(name) }
        members[name, default: []].append(item)
      }
    }
    return names.map { ($0, members[$0] ?? []) }
  }

  private func names(of item: ItemID) throws -> [String] {
    let identifier = context.identifier(item)
    switch (origin, item.kind) {
    case (.file, _):
      let stem = fileName.split(separator: ".").first.map(String.init)
      return [stem.nonBlank].compactMap { $0 }
    case (.type, .location):
      return [try context.model(Location.self, for: identifier)?.type.nonBlank].compactMap { $0 }
    case (.type, .path):
      return [try context.model(Path.self, for: identifier)?.type.nonBlank].compactMap { $0 }
    case (.category, .location):
      return categories(try context.model(Location.self, for: identifier)?.waypoint.kept)
    case (.category, .path):
      return categories(try context.model(Path.self, for: identifier)?.kept)
    case (nil, .location):
      return exported(try context.model(Location.self, for: identifier)?.waypoint.kept)
    case (nil, .path):
      return exported(try context.model(Path.self, for: identifier)?.kept)
    case (_, .group), (_, .importRecord): return []
    }
  }

  private func categories(_ kept: String?) -> [String] {
    guard let kept else { return [] }
    return KeptMarkup.texts(of: "category", in: KeptMarkup.expanded(kept, header))
      .compactMap { Optional($0).nonBlank }
  }

  private func exported(_ kept: String?) -> [String] {
    KeptMarkup.extras(of: kept, in: header).extras.groups
  }
}
