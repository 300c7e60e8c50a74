import ArgumentParser
import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI

struct List: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List places, paths and groups, one line each.",
    discussion: """
      The query searches names, notes, symbols and the names of groups, ignoring case and accents: \
      zurich finds Zürich. A date or its beginning, such as 2026 or 2026-07, also finds items \
      recorded in that period. If there are several words, an item must match all of them, in any \
      order. With `--from` or `--to`, places are listed if their times are in the specified \
      period; groups and items without times are left out.
      """,
    aliases: ["ls", "find"])

  static let examples = [
    Example("cartographer list", "List everything."),
    Example("cartographer list paths", "List only paths."),
    Example(
      "cartographer list places hut",
      "List places whose name, notes, symbol or group names contain `hut`."),
    Example("cartographer list paths --group Alps -n 5", "List the first five paths of a group."),
    Example("cartographer list paths --from 2025 --to 2025", "List the paths from one year."),
    Example(
      "cartographer list paths --sort name",
      "List the paths sorted by name, with Day 2 before Day 10."),
    Example(
      "cartographer list paths --group Alps --ids | cartographer simplify - --tolerance 5m",
      "Simplify the paths of a group."),
    Example("cartographer list paths --json", "Print paths with lengths and groups as JSON."),
  ]

  @Argument(
    help: ArgumentHelp(
      "The kind of item (places, paths or groups), followed by words to search for.",
      valueName: "kind> <query"),
    completion: .list(["locations", "places", "paths", "groups"]))
  var words: [String] = []

  @Option(help: ArgumentHelp("List only the members of this group.", valueName: "name|id"))
  var group: String?
  @Option(
    help: ArgumentHelp(
      """
      The order within each kind of item: added (oldest first, the default) or name (Day 2 before \
      Day 10).
      """, valueName: "order"))
  var sort: Listing.Order?
  @OptionGroup var span: TimeSpanOptions
  @OptionGroup var idOptions: IDOptions
  @OptionGroup var limitOption: LimitOption
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    var query = words[...]
    let kind = query.first.flatMap { Self.kinds[$0.lowercased()] }
    // A mistaken kind of item is reported before the store is opened, so that the error does not
    // depend on the store.
    try requireOneKind()
    if kind != nil { query.removeFirst() }
    guard query != ["-"] else {
      throw Failure.usage(
        "`list` expects search words, so it cannot read items from standard input.",
        remedy: "To see the details of the items: cartographer show -")
    }
    let library = try await session.libraryForReading()
    if kind == .group, group != nil {
      throw Failure.usage(
        "Groups cannot contain groups, so `--group` cannot be used with `list groups`.",
        remedy: "To list the members of a group: cartographer list --group NAME")
    }
    let times = try span.span(in: session.zone)
    if kind == .group, times != nil {
      throw Failure.usage(
        "Groups have no times, so `--from` and `--to` cannot be used with `list groups`.")
    }
    // The group is looked up after these checks: a wrong combination of options must be reported
    // even if the group does not exist.
    let parent = try await session.group(group, in: library)
    let listing = try await Listing(
      library, kinds: kind.map { [$0] } ?? [.location, .path, .group],
      query: query.joined(separator: " "), group: parent, times: times,
      order: sort ?? .added, limit: limitOption.checked(),
      hasMeasures: global.json && !idOptions.ids, zone: session.zone)
    // `--ids` comes first: with `--ids` and `--json`, the JSON document contains only the IDs.
    if idOptions.ids {
      try session.print(listing.ids, idOptions)
    } else if global.json {
      try session.console.print(listing.json)
    } else {
      try session.print(listing.lines(session.notation, session.units))
    }
    if listing.undatedCount > 0 {
      let items = Numbers.counted(listing.undatedCount, "item")
      session.console.say("Left out \(items) without a time.")
    }
    // Only the narrowest reason for an empty list is named: the period, then the query, the group,
    // the kind of items and the whole library.
    if listing.isEmpty, times != nil {
      session.console.say("No item has a time in the specified period.")
    } else if listing.isEmpty {
      switch (query.isEmpty, kind, parent) {
      case (false, _, _): session.console.say("No item matches the query.")
      case (true, let kind, let parent?):
        let contents = kind?.plural ?? "members"
        session.console.say("\(parent.description) has no \(contents).")
      case (true, let kind?, nil): session.console.say("There are no \(kind.plural).")
      case (true, nil, nil): session.sayLibraryIsEmpty()
      }
    }
  }

  /// Rejects names of item kinds that `list` would mistake for search words, such as `tracks`.
  ///
  /// - Throws: ``Failure`` with a message that suggests the right command for this kind of item.
  private func requireOneKind() throws {
    let words = words.map { $0.lowercased() }
    if let first = words.first, let kind = Self.otherWords[first] {
      throw Failure.usage(
        "'\(first)' is not a kind of item; the kinds are places, paths and groups.",
        remedy:
          "To list such items: cartographer list \(kind). "
          + "To search for the word: cartographer list \(kind) \(first)")
    }
    guard words.count > 1, Self.kinds[words[0]] != nil, Self.kinds[words[1]] != nil else { return }
    throw Failure.usage(
      "`list` shows one kind of item or all kinds, but '\(words[0]) \(words[1])' names two kinds.",
      remedy: "For one kind: cartographer list \(words[0]). For all kinds: cartographer list")
  }

  private static let kinds: [String: ItemID.Kind] = [
    "locations": .location, "places": .location, "paths": .path, "groups": .group,
  ]

  /// Common names for kinds of items, such as `waypoints`, mapped to the names that `list` accepts.
  private static let otherWords = [
    "tracks": "paths", "routes": "paths", "waypoints": "places", "trips": "groups",
  ]
}
