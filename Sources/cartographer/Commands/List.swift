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
      The query searches names, notes and the names of groups, ignoring case and accents: zurich \
      finds Zürich.
      """,
    aliases: ["ls", "find"])

  static let examples = [
    Example("cartographer list", "List everything."),
    Example("cartographer list paths", "List only paths."),
    Example(
      "cartographer list places hut", "List places with hut in their name, notes or group names."),
    Example("cartographer list paths --json", "Print paths with lengths and groups as JSON."),
  ]

  @Argument(
    help: ArgumentHelp(
      "The kind of items (places, paths or groups), then words to search for.",
      valueName: "kind> <query"),
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
      let reason =
        switch (query.isEmpty, kind) {
        case (false, _): "No item matches the query."
        case (true, let kind?): "There are no \(kind.plural)."
        case (true, nil): "The library is empty. See: cartographer import --help"
        }
      session.console.say(DisplayText(reason))
    }
  }

  /// Rejects arguments such as `tracks`: a kind of item that `list` would mistake for a search
  /// word.
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
