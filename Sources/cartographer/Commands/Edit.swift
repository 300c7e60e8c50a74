import ArgumentParser
import CartographerCore
import CartographerPresentation
import Geodesy
import TerminalUI

struct Edit: DryRunCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Change names, notes, colours and other fields, or move a place.",
    discussion: """
      An empty value clears an optional field.

      A name can contain fields, which are replaced with the values of each item: {name}, {id}, \
      {kind}, {date}, {year}, {month}, {group}, {near}, {from}, {to}, {towns} and {n}. The date is \
      that of the place or the path's first point. {near} is the nearest of your places within 25 \
      km, or else the nearest town within 30 km. {from} and {to} are the towns at the ends of a \
      path; {towns} is both towns, or a single town if they are the same. {n} is the item's number \
      among the given items, with leading zeros; {n:03} has at least three digits, such as 001. A \
      default value can follow a vertical bar: {date|undated}. Write {{ and }} for braces.
      """)

  static let examples = [
    Example("cartographer edit L12 --name \"Refuge du Lac Blanc\"", "Rename a place."),
    Example("cartographer edit P7 P8 --colour red", "Colour two paths."),
    Example("cartographer edit L12 --move \"45.9820 6.8915\"", "Move a place."),
    Example("cartographer edit P7 --notes \"\"", "Clear the notes."),
    Example(
      "cartographer edit L12 --notes \"Closed in May\" --details \"Refuge with 80 beds\"",
      "Change a place's notes and description."),
    Example("cartographer edit P7 --comment \"Recorded by Ann\"", "Change a path's comment."),
    Example(
      "cartographer edit P7 P8 P9 --name \"Day {n}: {name}\" --dry-run",
      "Preview new names for several paths."),
    Example(
      "cartographer edit L3 L4 --symbol Summit --add-to Alps",
      "Set a symbol and add the places to a group as one change."),
    Example(
      "cartographer edit --group Alps --colour \"#c03030\"", "Colour all members of a group."),
  ]

  @Argument(help: ArgumentHelp("IDs or names of items.", valueName: "item"))
  var items: [String] = []

  @Option(help: "The new name, or a pattern such as {date|undated} {name}.") var name: String?
  @Option(help: "The new notes.") var notes: String?
  @Option(
    help: ArgumentHelp("The colour, such as #c03030 or red.", valueName: "#RRGGBB|name"),
    completion: .list(ColourNames.all.map { $0.name }))
  var colour: String?
  @Option(help: "The symbol, such as Summit.") var symbol: String?
  @Option(help: "The comment (GPX cmt).") var comment: String?
  @Option(help: "The description (GPX desc).") var details: String?
  @Option(help: "The type, such as Hiking.") var type: String?
  @Option(
    help: ArgumentHelp(
      "The same as --name; kept for existing scripts.", valueName: "pattern"))
  var rename: String?
  @Option(
    name: .customLong("add-to"),
    help: ArgumentHelp("A group to add the items to; repeatable.", valueName: "name|id"))
  var addTo: [String] = []
  @Option(
    help: ArgumentHelp(
      """
      Edit all members of this group. If items are given, --group is another name for --add-to: \
      the items are added to the group.
      """,
      valueName: "name|id"))
  var group: [String] = []
  @Option(help: ArgumentHelp("The new position of a place.", valueName: "coordinates"))
  var move: String?

  @Option(
    help: ArgumentHelp(
      "The elevation of places, such as 2352m; an empty value removes it.", valueName: "length"))
  var elevation: String?
  @Option(
    help: ArgumentHelp(
      "The time of places, such as 2026-07-11T06:02Z; an empty value removes it.",
      valueName: "time"))
  var time: String?

  @OptionGroup var dryRunOption: DryRunOption
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    let target = try await session.positions(move.map { [$0] } ?? []).first
    let fields: [(ItemField, String?)] = [
      (.notes, notes), (.colour, colour.map { ColourNames.hexadecimal($0) ?? $0 }),
      (.symbol, symbol), (.comment, comment),
      (.details, details), (.type, type),
    ]
    let given = fields.compactMap { field, value in value.map { (field, $0) } }
    let parents = addTo + (items.isEmpty ? [] : group)
    // Usage errors come before the store is opened for writing, which may wait for another process.
    if items.isEmpty, group.isEmpty {
      throw Failure.usage("`edit` needs at least one item, or a group with `--group`.")
    }
    if given.isEmpty, target == nil, rename == nil, name == nil, parents.isEmpty, elevation == nil,
      time == nil
    {
      throw Failure.usage(
        "`edit` needs at least one change.",
        remedy: "Specify at least one field to change, such as `--name`.")
    }
    if !items.isEmpty, !group.isEmpty {
      session.console.say(
        "With items, `edit --group` has the same effect as `--add-to`; use `--add-to` instead.")
    }
    if rename != nil, name != nil {
      throw Failure.usage("`--name` and `--rename` cannot be used together. Use only one of them.")
    }
    let library = try await session.libraryForWriting()
    var ids = try await session.items(items, in: library)
    if items.isEmpty {
      let sources = try await session.groups(group, in: library)
      let index = ItemIndex(
        try await library.snapshot(of: sources, withMembers: [.location, .path]))
      ids = index.inUse
    }
    if target != nil, ids.count != 1 || ids[0].kind != .location {
      throw Failure.usage("`--move` needs exactly one place.")
    }
    if let option = elevation != nil ? "--elevation" : time != nil ? "--time" : nil,
      let other = ids.first(where: { $0.kind != .location })
    {
      throw Failure.usage(
        "`\(option)` applies only to places, but \(other) is not a place.",
        remedy: "To change the points of a path, see the commands `elevation` and `times`.")
    }
    let pattern =
      try rename.map { try NamePattern($0) }
      ?? name.map {
        try NamePattern($0, allowsBraces: true)
      }
    // All changes are one transaction, so an error in one of them leaves the items as they were.
    var edits: [LibraryEdit] = []
    if let pattern { edits.append(try await session.renaming(ids, to: pattern, in: library)) }
    edits += given.map { field, value in .set(field, of: ids, to: value.isEmpty ? nil : value) }
    let groups = try await session.groups(parents, in: library)
    if !groups.isEmpty { edits.append(.addToGroups(ids, groups: groups)) }
    if let target { edits.append(.movePlace(ids[0], to: target)) }
    edits += try placeValues(of: ids, session)
    guard isDryRun else { return try await session.apply(edits, of: ids, to: library) }
    try await session.preview(edits, of: ids + groups, library)
  }

  /// Returns the edits that set the elevations and times of places to the values of the options.
  private func placeValues(of ids: [ItemID], _ session: Session) throws -> [LibraryEdit] {
    var edits: [LibraryEdit] = []
    if let elevation {
      let metres = try elevation.isEmpty ? nil : Quantity.metres(argument: elevation)
      edits += ids.map { .setPlaceElevation($0, metres: metres) }
    }
    if let time {
      let moment = try time.isEmpty ? nil : DayOrTime(time, of: "--time", in: session.zone).start
      edits += ids.map { .setPlaceTime($0, moment) }
    }
    return edits
  }
}

extension Session {
  /// Applies edits in a dry run, and prints the old and new value of each changed field.
  ///
  /// - Parameter ids: The IDs of the items that the edits change.
  func preview(_ edits: [LibraryEdit], of ids: [ItemID], _ library: Library) async throws {
    let before = ItemIndex(try await library.snapshot(of: ids))
    var result = try await library.apply(together: edits)
    result.notes += try await trashNotes(on: result, in: library)
    let after = ItemIndex(try await library.snapshot(of: result.changed))
    func changes(of id: ItemID) -> [DryRunItems.FieldChange] {
      // The JSON output uses decimal degrees and metres, regardless of the user's settings.
      let notation = global.json ? .decimalDegrees : notation
      let units = global.json ? .metric : units
      let old = before.facts(id, notation, units)
      return after.facts(id, notation, units).compactMap { name, value in
        let was = old.first { $0.0 == name }?.1 ?? ""
        return was == value ? nil : DryRunItems.FieldChange(name: name, before: was, after: value)
      }
    }
    if !global.json {
      var table = PrintableTable([.leading, .leading, .leading])
      for id in result.changed {
        for change in changes(of: id) {
          table.add([
            DisplayText(id.description), DisplayText(change.name),
            DisplayText("\(change.before) → \(change.after)"),
          ])
        }
      }
      try console.print(table.lines)
    }
    try report(result, preview: DryRunItems(result, after, fields: changes))
  }
}

extension ItemIndex {
  /// Returns the names and values of an item's editable fields.
  fileprivate func facts(
    _ id: ItemID, _ notation: CoordinateNotation, _ units: UnitSystem
  ) -> [(String, String)] {
    func groups(_ ids: [ItemID]) -> String { ids.map(name).sorted().joined(separator: ", ") }
    if let place = place(id) {
      return [
        ("name", place.name), ("notes", place.notes), ("comment", place.comment ?? ""),
        ("details", place.details ?? ""), ("symbol", place.symbol ?? ""),
        ("type", place.type ?? ""), ("colour", place.colour ?? ""),
        ("groups", groups(place.groups)),
        ("position", notation.format(place.coordinate)),
        ("elevation", place.elevationMetres.map { units.elevation(metres: $0) } ?? ""),
        ("time", place.time.map(TimeText.utc) ?? ""),
      ]
    }
    if let path = path(id) {
      return [
        ("name", path.name), ("notes", path.notes), ("comment", path.comment ?? ""),
        ("details", path.details ?? ""), ("symbol", path.symbol ?? ""), ("type", path.type ?? ""),
        ("colour", path.colour ?? ""), ("groups", groups(path.groups)),
      ]
    }
    return group(id).map {
      [("name", $0.name), ("notes", $0.notes), ("colour", $0.colour ?? "")]
    } ?? []
  }
}
