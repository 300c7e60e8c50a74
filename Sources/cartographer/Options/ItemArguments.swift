import ArgumentParser
import CartographerCore
import Geodesy
import TerminalUI

/// The items on which a command operates: the given items, a group's members or, if both are given,
/// the given items that belong to the group.
struct ItemArguments: ParsableArguments {
  @Argument(help: ArgumentHelp("IDs or names of items.", valueName: "item"))
  var items: [String] = []

  @Option(
    help: ArgumentHelp(
      "Use only the listed items that are in this group. If no items are listed, use all members of the group.",
      valueName: "name|id"))
  var group: String?

  func validate() throws {
    guard items.isEmpty, group == nil else { return }
    throw ValidationError("Specify at least one item, or a group with --group.")
  }
}

/// The options for printing only the IDs of the listed items.
struct IDOptions: ParsableArguments {
  @Flag(
    help: "Print only the IDs, one per line, as input for other commands with the argument `-`.")
  var ids = false
  @Flag(
    name: [.customShort("0"), .customLong("null")],
    help: "With --ids, print NUL instead of a newline after each ID.")
  var null = false

  func validate() throws {
    guard ids || !null else { throw ValidationError("`--null` works only with `--ids`.") }
  }
}

extension Session {
  /// Prints IDs, one per line, or as a JSON document.
  func print(_ ids: some Sequence<ItemID>, _ options: IDOptions) throws {
    guard !global.json else { return try console.print(.object([("ids", .strings(ids))])) }
    let end = options.null ? "\0" : "\n"
    for id in ids { try console.write(id.description + end) }
  }
}

/// The option `--limit`, for commands that list all items by default.
struct LimitOption: ParsableArguments {
  @Option(
    name: .limit,
    help: ArgumentHelp("The maximum number of items to list; 0 lists all.", valueName: "n"))
  var limit = 0

  func checked() throws -> Int { try Self.checked(limit) }

  /// Checks the value of `--limit`.
  ///
  /// - Throws: ``Failure`` for a negative number.
  static func checked(_ limit: Int) throws -> Int {
    guard limit >= 0 else { throw Failure.usage("The value of `--limit` cannot be negative.") }
    return limit
  }
}

extension NameSpecification {
  /// The names of the option for adding new items to a group. The older name `--group` is still
  /// accepted.
  static let addTo: NameSpecification = [.customLong("add-to"), .customLong("group")]
  /// The names of the option that limits the history to changes since a given time. Other commands
  /// call such an option `--from`.
  static let since: NameSpecification = [.customLong("since"), .customLong("from")]
  /// The names of the option for an output file.
  static let output: NameSpecification = [
    .customShort("o", allowingJoined: true), .customLong("output"),
  ]
  /// The names of the option for the maximum number of listed items: `-n 5`, `-n5`, `--limit 5`.
  static let limit: NameSpecification = [
    .customShort("n", allowingJoined: true), .customLong("limit"),
  ]
}

extension Session {
  /// Returns the group specified by an option's value. Returns nil if the option is not given.
  func group(_ word: String?, in library: Library) async throws -> ItemID? {
    guard let word else { return nil }
    return try await item(word, kind: .group, in: library)
  }

  /// Returns the given items that belong to the given group. If no items are given, returns
  /// all members of the group.
  func items(
    _ given: ItemArguments, in library: Library
  ) async throws -> [ItemID] {
    try await items(given, in: library) { try await items($0, in: library) }
  }

  /// Returns the same items as ``items(_:in:)``, but calls a closure to look up the given
  /// arguments.
  ///
  /// - Parameter find: A closure that returns the items identified by the given arguments.
  func items(
    _ given: ItemArguments, in library: Library, _ find: ([String]) async throws -> [ItemID]
  ) async throws -> [ItemID] {
    try await items(given.items, group: given.group, in: library, find)
  }

  /// Returns the items that the arguments identify, limited to the members of a group. If there are
  /// no arguments, returns all members of the group.
  ///
  /// - Parameter group: The value of `--group`, or nil for all items.
  /// - Parameter find: A closure that returns the items identified by the arguments.
  func items(
    _ words: [String], group: String?, in library: Library,
    _ find: ([String]) async throws -> [ItemID]
  ) async throws -> [ItemID] {
    try StandardInputItems.require(words, Arguments.unfolded(words))
    let named = try await find(words)
    guard let group = try await self.group(group, in: library) else { return named }
    return try await words.isEmpty
      ? members(of: group, in: library) : members(of: group, among: named, in: library)
  }

  /// Returns the given paths, limited to the members of the given group. If no paths are given,
  /// returns all paths of the group.
  func paths(_ given: ItemArguments, in library: Library) async throws -> [ItemID] {
    try await paths(given.items, group: given.group, in: library)
  }

  /// Returns the paths that the arguments identify, limited to the members of a group. If there are
  /// no arguments, returns all paths of the group.
  func paths(
    _ words: [String], group: String?, in library: Library
  ) async throws -> [ItemID] {
    let named = try await paths(words, in: library)
    guard let group = try await self.group(group, in: library) else { return named }
    return try await words.isEmpty
      ? members(of: group, [.path], in: library) : members(of: group, among: named, in: library)
  }

  /// Returns the given items that are members of a group, and reports the other items to the user.
  func members(
    of group: ItemID, among ids: [ItemID], in library: Library
  ) async throws -> [ItemID] {
    let index = ItemIndex(try await library.snapshot(of: ids + [group]))
    let members = ids.filter { index.groups(of: $0).contains(group) }
    let known = Set(members)
    sayLeftOut(ids.filter { !known.contains($0) }, index.name(group), group)
    return members
  }

  /// Tells the user which of the given items the command skips because they do not belong to the
  /// given group.
  func sayLeftOut(_ others: [ItemID], _ name: String, _ group: ItemID) {
    guard !others.isEmpty else { return }
    let reason = others.count == 1 ? "it is" : "they are"
    console.say(
      DisplayText(
        """
        Left out, because \(reason) not in \(name) (\(group.description)): \(others.shortList()).
        """))
  }

  /// Returns the members of a group. If the group has no members, tells the user so.
  ///
  /// - Parameter kinds: The kinds of members to return.
  func members(
    of group: ItemID, _ kinds: Set<ItemID.Kind> = [.location, .path], in library: Library
  ) async throws -> [ItemID] {
    let index = ItemIndex(try await library.snapshot(of: [group], withMembers: kinds))
    let members = index.members(of: group)
    if members.isEmpty {
      let noun = kinds == [.path] ? "paths" : "members"
      console.say("\(group.description) (\(index.name(group))) has no \(noun).")
    }
    return members
  }
}
