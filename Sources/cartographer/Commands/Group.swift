import ArgumentParser
import CartographerCore
import CartographerPresentation
import TerminalUI

struct Group: VerbFamily {
  static let configuration = CommandConfiguration(
    abstract: "Groups (trips) and who belongs to them.",
    discussion: "A place or path may be in many groups. Deleting a group deletes no member.",
    subcommands: [
      GroupList.self, GroupCreate.self, GroupRename.self, GroupDelete.self, GroupAdd.self,
      GroupRemove.self,
    ])

  static let examples = [
    Example("cartographer group create \"Three days in the Alps\"", "An empty group."),
    Example("cartographer group add \"Three days in the Alps\" P7 L12", "Two more members."),
    Example("cartographer group remove G3 P7", "P7 stays, outside the group."),
  ]
}

struct GroupList: Verb {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the groups.")

  static let examples = [Example("cartographer group list", "Groups with their members' numbers.")]

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    let listing = try await Listing(
      try await session.libraryForReading(), kinds: [.group], query: "")
    try global.json ? session.console.print(listing.json) : session.console.print(listing.lines)
  }
}

struct GroupCreate: Verb {
  static let configuration = CommandConfiguration(
    commandName: "create", abstract: "Make a group.")

  static let examples = [
    Example("cartographer group create Alps", "Empty."),
    Example("cartographer group create Alps P7 P8 \"Lac Blanc\"", "With members."),
    Example("cartographer group create Alps P7 --if-missing", "Adds P7 where Alps exists."),
  ]

  @Argument(help: "The new group's name.") var name: String
  @Argument(help: ArgumentHelp("Ids or names of its first members.", valueName: "item"))
  var items: [String] = []

  @Flag(help: "Make a second group where one has the name already.")
  var duplicate = false

  @Flag(
    name: .customLong("if-missing"),
    help: "Where one group has the name already, add the members to it instead.")
  var ifMissing = false

  @OptionGroup var trial: TrialOption
  @OptionGroup var global: GlobalOptions

  var isTrial: Bool { trial.dryRun }
  var createsStore: Bool { items.isEmpty }

  func run(in session: Session) async throws {
    guard !duplicate || !ifMissing else {
      throw Failure.usage("--duplicate and --if-missing exclude each other; give one of them.")
    }
    let library = try await session.libraryForWriting(creating: createsStore)
    let members = try await session.items(items, in: library)
    let bearers = duplicate ? [] : try await library.groups(named: name)
    guard !bearers.isEmpty else {
      return try await session.apply(.createGroup(name: name, members: members), to: library)
    }
    guard ifMissing, bearers.count == 1 || members.isEmpty else {
      throw Failure(
        .usage, code: ifMissing ? "ambiguous" : "exists",
        bearers.count == 1
          ? "The group \(bearers[0]) has the name '\(name)' already."
          : "Several groups have the name '\(name)': "
            + bearers.map(\.description).joined(separator: ", ") + ".",
        remedy:
          "To add members: cartographer group add \(bearers[0]) <item>. For a second group of "
          + "the name: --duplicate",
        ids: bearers)
    }
    var result = EditResult(title: "")
    if !members.isEmpty {
      result = try await library.apply(together: [.addToGroups(members, groups: bearers)])
    }
    if result.changed.isEmpty { result.title = "Group \(name) exists" }
    try session.report(result, existing: bearers)
  }
}

struct GroupRename: Verb {
  static let configuration = CommandConfiguration(
    commandName: "rename", abstract: "Give a group another name.")

  static let examples = [Example("cartographer group rename G3 \"Alps 2026\"", "")]

  @Argument(help: "The group: its id or name.") var group: String
  @Argument(help: "The new name.") var name: String

  @OptionGroup var trial: TrialOption
  @OptionGroup var global: GlobalOptions

  var isTrial: Bool { trial.dryRun }

  func run(in session: Session) async throws {
    let library = try await session.libraryForWriting()
    let id = try await session.item(group, kind: .group, in: library)
    try await session.apply(.set(.name, of: [id], to: name), to: library)
  }
}

struct GroupDelete: Verb {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Move groups to the trash; their members stay.")

  static let examples = [Example("cartographer group delete G3", "`undo` brings it back.")]

  @Argument(help: ArgumentHelp("Groups: ids or names.", valueName: "group"))
  var groups: [String]

  @OptionGroup var trial: TrialOption
  @OptionGroup var global: GlobalOptions

  var isTrial: Bool { trial.dryRun }

  func run(in session: Session) async throws {
    let library = try await session.libraryForWriting()
    try await session.apply(.trash(try await session.groups(groups, in: library)), to: library)
  }
}

struct GroupAdd: Verb {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add places and paths to a group.")

  static let examples = [Example("cartographer group add Alps P7 \"Lac Blanc\"", "")]

  @Argument(help: "The group: its id or name.") var group: String
  @Argument(help: ArgumentHelp("Ids or names.", valueName: "item")) var items: [String]

  @OptionGroup var trial: TrialOption
  @OptionGroup var global: GlobalOptions

  var isTrial: Bool { trial.dryRun }

  func run(in session: Session) async throws {
    let library = try await session.libraryForWriting()
    let id = try await session.item(group, kind: .group, in: library)
    let members = try await session.items(items, in: library)
    try await session.apply(.addToGroups(members, groups: [id]), to: library)
  }
}

struct GroupRemove: Verb {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Take places and paths out of a group; they stay.")

  static let examples = [Example("cartographer group remove Alps P7", "")]

  @Argument(help: "The group: its id or name.") var group: String
  @Argument(help: ArgumentHelp("Ids or names.", valueName: "item")) var items: [String]

  @OptionGroup var trial: TrialOption
  @OptionGroup var global: GlobalOptions

  var isTrial: Bool { trial.dryRun }

  func run(in session: Session) async throws {
    let library = try await session.libraryForWriting()
    let id = try await session.item(group, kind: .group, in: library)
    let members = try await session.items(items, in: library)
    try await session.apply(.removeFromGroups(members, groups: [id]), to: library)
  }
}
