import ArgumentParser
import CartographerCore
import CartographerPresentation
import Foundation
import Geodesy
import TerminalUI

struct List: Verb {
  static let configuration = CommandConfiguration(
    abstract: "List places, paths and groups, one line each.",
    discussion: """
      The query is looked for in names, notes and the names of groups, ignoring case and accents: \
      zurich finds Zürich.
      """)

  static let examples = [
    Example("cartographer list", "Everything."),
    Example("cartographer list paths", "Only paths; also: places, groups."),
    Example("cartographer list places hut", "Places with hut in name, notes or group."),
    Example("cartographer list paths --json", "With lengths and groups, for scripts."),
  ]

  @Argument(
    help: ArgumentHelp(
      "locations (or places), paths, groups; then words to look for.", valueName: "kind> <query"),
    completion: .list(["locations", "places", "paths", "groups"]))
  var words: [String] = []

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    var query = words[...]
    let kind = query.first.flatMap { Self.kinds[$0.lowercased()] }
    try requireOneKind()
    if kind != nil { query.removeFirst() }
    let library = try await session.libraryForReading()
    let listing = try await Listing(
      library, kinds: kind.map { [$0] } ?? [.location, .path, .group],
      query: query.joined(separator: " "))
    if global.json { return try session.console.print(listing.json) }
    try session.console.print(listing.lines)
    if listing.isEmpty {
      session.console.say(
        query.isEmpty ? "Nothing yet. See: cartographer import --help" : "Nothing matches.")
    }
  }

  /// Refuses words that name a kind where `list` would look for them in names.
  ///
  /// - Throws: ``Failure`` with the form that lists the kind.
  private func requireOneKind() throws {
    let words = words.map { $0.lowercased() }
    if let first = words.first, let kind = Self.otherWords[first] {
      throw Failure.usage(
        "list knows no kind '\(first)'; the kinds are locations (or places), paths and groups.",
        remedy: "For the kind: cartographer list \(kind). To look for the word: cartographer list "
          + "\(kind) \(first)")
    }
    guard words.count > 1, Self.kinds[words[0]] != nil, Self.kinds[words[1]] != nil else { return }
    throw Failure.usage(
      "list shows one kind at a time, or all of them; '\(words[0]) \(words[1])' names two.",
      remedy: "As in: cartographer list \(words[0]); or for everything: cartographer list")
  }

  private static let kinds: [String: ItemID.Kind] = [
    "locations": .location, "places": .location, "paths": .path, "groups": .group,
  ]

  /// Words for kinds that are not ours, with the kind to name instead.
  private static let otherWords = [
    "tracks": "paths", "routes": "paths", "waypoints": "places", "trips": "groups",
  ]
}
