import ArgumentParser
import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy

struct Rename: DryRunCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename",
    abstract: "Rename items, optionally with a name pattern.",
    usage: "cartographer rename [<options>] <item> ... <name>",
    discussion: """
      The last argument is the name; all others are items. The name can contain the fields of \
      `edit --name`, such as {date} and {n}. The argument - stands for the items on standard input, one \
      ID or name per line.
      """,
    aliases: ["mv"])

  static let examples = [
    Example("cartographer rename L12 \"Refuge du Lac Blanc\"", "Rename a place."),
    Example(
      "cartographer rename P7 P8 \"Day {n}: {name}\"", "Add numbers to the names of two paths."),
    Example(
      "cartographer rename --group Alps \"{date} {name}\"",
      "Add dates to the names of all group members."),
  ]

  @Argument(
    help: ArgumentHelp(
      """
      The IDs or names of items, or - for standard input; then the new name, or a pattern such as \
      {date|undated} {name}.
      """,
      valueName: "item> ... <name"))
  var words: [String]
  @Option(
    help: ArgumentHelp(
      "Rename only the listed items that are in this group. If only a name is specified, rename all members of the group.",
      valueName: "name|id"))
  var group: String?

  @OptionGroup var dryRunOption: DryRunOption
  @OptionGroup var global: GlobalOptions

  func validate() throws {
    guard Arguments.separated(words).count < 2, group == nil else {
      return
    }
    throw ValidationError("Specify at least one item, or a group with --group, and the new name.")
  }

  func run(in session: Session) async throws {
    let library = try await session.libraryForWriting()
    let words = Arguments.separated(words)
    let ids = try await session.items(Array(words.dropLast()), group: group, in: library) {
      try await session.items($0, in: library)
    }
    let edit = try await session.renaming(
      ids, to: NamePattern(words.last ?? "", allowsBraces: true), in: library)
    guard isDryRun else { return try await session.apply(edit, of: ids, to: library) }
    try await session.preview([edit], of: ids, library)
  }
}

extension Session {
  /// Returns an edit that renames items according to a name pattern.
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
    return .rename(try pattern.names(of: try await patternItems(ids, for: pattern, in: library)))
  }

  /// Returns each item's values for the fields in a name pattern.
  ///
  /// Fields that the pattern does not contain are not read from the library. The field `{near}`
  /// contains the name of the place nearest to the item or to the path's first point. If no other
  /// place is near, the field contains the name of the nearest town.
  ///
  /// - Parameter times: The items' times by ID, or nil to read the times from the library.
  func patternItems(
    _ ids: [ItemID], times: [ItemID: Date]? = nil, for pattern: NamePattern, in library: Library
  ) async throws -> [NamePatternItem] {
    let index = ItemIndex(try await library.snapshot(of: ids))
    let groups = ItemIndex(try await library.snapshot(of: SnapshotScope(groups: .all)))
    let isDated = times == nil && !pattern.fields.isDisjoint(with: [.date, .year, .month])
    let nearest =
      pattern.fields.contains(.near)
      ? NearestPlaces(try await library.snapshot(of: SnapshotScope(places: .all)).places) : nil
    let towns = pattern.mentionsTowns ? self.towns : nil
    var found: [NamePatternItem] = []
    for id in ids {
      let place = index.place(id)
      let geometry =
        id.kind == .path && (isDated || pattern.mentionsTowns)
        ? try await library.geometries(of: [id]).first : nil
      let columns = geometry?.columns
      let first = columns.flatMap { $0.count > 0 ? $0.coordinate(0) : nil } ?? place?.coordinate
      let last = columns.flatMap { $0.count > 0 ? $0.coordinate($0.count - 1) : nil } ?? first
      let time = times.map { $0[id] } ?? place?.time ?? geometry?.measures.timeFirst
      let parents = place?.groups ?? index.path(id)?.groups ?? []
      found.append(
        NamePatternItem(
          id: id, name: index.name(id), kind: index.path(id)?.kind.rawValue ?? id.kind.noun,
          day: time.map { TimeText.day($0, in: zone) },
          group: parents.lazy.compactMap(groups.group).first { $0.trashed == nil }?.name,
          near: first.flatMap { start in
            nearest.flatMap { $0.name(nearestTo: start, except: id) ?? towns?.townName(at: start) }
          }, towns: first.flatMap { start in last.flatMap { towns?.ends(from: start, to: $0) } }))
    }
    return found
  }
}
