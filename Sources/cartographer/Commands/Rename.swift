import ArgumentParser
import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy

struct Rename: DryRunVerb {
  static let configuration = CommandConfiguration(
    abstract: "Rename items, also by a pattern.",
    discussion: """
      The name can contain the fields of `edit --name`, such as {date} and {n}. To rename several \
      items, write - for the items, and one ID or name per line on standard input.
      """,
    aliases: ["mv"])

  static let examples = [
    Example("cartographer rename L12 \"Refuge du Lac Blanc\"", "Rename a place."),
    Example(
      "printf 'P7\\nP8\\n' | cartographer rename - \"Day {n}: {name}\"",
      "Number two paths and keep their names."),
  ]

  @Argument(
    help: ArgumentHelp("The ID or name of an item, or - for standard input.", valueName: "item"))
  var item: String
  @Argument(help: "The new name, or a pattern such as {date|undated} {name}.") var name: String

  @OptionGroup var dryRunOption: DryRunOption
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    let library = try await session.libraryForWriting()
    let ids = try await session.items([item], in: library)
    let edit = try await session.renaming(
      ids, to: NamePattern(name, allowsBraces: true), in: library)
    guard isDryRun else { return try await session.apply(edit, of: ids, to: library) }
    try await session.preview([edit], of: ids, library)
  }
}

extension Session {
  /// Returns the edit that renames items by a pattern.
  func renaming(
    _ ids: [ItemID], to pattern: NamePattern, in library: Library
  ) async throws -> LibraryEdit {
    guard pattern.hasFields else {
      return .set(
        .name, of: ids,
        to: pattern.text { _ in
          nil
        } missing: { _ in
          ""
        })
    }
    var items: [(id: ItemID, time: Date?)] = []
    let index = ItemIndex(try await library.snapshot(of: ids))
    for id in ids {
      var time = index.place(id)?.time
      if id.kind == .path {
        time = try await library.geometries(of: [id]).first?.measures.timeFirst
      }
      items.append((id, time))
    }
    return .rename(try pattern.names(of: try await patternItems(items, for: pattern, in: library)))
  }

  /// Returns items with the values that a name pattern inserts.
  ///
  /// The nearest place is searched only if the pattern contains `{near}`. For a path, it is the place
  /// nearest to the first point.
  func patternItems(
    _ items: [(id: ItemID, time: Date?)], for pattern: NamePattern, in library: Library
  ) async throws -> [NamePatternItem] {
    let ids = items.map(\.id)
    let index = ItemIndex(try await library.snapshot(of: ids))
    let groups = ItemIndex(try await library.snapshot(of: SnapshotScope(groups: .all)))
    let nearest =
      pattern.fields.contains(.near)
      ? NearestPlaces(try await library.snapshot(of: SnapshotScope(places: .all)).places) : nil
    var found: [NamePatternItem] = []
    for item in items {
      let id = item.id
      var near: String?
      if let nearest {
        var position = index.place(id)?.coordinate
        if id.kind == .path {
          let columns = try await library.geometries(of: [id]).first?.columns
          position = columns.flatMap { $0.count > 0 ? $0.coordinate(0) : nil }
        }
        near = position.flatMap { nearest.name(nearestTo: $0, except: id) }
      }
      let parents = index.place(id)?.groups ?? index.path(id)?.groups ?? []
      found.append(
        NamePatternItem(
          id: id, name: index.name(id), kind: index.path(id)?.kind.rawValue ?? id.kind.noun,
          day: item.time.map { TimeText.day($0, in: zone) },
          group: parents.lazy.compactMap(groups.group).first { $0.trashed == nil }?.name,
          near: near))
    }
    return found
  }
}
